import { expect, it } from 'vitest'
import { describePages } from './answer-intent.ts'

it('does not take a bracketed number of a summary for one of its markers', () => {
  const page = { id: 'p', url: '/', title: 'Tower', summary: 'Opened[2] in 1890.', mainPoints: [], bytes: 1 }
  const text = [...describePages('summary', 'Summarize', [page])].map((part) => (part.type === 'text' ? part.text : ''))
  expect(text.join('')).toContain(String.raw`Opened\[2] in 1890. [1]`)
})

it('cites an entry of the page for a summary that says what a list of links is about', () => {
  const summary = 'This part lists all commands. A list of links about commands and options.'
  const page = { id: 'p', url: '/', title: 'Commands', summary, mainPoints: ['CREATE TABLE.', 'DROP TABLE.'], bytes: 1 }
  const sources = [...describePages('summary', 'Summarize these pages', [page])].filter(({ type }) => type === 'source')
  expect(sources).toEqual([
    { type: 'source', marker: 1, pageId: 'p', claim: 'This part lists all commands.' },
    { type: 'source', marker: 2, pageId: 'p', claim: 'CREATE TABLE.' },
  ])
})
