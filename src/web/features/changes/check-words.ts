/** What a check found, in words. */
import type { ChatCheck, CheckedState } from '#shared/changes.ts'
import { count } from '#web/ui/count.ts'

export const stateWords: Readonly<Record<CheckedState, string>> = {
  unchanged: 'Unchanged',
  changed: 'Changed',
  gone: 'Gone',
  failed: 'Not read',
}

/** "2 pages changed · 1 is gone · 17 as they were", and what a check that did not end by itself has left. */
export function summaryWords(check: ChatCheck): string {
  const { pagesTotal, pagesChecked, pagesChanged, pagesGone, pagesFailed } = check
  const same = pagesChecked - pagesChanged - pagesGone - pagesFailed
  const left = pagesTotal - pagesChecked
  const parts = [
    pagesChanged > 0 && `${count(pagesChanged, 'page')} changed`,
    pagesGone > 0 && `${count(pagesGone, 'page')} gone`,
    pagesFailed > 0 && `${count(pagesFailed, 'page')} could not be read`,
    same > 0 && (same === pagesTotal ? 'Nothing has changed' : `${count(same, 'page')} unchanged`),
    left > 0 && `${count(left, 'page')} not checked`,
  ]
  return parts.filter(Boolean).join(' · ')
}
