/** Where a person is signed in. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { endOtherSessions, endSession, listSessions } from '#web/client.ts'

export const sessionsQuery = queryOptions({ queryKey: ['sessions'], queryFn: listSessions, staleTime: 10_000 })

/** Ends the session with the given id, or every other one. */
export function useEndSession() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string | 'others') => (id === 'others' ? endOtherSessions() : endSession(id)),
    // Also after a failure: it may have ended already.
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}
