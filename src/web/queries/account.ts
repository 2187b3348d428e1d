/** The user's sessions. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { endOtherSessions, endSession, listSessions } from '#web/api/client.ts'

export const sessionsQuery = queryOptions({ queryKey: ['sessions'], queryFn: listSessions, staleTime: 10_000 })

/** Ends the session with this id, or all others. */
export function useEndSession() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string | 'others') => (id === 'others' ? endOtherSessions() : endSession(id)),
    // Also on failure: the session may already have ended.
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}
