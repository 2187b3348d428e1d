/** The keys with which programs act for the person. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { listApiKeys, makeApiKey, revokeApiKey } from '#web/client.ts'

export const apiKeysQuery = queryOptions({ queryKey: ['api-keys'], queryFn: listApiKeys, staleTime: 10_000 })

/** The answer tells the key itself, once. */
export function useMakeApiKey() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: makeApiKey,
    // It is not kept in the cache of requests either.
    gcTime: 0,
    onSettled: () => queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
  })
}

export function useRevokeApiKey() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: revokeApiKey,
    // Also after a failure: it may be revoked already.
    onSettled: () => queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
  })
}
