/** Change reports of a notebook, and where they are sent. */
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  createFeed,
  getChangeReport,
  getNotebookChanges,
  removeWebhook,
  revokeFeed,
  sendReport,
  setChangeMails,
  setWebhook,
} from '#web/api/client.ts'

export const changeReportsQuery = (notebookId: string) =>
  infiniteQueryOptions({
    queryKey: ['change-reports', notebookId],
    queryFn: ({ pageParam }) => getNotebookChanges(notebookId, pageParam),
    initialPageParam: undefined as string | undefined, // The type of the pieces that follow.
    getNextPageParam: ({ next }) => next ?? undefined,
  })

/** Under the key of the list, so that an event refreshes both. */
export const changeReportQuery = (notebookId: string, id: string) =>
  queryOptions({ queryKey: ['change-reports', notebookId, id], queryFn: () => getChangeReport(id) })

export const useChangeMails = (notebookId: string) =>
  useOutletChange(notebookId, (mails: boolean) => setChangeMails(notebookId, mails))
export const useCreateFeed = (notebookId: string) => useOutletChange(notebookId, () => createFeed(notebookId))
export const useRevokeFeed = (notebookId: string) => useOutletChange(notebookId, () => revokeFeed(notebookId))
export const useSetWebhook = (notebookId: string) =>
  useOutletChange(notebookId, (url: string) => setWebhook(notebookId, url))
export const useRemoveWebhook = (notebookId: string) => useOutletChange(notebookId, () => removeWebhook(notebookId))
export const useSendReport = (notebookId: string) => useOutletChange(notebookId, (id: string) => sendReport(id))

function useOutletChange<Change, Result>(notebookId: string, change: (change: Change) => Promise<Result>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: changeReportsQuery(notebookId).queryKey }),
  })
}
