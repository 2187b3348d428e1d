/** Saved chats: the list, one chat, and what a person does to it. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ChangePages, SaveChat } from '#shared/chats.ts'
import { changeChat, changePages, deleteChat, getChat, listChats, saveChat } from '#web/client.ts'

export const chatsQuery = queryOptions({ queryKey: ['chats'], queryFn: listChats, staleTime: 10_000 })
export const chatQuery = (id: string) =>
  queryOptions({ queryKey: ['chat', id], queryFn: () => getChat(id), staleTime: 10_000 })

export function useSaveChat() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (chat: SaveChat) => saveChat(chat),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: chatsQuery.queryKey }),
  })
}

/** The new title stands at once and is taken back when the server refuses. */
export function useRenameChat(id: string) {
  const queryClient = useQueryClient()
  const { queryKey } = chatQuery(id)
  return useMutation({
    mutationFn: (title: string) => changeChat(id, { title }),
    onSuccess: (_, title) => {
      queryClient.setQueryData(queryKey, (chat) => chat && { ...chat, title: title.trim() })
      void queryClient.invalidateQueries({ queryKey: chatsQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: ['notebook'] })
    },
  })
}

/** The chat lies in another notebook. */
export function useMoveChat() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, notebookId }: { id: string; notebookId: string }) => changeChat(id, { notebook_id: notebookId }),
    onSuccess: (chat) => {
      queryClient.setQueryData(chatQuery(chat.id).queryKey, chat)
      void queryClient.invalidateQueries({ queryKey: chatsQuery.queryKey })
      return queryClient.invalidateQueries({ queryKey: ['notebook'] })
    },
  })
}

export function useDeleteChat() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => deleteChat(id),
    onSuccess: async (_, id) => {
      queryClient.removeQueries({ queryKey: chatQuery(id).queryKey })
      await queryClient.invalidateQueries({ queryKey: chatsQuery.queryKey })
      await queryClient.invalidateQueries({ queryKey: ['notebook'] })
    },
  })
}

export function useChangePages(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (pages: ChangePages) => changePages(id, pages),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: chatQuery(id).queryKey }),
  })
}
