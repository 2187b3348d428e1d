/** How a notebook is published. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { PublicationSettings } from '#shared/chat/publications.ts'
import { getPublication, publishNotebook, unpublishNotebook } from '#web/api/client.ts'

/** Null for a notebook that is not published. */
export const publicationQuery = (notebookId: string) =>
  queryOptions({
    queryKey: ['publication', notebookId],
    queryFn: async () => (await getPublication(notebookId)).publication,
  })

export function usePublish(notebookId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (settings: PublicationSettings) => publishNotebook(notebookId, settings),
    onSuccess: (publication) => queryClient.setQueryData(publicationQuery(notebookId).queryKey, publication),
  })
}

export function useUnpublish(notebookId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => unpublishNotebook(notebookId),
    onSuccess: () => queryClient.setQueryData(publicationQuery(notebookId).queryKey, null),
  })
}
