import type { ChatMessage, Citation } from '#shared/chat/chats.ts'
import type { SharedChat, SharedCitation } from '#shared/chat/shares.ts'

/**
 * Converts a shared chat's messages for the conversation components. Citations get generated ids instead of page ids;
 * `sourceOf` returns the shared citation of such an id.
 */
export function sharedMessages({ messages }: SharedChat) {
  const byId = new Map<string, SharedCitation>()
  const toCitation =
    (kind: string) =>
    (shared: SharedCitation): Citation => {
      const id = `${kind}-${byId.size}`
      byId.set(id, shared)
      const { crawled_at: _, ...citation } = shared
      return { ...citation, pageId: id, passageId: '' }
    }
  const chatMessages = messages.map(
    ({ role, content, citations, nearest, uncited, truncated, engine }): ChatMessage => {
      const cited = { citations: citations.map(toCitation('source')), nearest: nearest.map(toCitation('nearest')) }
      return { role, content, ...cited, uncited, truncated, ...(engine && { engine }) }
    },
  )
  return { messages: chatMessages, sourceOf: ({ pageId }: Citation) => byId.get(pageId) }
}
