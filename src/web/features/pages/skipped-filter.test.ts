import { expect, it } from 'vitest'
import type { SkippedAddress } from '#shared/crawls.ts'
import { reasonsOf, shortAddress, withWords } from './skipped-filter.ts'

it('names the reasons, the most frequent first', () => {
  expect(reasonsOf({ robots: 2, timeout: 7, empty: 0 })).toEqual([
    ['timeout', 7],
    ['robots', 2],
  ])
})

it('finds words in the address and in the detail', () => {
  const addresses: SkippedAddress[] = [
    { url: 'https://a.test/Lamps', reason: 'http-status', detail: '404 Not Found' },
    { url: 'https://a.test/oil', reason: 'robots', detail: '' },
  ]
  const found = (words: string) => withWords(addresses, words).map((each) => each.url)
  expect(found('lamps 404')).toEqual(['https://a.test/Lamps'])
  expect(found('A.TEST')).toHaveLength(2)
  expect(found('lamps oil')).toEqual([])
  expect(withWords(addresses, ' ')).toBe(addresses)
})

it('shows the path alone on the crawl’s own site', () => {
  expect(shortAddress('https://a.test/x?y=1', 'https://a.test/docs')).toBe('/x?y=1')
  expect(shortAddress('https://b.test/x', 'https://a.test/docs')).toBe('https://b.test/x')
})
