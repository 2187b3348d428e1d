/** The gaps of a notebook, and the audit of its sites. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ChangeGapSettings, GapDecision } from '#shared/chat/gaps.ts'
import { changeGapSettings, checkGaps, decideGap, getGaps, getSiteAudit } from '#web/api/client.ts'

export const gapsQuery = (notebookId: string) =>
  queryOptions({ queryKey: ['gaps', notebookId], queryFn: () => getGaps(notebookId) })

/** Takes seconds for a thousand pages, so that a window that gets the focus does not repeat it. */
export const auditQuery = (notebookId: string) =>
  queryOptions({
    queryKey: ['audit', notebookId],
    queryFn: () => getSiteAudit(notebookId),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  })

export const gapCheckKey = (notebookId: string) => ['check-gaps', notebookId]

/** The mutation has a key, so that the check is still shown as running after leaving the tab and returning. */
export function useCheckGaps(notebookId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: gapCheckKey(notebookId),
    mutationFn: () => checkGaps(notebookId),
    onSuccess: (checked) => queryClient.setQueryData(gapsQuery(notebookId).queryKey, checked),
  })
}

export function useChangeGapSettings(notebookId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (settings: ChangeGapSettings) => changeGapSettings(notebookId, settings),
    onSuccess: (changed) => queryClient.setQueryData(gapsQuery(notebookId).queryKey, changed),
  })
}

export function useDecideGap(notebookId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, decision }: { id: string; decision: GapDecision }) => decideGap(notebookId, id, decision),
    onSuccess: (decided) =>
      queryClient.setQueryData(gapsQuery(notebookId).queryKey, (old) => {
        if (!old) return undefined
        const gaps = old.gaps.map((gap) => (gap.id === decided.id ? decided : gap))
        return { ...old, gaps }
      }),
  })
}
