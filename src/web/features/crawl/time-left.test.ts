import { describe, expect, it } from 'vitest'
import { noteSighting, timeLeftMs, timeLeftWords } from './time-left.ts'

const SECOND = 1000
const START = Date.parse('2026-11-21T10:00:00Z')
const running = (pagesCrawled: number, pagesFound: number, more = {}) => ({
  progress: { pagesCrawled, pagesFound },
  maxPages: 100,
  pauseMs: 0,
  startedAt: '2026-11-21T10:00:00Z',
  ...more,
})

describe('the time left', () => {
  it('is unknown while the crawl is queued or has read nothing', () => {
    expect(timeLeftMs(running(0, 1, { startedAt: null }), [], START)).toBeNull()
    expect(timeLeftMs(running(0, 20), [], START + 30 * SECOND)).toBeNull()
  })

  it('goes by the pace since the start until pages were seen being read', () => {
    expect(timeLeftMs(running(10, 30), [{ at: START + 40 * SECOND, crawled: 10 }], START + 40 * SECOND)).toBe(80 * SECOND)
  })

  it('goes by the pages seen last, as when a crawl is continued a day later', () => {
    const day = START + 24 * 3600 * SECOND
    const seen = [
      { at: day, crawled: 10 },
      { at: day + 4 * SECOND, crawled: 11 },
    ]
    expect(timeLeftMs(running(12, 22), seen, day + 8 * SECOND)).toBe(40 * SECOND)
  })

  it('counts no more pages than the crawl may read, and none twice', () => {
    expect(timeLeftMs(running(10, 5000, { maxPages: 20 }), [], START + 10 * SECOND)).toBe(10 * SECOND)
    expect(timeLeftMs(running(10, 8), [], START + 10 * SECOND)).toBe(0)
  })

  it('grows while a page keeps the crawl waiting', () => {
    const seen = [{ at: START, crawled: 4 }]
    expect(timeLeftMs(running(5, 10), seen, START + 60 * SECOND)).toBe(300 * SECOND)
  })

  it('is never shorter than the pauses that were asked for', () => {
    expect(timeLeftMs(running(5, 10, { pauseMs: 60 * SECOND }), [], START + 5 * SECOND)).toBe(300 * SECOND)
  })
})

describe('what was seen of a crawl', () => {
  it('is one sighting per step forward, the last dozen of them', () => {
    let seen = noteSighting([], { at: 0, crawled: 0 })
    expect(noteSighting(seen, { at: 5, crawled: 0 })).toBe(seen)
    for (let crawled = 1; crawled <= 40; crawled++) seen = noteSighting(seen, { at: crawled, crawled })
    expect(seen).toHaveLength(12)
    expect(seen.at(-1)).toEqual({ at: 40, crawled: 40 })
  })

  it('begins anew when there are fewer pages than before', () => {
    expect(noteSighting([{ at: 1, crawled: 9 }], { at: 2, crawled: 0 })).toEqual([{ at: 2, crawled: 0 }])
  })
})

it.each([
  [0, 'less than a minute left'],
  [59_000, 'less than a minute left'],
  [61_000, 'about 1 minute left'],
  [3.2 * 60_000, 'about 3 minutes left'],
  [23 * 60_000, 'about 25 minutes left'],
  [59.6 * 60_000, 'about 1 hour left'],
  [5 * 3600_000, 'about 5 hours left'],
])('%i ms reads "%s"', (ms, words) => {
  expect(timeLeftWords(ms)).toBe(words)
})
