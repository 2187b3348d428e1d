import { expect, test } from 'vitest'
import { searchManual } from './search-manual.ts'

const page = (text: string) => [{ path: '/help', title: 'Help', description: '', html: `<h1>Help</h1><p>${text}</p>` }]
const excerptOf = (text: string, query: string) => searchManual(page(text), query)[0]?.excerpt
const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ')

test('an excerpt begins up to 60 characters before the match and ends after it, at spaces', () => {
  const excerpt = excerptOf(`${words(40)} needle ${words(40)}`, 'needle') ?? ''
  expect(excerpt).toMatch(/^… word\d+ .*needle .* word\d+ …$/)
  expect(excerpt.indexOf('needle')).toBeLessThanOrEqual(62)
})

test.each([
  ['before the match', `${'x'.repeat(300)}needle ${words(40)}`],
  ['after the match', `${words(40)} needle${'x'.repeat(300)}`],
  ['on both sides', `${'x'.repeat(300)}needle${'x'.repeat(300)}`],
])('an excerpt contains the match without a space %s', (_where, text) => {
  const excerpt = excerptOf(text, 'needle') ?? ''
  expect(excerpt).toContain('needle')
  expect(excerpt.length).toBeLessThan(200)
})

test('an excerpt is the beginning when only the title matches', () => {
  expect(excerptOf(words(80), 'help')).toMatch(/^word0 .* …$/)
})
