/** A shared chat's messages as the conversation shows them; what is cited has a name of its own in place of a page. */
import type { ChatMessage, Citation } from '#shared/chats.ts'
import type { SharedChat, SharedCitation } from '#shared/shares.ts'

/** `citedBy` finds what stands behind a citation that was pressed. */
export function sharedMessages({ messages }: SharedChat) {
  const behind = new Map<string, SharedCitation>()
  const present = (kind: string) => (shared: SharedCitation): Citation => {
    const name = `${kind}-${behind.size}`
    behind.set(name, shared)
    const { crawled_at: _, ...citation } = shared
    return { ...citation, pageId: name, passageId: '' }
  }
  const shown = messages.map(({ role, content, citations, nearest, engine }): ChatMessage => {
    const cited = { citations: citations.map(present('source')), nearest: nearest.map(present('nearest')) }
    return { role, content, ...cited, ...(engine && { engine }) }
  })
  return { shown, citedBy: ({ pageId }: Citation) => behind.get(pageId) }
}
