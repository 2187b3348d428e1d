/** The gaps of a notebook. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ChangeGapSettings, GapDecision } from '#shared/chat/gaps.ts'
import { changeGapSettings, checkGaps, decideGap, getGaps } from '#web/api/client.ts'

export const gapsQuery = (notebookId: string) =>
  queryOptions({ queryKey: ['gaps', notebookId], queryFn: () => getGaps(notebookId) })

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
      queryClient.setQueryData(
        gapsQuery(notebookId).queryKey,
        (old) => old && { ...old, gaps: old.gaps.map((gap) => (gap.id === decided.id ? decided : gap)) },
      ),
  })
}
