import { describe, expect, it } from 'vitest'
import type { ChatCheck } from '#shared/crawl/changes.ts'
import { checkSummary } from './check-summary.ts'

const check = (counts: Partial<ChatCheck>): ChatCheck => ({
  ...{ id: '', status: 'finished', error: null, scheduled: false, createdAt: '', finishedAt: '', pages: [] },
  ...{ pagesTotal: 20, pagesChecked: 20, pagesChanged: 0, pagesGone: 0, pagesFailed: 0, pagesAdded: 0 },
  ...counts,
})

describe('checkSummary', () => {
  it.each([
    [{}, 'No changes'],
    [
      { pagesChanged: 1, pagesGone: 2, pagesFailed: 3 },
      '1 page changed · 2 pages no longer on the site · 3 pages couldn’t be read · 14 pages unchanged',
    ],
    [{ pagesAdded: 1 }, '1 new page · 20 pages unchanged'],
    [{ pagesChecked: 5, pagesChanged: 5 }, '5 pages changed · 15 pages not checked'],
    [{ pagesChecked: 0 }, '20 pages not checked'],
  ])('summarizes %j as %j', (counts, text) => expect(checkSummary(check(counts))).toBe(text))
})
