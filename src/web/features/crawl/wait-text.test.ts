import { expect, it } from 'vitest'
import type { CrawlWait } from '#shared/crawl/crawls.ts'
import { activityText, waitText } from './wait-text.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const inSeconds = (n: number) => new Date(NOW + n * 1000).toISOString()
const progress = {
  pagesFound: 18,
  pagesCrawled: 15,
  currentUrl: 'https://docs.example.org/a',
  currentDepth: 1,
  maxDepth: 3,
}
const crawl = { url: 'https://docs.example.org', movedTo: null, progress, waiting: null }
const retry = (seconds: number) => ({
  code: 'retry' as const,
  url: 'https://docs.example.org/broken?page=2',
  until: inSeconds(seconds),
  seconds,
})

it('counts the seconds down to the next attempt at a page and names the page', () => {
  expect([20, 1].map((left) => waitText({ ...retry(left), seconds: 20 }, NOW))).toEqual([
    'Retrying /broken?page=2 in 20 s',
    'Retrying /broken?page=2 in 1 s',
  ])
  expect(waitText(retry(600), NOW)).toBe('Retrying /broken?page=2 in 10 minutes')
})

it('says why a page is retried, and instead of the path of the start page that it is tried again', () => {
  const refused = { detail: 'x', detailCode: 'host-refused', values: { host: 'docs.example.org:8615' } }
  const busy = { detail: '503 Service Unavailable' }
  expect(waitText({ ...retry(20), reason: busy }, NOW)).toBe(
    'Retrying /broken?page=2 in 20 s (503 Service Unavailable)',
  )
  const start = { ...retry(17), url: crawl.url, reason: refused }
  const lineOf = (waiting: CrawlWait) => activityText({ ...crawl, waiting }, { now: NOW, changedAt: NOW }).line
  expect(lineOf(start)).toBe('docs.example.org:8615 refused the connection. Trying again in 17 s')
  expect(lineOf({ ...start, reason: busy })).toBe('503 Service Unavailable. Trying again in 17 s')
  expect(lineOf({ ...retry(600), url: crawl.url, reason: busy })).toBe(
    '503 Service Unavailable. Trying again in 10 minutes',
  )
})

it('never counts from more than the length of the wait, when the clock of the browser is wrong', () => {
  expect(waitText({ ...retry(3600), seconds: 20 }, NOW)).toBe('Retrying /broken?page=2 in 20 s')
})

it('names the page that is retried once the wait is over', () => {
  const over = activityText({ ...crawl, waiting: retry(-1) }, { now: NOW, changedAt: NOW - 60_000 })
  expect(over).toEqual({ line: 'Currently crawling: https://docs.example.org/broken?page=2', note: '' })
})

it.each([
  [true, 'Waiting 4 s (site’s rule)'],
  [false, 'Waiting 4 s'],
])('keeps the next page on screen during the delay between pages, required by the site: %s', (isSiteRule, note) => {
  const waiting: CrawlWait = { code: 'delay', isSiteRule, until: inSeconds(3.2), seconds: 5 }
  const { line, note: shown } = activityText({ ...crawl, waiting }, { now: NOW, changedAt: NOW })
  expect([line, shown]).toEqual(['Currently crawling: https://docs.example.org/a', note])
})

it('says that a site is slow when nothing has happened for eight seconds after the last wait', () => {
  const after = (ms: number, waiting: CrawlWait | null = null) =>
    activityText({ ...crawl, waiting }, { now: NOW, changedAt: NOW - ms }).note
  expect([after(7_999), after(8_000)]).toEqual(['', 'docs.example.org is slow to answer'])
  expect(after(30_000, { code: 'delay', isSiteRule: false, until: inSeconds(-7), seconds: 20 })).toBe('')
  expect(after(30_000, { code: 'host', host: 'docs.example.org' })).toBe('')
})

it('names the host of the start address before the first page', () => {
  const first = { ...crawl, progress: { ...progress, currentUrl: '' } }
  expect(activityText(first, { now: NOW, changedAt: 0 })).toEqual({
    line: 'Waiting for the first page',
    note: 'docs.example.org is slow to answer',
  })
})
