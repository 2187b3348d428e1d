import { describe, expect, it } from 'vitest'
import { addSample, timeLeftMs, timeLeftText } from './time-left.ts'

const SECOND_MS = 1000
const START = Date.parse('2026-11-21T10:00:00Z')
const running = (pagesCrawled: number, pagesFound: number, more = {}) => ({
  progress: { pagesCrawled, pagesFound },
  maxPages: 100,
  pauseMs: 0,
  startedAt: '2026-11-21T10:00:00Z',
  ...more,
})

describe('timeLeftMs', () => {
  it('is null while the crawl is queued or has no pages', () => {
    expect(timeLeftMs(running(0, 1, { startedAt: null }), [], START)).toBeNull()
    expect(timeLeftMs(running(0, 20), [], START + 30 * SECOND_MS)).toBeNull()
  })

  it('uses the pace since the start until it has samples', () => {
    expect(timeLeftMs(running(10, 30), [{ at: START + 40 * SECOND_MS, crawled: 10 }], START + 40 * SECOND_MS)).toBe(
      80 * SECOND_MS,
    )
  })

  it('uses the pace of the latest samples, so that a crawl continued a day later is not slow', () => {
    const day = START + 24 * 3600 * SECOND_MS
    const samples = [
      { at: day, crawled: 10 },
      { at: day + 4 * SECOND_MS, crawled: 11 },
    ]
    expect(timeLeftMs(running(12, 22), samples, day + 8 * SECOND_MS)).toBe(40 * SECOND_MS)
  })

  it('counts at most maxPages and is never negative', () => {
    expect(timeLeftMs(running(10, 5000, { maxPages: 20 }), [], START + 10 * SECOND_MS)).toBe(10 * SECOND_MS)
    expect(timeLeftMs(running(10, 8), [], START + 10 * SECOND_MS)).toBe(0)
  })

  it('grows while a page is slow', () => {
    const samples = [{ at: START, crawled: 4 }]
    expect(timeLeftMs(running(5, 10), samples, START + 60 * SECOND_MS)).toBe(300 * SECOND_MS)
  })

  it('includes the configured delay between pages', () => {
    expect(timeLeftMs(running(5, 10, { pauseMs: 60 * SECOND_MS }), [], START + 5 * SECOND_MS)).toBe(300 * SECOND_MS)
  })
})

describe('addSample', () => {
  it('keeps one sample per page count, at most twelve', () => {
    let samples = addSample([], { at: 0, crawled: 0 })
    expect(addSample(samples, { at: 5, crawled: 0 })).toBe(samples)
    for (let crawled = 1; crawled <= 40; crawled++) samples = addSample(samples, { at: crawled, crawled })
    expect(samples).toHaveLength(12)
    expect(samples.at(-1)).toEqual({ at: 40, crawled: 40 })
  })

  it('starts over if the page count drops', () => {
    expect(addSample([{ at: 1, crawled: 9 }], { at: 2, crawled: 0 })).toEqual([{ at: 2, crawled: 0 }])
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
])('formats %i ms as "%s"', (ms, text) => {
  expect(timeLeftText(ms)).toBe(text)
})
