import type { Used } from '#shared/chats.ts'
import { t } from '#web/languages/t.ts'

/** How much of the selection an answer was made from, in a few words. */
export function usedWords({ wholePages, pages, ofPages, passages, ofPassages, vectors }: Used): string {
  if (wholePages && pages === ofPages) {
    return t('{n, plural, one {from the whole page} other {from all # pages}}', { n: pages })
  }
  const parts = { passages, ofPassages, pages, ofPages }
  return vectors
    ? t('from {passages, number} of {ofPassages, plural, one {# passage} other {# passages}} on {pages, number} of {ofPages, plural, one {# page} other {# pages}}, found by words and meaning', parts)
    : t('from {passages, number} of {ofPassages, plural, one {# passage} other {# passages}} on {pages, number} of {ofPages, plural, one {# page} other {# pages}}', parts)
}
