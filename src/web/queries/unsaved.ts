/** What is kept of chats that are not saved yet: the server has it, so any browser finds it again. */
import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { listUnsavedChats, listUnsavedMessages } from '#web/client.ts'
import { crawlQuery, crawlsQuery } from './crawls.ts'

const unsavedKey = ['unsaved'] as const

/** Crawls without a chat in which something was selected or asked. */
export const unsavedChatsQuery = queryOptions({ queryKey: [...unsavedKey, 'list'], queryFn: listUnsavedChats, staleTime: 0 })

export const unsavedMessagesQuery = (crawlId: string) =>
  queryOptions({ queryKey: [...unsavedKey, 'messages', crawlId], queryFn: () => listUnsavedMessages(crawlId), staleTime: 10_000 })

/** Something was asked there, or it was saved, perhaps in another tab. */
export function refreshUnsaved(queryClient: QueryClient, crawlId: string) {
  void queryClient.invalidateQueries({ queryKey: unsavedKey })
  void queryClient.invalidateQueries({ queryKey: crawlQuery(crawlId).queryKey })
  void queryClient.invalidateQueries({ queryKey: crawlsQuery.queryKey })
}
