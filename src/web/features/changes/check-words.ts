/** What a check found, in words. */
import type { ChatCheck, CheckedState } from '#shared/changes.ts'
import { t } from '#web/languages/t.ts'
import type { Text } from '#web/languages/text.ts'

export const stateWords = {
  unchanged: 'Unchanged',
  changed: 'Changed',
  gone: 'Gone',
  failed: 'Not read',
} as const satisfies Record<CheckedState, Text>

/** "2 pages changed · 1 is gone · 17 as they were", and what a check that did not end by itself has left. */
export function summaryWords(check: ChatCheck): string {
  const { pagesTotal, pagesChecked, pagesChanged, pagesGone, pagesFailed } = check
  const same = pagesChecked - pagesChanged - pagesGone - pagesFailed
  const left = pagesTotal - pagesChecked
  const parts = [
    pagesChanged > 0 && t('{n, plural, one {# page} other {# pages}} changed', { n: pagesChanged }),
    pagesGone > 0 && t('{n, plural, one {# page} other {# pages}} gone', { n: pagesGone }),
    pagesFailed > 0 && t('{n, plural, one {# page} other {# pages}} could not be read', { n: pagesFailed }),
    same > 0 && (same === pagesTotal
        ? t('Nothing has changed')
        : t('{n, plural, one {# page} other {# pages}} unchanged', { n: same })),
    left > 0 && t('{n, plural, one {# page} other {# pages}} not checked', { n: left }),
  ]
  return parts.filter(Boolean).join(' · ')
}
