import type { Used } from '#shared/chat/chats.ts'
import { t } from '#web/messages/t.ts'

/**
 * How much of the selection an answer is based on, or a refusal has searched: "based on all 12 pages"; '' for small
 * talk.
 */
export function coverageText({ kind, wholePages, pages, ofPages, passages, ofPassages, vectors }: Used): string {
  if (kind === 'small-talk') return ''
  if (kind === 'refused' && ofPassages > 0) return t('assistant.searchedPassages', { ofPassages, ofPages })
  if (wholePages && pages === ofPages) {
    return t('assistant.usedWholePages', { n: pages })
  }
  // Only the built-in engine, asked about the pages as a whole.
  if (kind === 'answer' && passages === 0) return t('assistant.usedSummaries', { pages })
  const parts = { passages, ofPassages, pages, ofPages }
  return vectors ? t('assistant.usedPassagesBySearch', parts) : t('assistant.usedPassages', parts)
}
