import { expect, it } from 'vitest'
import type { SkippedAddress } from '#shared/crawl/crawls.ts'
import { reasonsOf, shortAddress, filterByText } from './skipped-filter.ts'

it('lists the reasons, most frequent first', () => {
  expect(reasonsOf({ robots: 2, timeout: 7, empty: 0 })).toEqual([
    ['timeout', 7],
    ['robots', 2],
  ])
})

it('filters by words in the URL and the detail', () => {
  const addresses: SkippedAddress[] = [
    { url: 'https://a.test/Lamps', reason: 'http-status', detail: '404 Not Found' },
    { url: 'https://a.test/oil', reason: 'robots', detail: '' },
  ]
  const found = (query: string) => filterByText(addresses, query).map((each) => each.url)
  expect(found('lamps 404')).toEqual(['https://a.test/Lamps'])
  expect(found('A.TEST')).toHaveLength(2)
  expect(found('lamps oil')).toEqual([])
  expect(filterByText(addresses, ' ')).toBe(addresses)
})

it('shortens addresses of the crawl’s site to their path', () => {
  expect(shortAddress('https://a.test/x?y=1', 'https://a.test/docs')).toBe('/x?y=1')
  expect(shortAddress('https://b.test/x', 'https://a.test/docs')).toBe('https://b.test/x')
})
