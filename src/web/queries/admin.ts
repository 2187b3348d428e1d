/** Queries and mutations of the admin area. */
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { AuditAction, ChartDays, ListedUser } from '#shared/admin.ts'
import type { ModelService, ModelStates } from '#shared/models.ts'
import type { Tier } from '#shared/tier.ts'
import {
  chooseModel,
  endSessionsOf,
  findLocalServers,
  getModels,
  listOfferedModels,
  removeModel,
  getActivity,
  getAdminOverview,
  getHealth,
  getSettings,
  listActions,
  listPeople,
  listRunningCrawls,
  saveSettings,
  setAdministrator,
  setCredits,
  setPlan,
  setSuspended,
  unsafeStopCrawl,
} from '#web/api/client.ts'

const HEALTH_EVERY_MS = 10_000
const CRAWLS_EVERY_MS = 3_000

export const overviewQuery = queryOptions({
  queryKey: ['admin', 'overview'],
  queryFn: getAdminOverview,
  staleTime: 10_000,
})
export const activityQuery = (days: ChartDays) =>
  queryOptions({
    queryKey: ['admin', 'activity', days],
    queryFn: () => getActivity(days),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
export const healthQuery = queryOptions({
  queryKey: ['admin', 'health'],
  queryFn: getHealth,
  refetchInterval: HEALTH_EVERY_MS,
})
export const runningCrawlsQuery = queryOptions({
  queryKey: ['admin', 'crawls'],
  queryFn: listRunningCrawls,
  refetchInterval: CRAWLS_EVERY_MS,
})
export const auditQuery = (action: AuditAction | undefined, withViews: boolean) =>
  queryOptions({
    queryKey: ['admin', 'audit', action ?? '', withViews],
    queryFn: () => listActions(action, withViews),
    placeholderData: keepPreviousData,
  })
/** Each request is an audit entry, so it is sent only when the tab opens. */
export const settingsQuery = queryOptions({
  queryKey: ['admin', 'settings'],
  queryFn: getSettings,
  staleTime: Infinity,
  gcTime: 0,
  refetchOnWindowFocus: false,
})

const peopleKey = ['admin', 'people'] as const
export const peopleQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...peopleKey, search],
    queryFn: ({ pageParam }) => listPeople(search, pageParam),
    initialPageParam: undefined as string | undefined, // The type of the pieces that follow.
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  })

export function useSaveSettings() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: saveSettings,
    onSuccess: (settings) => {
      queryClient.setQueryData(settingsQuery.queryKey, settings)
      // The engine may have changed.
      void queryClient.invalidateQueries({ queryKey: ['instance'] })
      void queryClient.invalidateQueries({ queryKey: modelsQuery.queryKey })
    },
  })
}

export function useStopAnyCrawl() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: unsafeStopCrawl,
    onSettled: () => queryClient.invalidateQueries({ queryKey: runningCrawlsQuery.queryKey }),
  })
}

/** A change to a user account. */
export type PersonChange =
  | { type: 'plan'; tier: Tier }
  | { type: 'credits'; credits: number }
  | { type: 'suspended'; value: boolean }
  | { type: 'administrator'; value: boolean }
  | { type: 'end-sessions' }

export function useChangePerson() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ person, change }: { person: ListedUser; change: PersonChange }) => changePerson(person.id, change),
    // Also on failure: another administrator may have made the change.
    onSettled: () => queryClient.invalidateQueries({ queryKey: peopleKey }),
  })
}

function changePerson(id: string, change: PersonChange): Promise<ListedUser> {
  switch (change.type) {
    case 'plan':
      return setPlan(id, change.tier)
    case 'credits':
      return setCredits(id, change.credits)
    case 'suspended':
      return setSuspended(id, change.value)
    case 'administrator':
      return setAdministrator(id, change.value)
    case 'end-sessions':
      return endSessionsOf(id)
  }
}

export const modelsQuery = queryOptions({ queryKey: ['admin', 'models'], queryFn: getModels, staleTime: 10_000 })
export const localServersQuery = queryOptions({
  queryKey: ['admin', 'models', 'found'],
  queryFn: findLocalServers,
  staleTime: 60_000,
  retry: false,
})
export const offeredModelsQuery = (service: ModelService) =>
  queryOptions({
    queryKey: ['admin', 'models', 'list', service],
    queryFn: () => listOfferedModels(service),
    staleTime: 60_000,
    gcTime: 0,
    retry: false,
  })

function useModelChange<Variables>(mutationFn: (variables: Variables) => Promise<ModelStates>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (models) => {
      queryClient.setQueryData(modelsQuery.queryKey, models)
      void queryClient.invalidateQueries({ queryKey: ['instance'] })
      void queryClient.invalidateQueries({ queryKey: ['admin', 'settings'] })
    },
  })
}

export const useChooseModel = () => useModelChange(chooseModel)
export const useRemoveModel = () => useModelChange(removeModel)
