/** Saved chats: list, detail and mutations. */
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { DuplicateChat, SearchIn } from '#shared/chat/chats.ts'
import {
  changeChat,
  deleteChat,
  duplicateChat,
  getChat,
  listChats,
  restoreChat,
  saveChat,
  searchChats,
} from '#web/api/client.ts'
import type { ChatsQuery, ChatToSave } from '#web/api/client.ts'

/** Key of every chat list, however sorted or filtered. */
export const chatsQuery = { queryKey: ['chats'] } as const
const notebookKey = ['notebook'] as const

/** A paged list of chats; keeps the previous result until a new search has loaded. */
export const chatListQuery = (query: ChatsQuery) =>
  infiniteQueryOptions({
    queryKey: [...chatsQuery.queryKey, query],
    queryFn: ({ pageParam }) => listChats(query, pageParam),
    initialPageParam: undefined as string | undefined, // The type of the pieces that follow.
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
/** How often a search looks again while pages are added to it. */
const INDEXING_INTERVAL_MS = 2_000

/** Messages or pages that contain all these words; refetched when a chat changes. */
export const searchQuery = (q: string, where: SearchIn) =>
  infiniteQueryOptions({
    queryKey: [...chatsQuery.queryKey, 'search', where, q],
    queryFn: ({ pageParam }) => searchChats(q, where, pageParam),
    initialPageParam: undefined as string | undefined, // The type of the pieces that follow.
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    refetchInterval: ({ state }) => (state.data?.pages.at(-1)?.indexing ? INDEXING_INTERVAL_MS : false),
  })
export const chatQuery = (id: string) =>
  queryOptions({ queryKey: ['chat', id], queryFn: () => getChat(id), staleTime: 10_000 })

/** The lists that may contain a changed chat. */
async function refreshLists(queryClient: QueryClient) {
  void queryClient.invalidateQueries({ queryKey: notebookKey })
  await queryClient.invalidateQueries({ queryKey: chatsQuery.queryKey })
}

export function useSaveChat() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (chat: ChatToSave) => saveChat(chat),
    onSuccess: () => {
      // The first chat creates the default notebook.
      void queryClient.invalidateQueries({ queryKey: ['notebooks'] })
      return refreshLists(queryClient)
    },
  })
}

export function useRenameChat(id: string) {
  const queryClient = useQueryClient()
  const { queryKey } = chatQuery(id)
  return useMutation({
    mutationFn: (title: string) => changeChat(id, { title }),
    onSuccess: ({ title }) => {
      queryClient.setQueryData(queryKey, (chat) => chat && { ...chat, title })
      void refreshLists(queryClient)
    },
  })
}

/** Moves the chat to another notebook. */
export function useMoveChat() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, notebookId }: { id: string; notebookId: string }) => changeChat(id, { notebook_id: notebookId }),
    onSuccess: (chat) => {
      queryClient.setQueryData(chatQuery(chat.id).queryKey, chat)
      return refreshLists(queryClient)
    },
  })
}

export function usePinChat() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, pinned }: { id: string; pinned: boolean }) => changeChat(id, { pinned }),
    onSuccess: ({ id, pinned }) => {
      queryClient.setQueryData(chatQuery(id).queryKey, (chat) => chat && { ...chat, pinned })
      return refreshLists(queryClient)
    },
  })
}

export function useDuplicateChat() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...copy }: DuplicateChat & { id: string }) => duplicateChat(id, copy),
    onSuccess: () => refreshLists(queryClient),
  })
}

export type DeletedChat = { id: string; title: string }

/** The chats deleted while Undo is offered, also on the next screen. Added by `useDeleteChat`. */
export const deletedChatsQuery = queryOptions({
  queryKey: ['deleted-chats'],
  queryFn: (): DeletedChat[] => [],
  initialData: (): DeletedChat[] => [],
  enabled: false,
})

/** `onDeleted` is called before the chat leaves the cache: its own screen would load it again. */
export function useDeleteChat(onDeleted?: () => Promise<void>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: DeletedChat) => deleteChat(id),
    onSuccess: async (_, { id, title }) => {
      await onDeleted?.()
      queryClient.setQueryData(deletedChatsQuery.queryKey, (earlier = []) => [...earlier, { id, title }])
      queryClient.removeQueries({ queryKey: chatQuery(id).queryKey })
      return refreshLists(queryClient)
    },
  })
}

/** Restores chats, the last deleted first. Those restored are no longer offered, also if another one fails. */
export function useRestoreChats() {
  const queryClient = useQueryClient()
  return useMutation({
    async mutationFn(chats: readonly DeletedChat[]) {
      for (const { id } of chats.toReversed()) {
        await restoreChat(id)
        queryClient.setQueryData(deletedChatsQuery.queryKey, (left = []) => left.filter((each) => each.id !== id))
      }
    },
    onSettled: () => refreshLists(queryClient),
  })
}
