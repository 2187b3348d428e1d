import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRefresher } from './refresher.ts'

describe('refreshing a running crawl', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('turns a hundred events into one refresh per interval', () => {
    const refreshed: string[] = []
    const refresher = createRefresher((id) => refreshed.push(id))
    for (let event = 0; event < 100; event++) {
      refresher.refreshAfter('a', 1500)
      vi.advanceTimersByTime(30)
    }
    expect(refreshed).toEqual(['a', 'a'])
  })

  it('refreshes immediately at the end, and only once', () => {
    const refreshed: string[] = []
    const refresher = createRefresher((id) => refreshed.push(id))
    refresher.refreshAfter('a', 1500)
    refresher.refreshNow('a')
    vi.advanceTimersByTime(5000)
    expect(refreshed).toEqual(['a'])
  })

  it('keeps crawls apart and is silent after closing', () => {
    const refreshed: string[] = []
    const refresher = createRefresher((id) => refreshed.push(id))
    refresher.refreshAfter('a', 1000)
    refresher.refreshAfter('b', 2000)
    vi.advanceTimersByTime(1000)
    refresher.cancelAll()
    vi.advanceTimersByTime(5000)
    expect(refreshed).toEqual(['a'])
  })
})
