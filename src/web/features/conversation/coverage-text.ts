import type { Used } from '#shared/chat/chats.ts'
import { t } from '#web/messages/t.ts'

/** How much of the selection an answer is based on: "based on all 12 pages". */
export function coverageText({ wholePages, pages, ofPages, passages, ofPassages, vectors }: Used): string {
  if (wholePages && pages === ofPages) {
    return t('assistant.usedWholePages', { n: pages })
  }
  const parts = { passages, ofPassages, pages, ofPages }
  return vectors ? t('assistant.usedPassagesBySearch', parts) : t('assistant.usedPassages', parts)
}
