import { expect, it } from 'vitest'
import type { AnswerPart, SourcePage } from '#server/engines/engine.ts'
import { describePages } from './answer-intent.ts'

const page = { id: 'p', url: 'https://example.org/', title: 'Tower', summary: '', mainPoints: [], bytes: 1 }

async function describeAs(described: Partial<SourcePage>, text: string, pages = [{ ...page, ...described }]) {
  const options = { shown: pages.slice(0, 1), pages, readText: async () => text }
  const parts: AnswerPart[] = []
  for await (const part of describePages('summary', 'Summarize', options)) parts.push(part)
  return {
    text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    claims: parts.flatMap((part) => (part.type === 'source' ? part.claim : [])),
  }
}

it('does not take a bracketed number of a summary for one of its markers', async () => {
  const summary = 'Rooms [12] and [14] open in 1890.'
  const { text } = await describeAs({ summary }, summary)
  expect(text).toContain(String.raw`Rooms \[12] and \[14] open in 1890. [1]`)
})

it('quotes entries of a list, not the sentence that says what the list is about [answer-intent-1]', async () => {
  const summary = 'A list of links about commands and options.'
  const mainPoints = ['CREATE TABLE.', 'DROP TABLE.']
  const { text, claims } = await describeAs({ summary, mainPoints }, '- CREATE TABLE\n- DROP TABLE')
  expect(text).toContain('- **Tower**: CREATE TABLE. [1] DROP TABLE. [2]')
  expect(claims).toEqual(mainPoints)
})

it('leaves out what the page does not say [answer-intent-2]', async () => {
  const summary = 'The tower opened in 1890. It is of steel.'
  const { text, claims } = await describeAs({ summary }, 'The\ntower opened in 1890. It is of\n> iron.')
  expect(claims).toEqual(['The tower opened in 1890.'])
  expect(text).not.toContain('steel')
})

it('shows the characters of a page that Markdown would take for formatting', async () => {
  const summary = 'The file __init__.py is empty.'
  const { text } = await describeAs({ summary }, summary)
  expect(text).toContain(String.raw`The file \_\_init\_\_.py is empty.`)
})

it('leaves the name of the site out of titles', async () => {
  const pages = ['a', 'b', 'c', 'd'].map((id) => ({ ...page, id, url: page.url + id, title: `Page ${id} — Acme` }))
  expect((await describeAs({}, '', pages)).text).toContain('- **Page a**')
})
