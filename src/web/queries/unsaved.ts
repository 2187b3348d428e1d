/** Unsaved chats, stored on the server so that every browser of the user has them. */
import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { listUnsavedChats, listUnsavedMessages } from '#web/api/client.ts'
import { crawlQuery, crawlsQuery } from './crawls.ts'

const unsavedKey = ['unsaved'] as const

/** Crawls without a chat that have a selection or messages. */
export const unsavedChatsQuery = queryOptions({
  queryKey: [...unsavedKey, 'list'],
  queryFn: listUnsavedChats,
  staleTime: 0,
})

export const unsavedMessagesQuery = (crawlId: string) =>
  queryOptions({
    queryKey: [...unsavedKey, 'messages', crawlId],
    queryFn: () => listUnsavedMessages(crawlId),
    staleTime: 10_000,
  })

/** After a question or a save, also in another tab. */
export function refreshUnsaved(queryClient: QueryClient, crawlId: string) {
  void queryClient.invalidateQueries({ queryKey: unsavedKey })
  void queryClient.invalidateQueries({ queryKey: crawlQuery(crawlId).queryKey })
  void queryClient.invalidateQueries({ queryKey: crawlsQuery.queryKey })
}
