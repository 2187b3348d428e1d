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

/** What a notebook was published with before it was unpublished in this tab, so that it need not be typed again. */
export const lastSettingsQuery = (notebookId: string) =>
  queryOptions({
    queryKey: ['last-publication-settings', notebookId],
    queryFn: (): PublicationSettings | null => null,
    staleTime: Infinity,
    gcTime: Infinity,
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
    onSuccess() {
      const { queryKey } = publicationQuery(notebookId)
      const published = queryClient.getQueryData(queryKey)
      if (published) queryClient.setQueryData(lastSettingsQuery(notebookId).queryKey, published.settings)
      queryClient.setQueryData(queryKey, null)
    },
  })
}
