/** The user's API keys, and the programs that signed in. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { createApiKey, listApiKeys, listPrograms, revokeApiKey, revokeProgram } from '#web/api/client.ts'

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: listApiKeys,
  // The list says when a program last used a key, which people watch while they set the program up.
  refetchInterval: 10_000,
})

/** The response contains the key, once. */
export function useMakeApiKey() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: createApiKey,
    // Never kept in the mutation cache.
    gcTime: 0,
    onSettled: () => queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
  })
}

export function useRevokeApiKey() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: revokeApiKey,
    // Also on failure: it may already be revoked.
    onSettled: () => queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
  })
}

export const programsQuery = queryOptions({ queryKey: ['programs'], queryFn: listPrograms, staleTime: 10_000 })

export function useRevokeProgram() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: revokeProgram,
    // Also on failure: it may already be revoked.
    onSettled: () => queryClient.invalidateQueries({ queryKey: programsQuery.queryKey }),
  })
}
