import { describe, expect, it } from 'vitest'
import type { ChatCheck } from '#shared/changes.ts'
import { summaryWords } from './check-words.ts'

const check = (counts: Partial<ChatCheck>): ChatCheck => ({
  ...{ id: '', status: 'finished', error: null, scheduled: false, createdAt: '', finishedAt: '', pages: [] },
  ...{ pagesTotal: 20, pagesChecked: 20, pagesChanged: 0, pagesGone: 0, pagesFailed: 0 },
  ...counts,
})

describe('what a check found', () => {
  it.each([
    [{}, 'Nothing has changed'],
    [{ pagesChanged: 1, pagesGone: 2, pagesFailed: 3 }, '1 page changed · 2 pages gone · 3 pages could not be read · 14 pages unchanged'],
    [{ pagesChecked: 5, pagesChanged: 5 }, '5 pages changed · 15 pages not checked'],
    [{ pagesChecked: 0 }, '20 pages not checked'],
  ])('%j is said as %j', (counts, words) => expect(summaryWords(check(counts))).toBe(words))
})
