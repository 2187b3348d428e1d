import { useQuery } from '@tanstack/react-query'
import { useSavedConversation } from '#web/features/conversation/use-saved-conversation.ts'
import { useUnsavedConversation } from '#web/features/conversation/use-unsaved-conversation.ts'
import { chatQuery } from '#web/queries/chats.ts'

type Place = Parameters<typeof useUnsavedConversation>[0] & { chatId: string | undefined }

/** The conversation next to a crawl: the saved chat's when adding pages to one, else the unsaved one. */
export function useCrawlConversation({ crawlId, chatId, ...place }: Place) {
  const chat = useQuery({ ...chatQuery(chatId ?? ''), enabled: chatId !== undefined })
  const saved = useSavedConversation(chat.data)
  const unsaved = useUnsavedConversation({ ...place, crawlId: chatId ? undefined : crawlId })
  return {
    conversation: chatId ? saved : unsaved,
    // An earlier conversation stays visible when its pages are processed again.
    loaded: chat.data !== undefined || unsaved.messages.length > 0,
  }
}
