import { expect, it } from 'vitest'
import { wholeSentences } from './whole-sentences.ts'

it('holds back a sentence that is still being written', () => {
  expect(wholeSentences('It is kept. Then it', false)).toEqual(['It is kept.'])
  expect(wholeSentences('It is kept. Then it', true)).toEqual(['It is kept.', 'Then it'])
})

it('removes citation markers and emphasis', () => {
  expect(wholeSentences('It is **kept** [1]. Gone [2].', false)).toEqual(['It is kept.', 'Gone.'])
})

it('reads no Markdown aloud, and keeps names and numbers whole [live-region-1]', () => {
  const answer = '> - Maximum of `max_pages`: 1.5\n\n| Plan | Credits |\n|---|---|\n| Free | 30 |\n\n**Set it.** Ask'
  expect(wholeSentences(answer, false)).toEqual(['Maximum of max_pages: 1.5', 'Plan — Credits', 'Free — 30', 'Set it.'])
})

it('leaves out the empty lines and fences of a quoted block [live-region-2]', () => {
  const answer = '> Run this:\n>\n> ```sh\n> git diff\n> ```\n>\n> It shows all.\n'
  expect(wholeSentences(answer, true)).toEqual(['Run this:', 'git diff', 'It shows all.'])
})

it('returns nothing before the first sentence is complete', () => {
  expect(wholeSentences('', false)).toEqual([])
  expect(wholeSentences('Half a', false)).toEqual([])
})
