/** What administrators see and do. */
import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AuditAction, ChartDays, Person } from '#shared/admin.ts'
import type { Tier } from '#shared/plans.ts'
import {
  endSessionsOf,
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
  stopAnyCrawl,
} from '#web/client.ts'

const HEALTH_EVERY_MS = 10_000
const CRAWLS_EVERY_MS = 3_000

export const overviewQuery = queryOptions({ queryKey: ['admin', 'overview'], queryFn: getAdminOverview, staleTime: 10_000 })
export const activityQuery = (days: ChartDays) =>
  queryOptions({
    queryKey: ['admin', 'activity', days],
    queryFn: () => getActivity(days),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
export const healthQuery = queryOptions({ queryKey: ['admin', 'health'], queryFn: getHealth, refetchInterval: HEALTH_EVERY_MS })
export const runningCrawlsQuery = queryOptions({
  queryKey: ['admin', 'crawls'],
  queryFn: listRunningCrawls,
  refetchInterval: CRAWLS_EVERY_MS,
})
export const auditQuery = (action: AuditAction | undefined) =>
  queryOptions({
    queryKey: ['admin', 'audit', action ?? ''],
    queryFn: () => listActions(action),
    placeholderData: keepPreviousData,
  })
/** Asking for them is written down: only when the tab is opened. */
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
      // Another engine may answer now.
      void queryClient.invalidateQueries({ queryKey: ['instance'] })
    },
  })
}

export function useStopAnyCrawl() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: stopAnyCrawl,
    onSettled: () => queryClient.invalidateQueries({ queryKey: runningCrawlsQuery.queryKey }),
  })
}

/** What is to become of a person. */
export type PersonChange =
  | { what: 'plan'; tier: Tier }
  | { what: 'credits'; credits: number }
  | { what: 'suspended'; to: boolean }
  | { what: 'administrator'; to: boolean }
  | { what: 'end-sessions' }

export function useChangePerson() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ person, change }: { person: Person; change: PersonChange }) => send(person.id, change),
    // Also after a failure: it may have been another administrator's doing.
    onSettled: () => queryClient.invalidateQueries({ queryKey: peopleKey }),
  })
}

function send(id: string, change: PersonChange): Promise<Person> {
  if (change.what === 'plan') return setPlan(id, change.tier)
  if (change.what === 'credits') return setCredits(id, change.credits)
  if (change.what === 'suspended') return setSuspended(id, change.to)
  if (change.what === 'administrator') return setAdministrator(id, change.to)
  return endSessionsOf(id)
}
