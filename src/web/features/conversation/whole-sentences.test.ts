import { expect, it } from 'vitest'
import { wholeSentences } from './whole-sentences.ts'

it('holds back a sentence that is still being written', () => {
  expect(wholeSentences('It is kept. Then it', false)).toEqual(['It is kept.'])
  expect(wholeSentences('It is kept. Then it', true)).toEqual(['It is kept.', 'Then it'])
})

it('removes citation markers and emphasis', () => {
  expect(wholeSentences('It is **kept** [1]. Gone [2].', false)).toEqual(['It is kept.', 'Gone.'])
})

it('returns nothing before the first sentence is complete', () => {
  expect(wholeSentences('', false)).toEqual([])
  expect(wholeSentences('Half a', false)).toEqual([])
})
