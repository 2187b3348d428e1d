import '#web/messages/add-later-texts.ts'
import type { ChangeReportSummary } from '#shared/chat/change-reports.ts'
import type { ChatCheck, CheckedPage } from '#shared/crawl/changes.ts'
import { t } from '#web/messages/t.ts'
import type { TextKey } from '#web/messages/text.ts'

export const stateKeys = {
  added: 'changes.stateAdded',
  unchanged: 'changes.stateUnchanged',
  changed: 'changes.stateChanged',
  gone: 'changes.stateGone',
  failed: 'changes.stateNotRead',
} as const satisfies Record<CheckedPage['state'], TextKey>

/** "2 pages changed · 17 pages unchanged"; a check that was cut short also names the pages not checked. */
export function checkSummary(check: ChatCheck): string {
  const { pagesTotal, pagesChecked, pagesChanged, pagesGone, pagesFailed, pagesAdded } = check
  const unchanged = pagesChecked - pagesChanged - pagesGone - pagesFailed
  const notChecked = pagesTotal - pagesChecked
  const parts = [
    pagesAdded > 0 && t('changes.addedCount', { n: pagesAdded }),
    pagesChanged > 0 && t('changes.changedCount', { n: pagesChanged }),
    pagesGone > 0 && t('changes.goneCount', { n: pagesGone }),
    pagesFailed > 0 && t('changes.notReadCount', { n: pagesFailed }),
    unchanged > 0 &&
      (unchanged === pagesTotal && pagesAdded === 0
        ? t('changes.noChanges')
        : t('changes.unchangedCount', { n: unchanged })),
    notChecked > 0 && t('changes.notCheckedCount', { n: notChecked }),
  ]
  return parts.filter(Boolean).join(' · ')
}

/** "1 new page, 3 pages changed". */
export function countsText({ counts }: Pick<ChangeReportSummary, 'counts'>): string {
  const { added, removed, moved, changed } = counts
  return [
    added > 0 && t('reports.added', { n: added }),
    removed > 0 && t('reports.removed', { n: removed }),
    moved > 0 && t('reports.moved', { n: moved }),
    changed > 0 && t('reports.changed', { n: changed }),
  ]
    .filter(Boolean)
    .join(', ')
}
