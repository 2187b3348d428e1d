/** Share links, and the shared chat itself. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { getShare, getSharedChat, revokeShare, shareChat } from '#web/api/client.ts'

export const shareQuery = (chatId: string) =>
  queryOptions({ queryKey: ['share', chatId], queryFn: () => getShare(chatId) })
export const sharedChatQuery = (token: string) =>
  queryOptions({ queryKey: ['shared', token], queryFn: () => getSharedChat(token), staleTime: 60_000 })

/** Creates a link and revokes the previous one. */
export function useShareChat(chatId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => shareChat(chatId),
    onSuccess: (share) => queryClient.setQueryData(shareQuery(chatId).queryKey, { share }),
  })
}

export function useRevokeShare(chatId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => revokeShare(chatId),
    onSuccess: () => queryClient.setQueryData(shareQuery(chatId).queryKey, { share: null }),
  })
}
