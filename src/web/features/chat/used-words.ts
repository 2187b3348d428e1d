import type { Used } from '#shared/chats.ts'
import { count } from '#web/ui/count.ts'

/** How much of the selection an answer was made from, in a few words. */
export function usedWords({ wholePages, pages, ofPages, passages, ofPassages, vectors }: Used): string {
  if (wholePages && pages === ofPages) return pages === 1 ? 'from the whole page' : `from all ${count(pages, 'page')}`
  const how = vectors ? ', found by words and meaning' : ''
  return `from ${passages.toLocaleString()} of ${count(ofPassages, 'passage')} on ${pages.toLocaleString()} of ${count(ofPages, 'page')}${how}`
}
