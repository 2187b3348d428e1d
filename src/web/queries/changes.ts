/** Rechecks of a chat's pages: results and schedule. */
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CheckEvery } from '#shared/crawl/changes.ts'
import type { AppEvent } from '#shared/events.ts'
import { getChanges, scheduleChecks, startCheck, stopCheck } from '#web/api/client.ts'

export const changesQuery = (chatId: string) =>
  queryOptions({ queryKey: ['changes', chatId], queryFn: () => getChanges(chatId), staleTime: 10_000 })

export function useStartCheck(chatId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => startCheck(chatId),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: changesQuery(chatId).queryKey }),
  })
}

export function useStopCheck(chatId: string) {
  return useMutation({ mutationFn: () => stopCheck(chatId) })
}

export function useScheduleChecks(chatId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (every: CheckEvery | null) => scheduleChecks(chatId, every),
    onSuccess: (changes) => queryClient.setQueryData(changesQuery(chatId).queryKey, changes),
  })
}

/** Applies progress events of a running check directly; its start and end are refetched. */
export function applyCheck(queryClient: QueryClient, event: Extract<AppEvent, { type: 'check' }>) {
  const { queryKey } = changesQuery(event.chatId)
  const cached = queryClient.getQueryData(queryKey)
  const [latest, ...earlier] = cached?.checks ?? []
  const isProgress = event.status === 'checking' && latest?.status === 'checking'
  if (!cached || !isProgress) {
    void queryClient.invalidateQueries({ queryKey })
    return
  }
  const updated = { ...latest, pagesChecked: event.pagesChecked }
  queryClient.setQueryData(queryKey, { ...cached, checks: [updated, ...earlier] })
}
