/** Keeps the query cache in sync with the server while a user is signed in, over one event stream. */
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isRunning } from '#shared/crawl/crawls.ts'
import type { AppEvent } from '#shared/events.ts'
import { parseJson } from '#shared/parse-json.ts'
import { type CrawlOnScreen, openLiveEvents } from '#web/api/client.ts'
import { applyCheck } from '#web/queries/changes.ts'
import { chatQuery, chatsQuery } from '#web/queries/chats.ts'
import { crawlQuery, crawlsQuery, patchCrawl } from '#web/queries/crawls.ts'
import { creditsQuery } from '#web/queries/credits.ts'
import { processingQuery } from '#web/queries/pages.ts'
import { createRefresher } from './refresher.ts'
import { meQuery } from '#web/queries/session/session.ts'
import { connectEventSource } from './reconnecting-event-source.ts'
import { refreshUnsaved } from '#web/queries/unsaved.ts'

type Refresher = ReturnType<typeof createRefresher>
type EventOf<Type extends AppEvent['type']> = Extract<AppEvent, { type: Type }>

/** A running crawl spends many credits per second, so the usage history is refreshed at intervals. */
const USAGE_REFRESH_MS = 1_500

/** Does nothing for a visitor (`userId` undefined). */
export function useLiveEvents(userId: string | undefined) {
  const queryClient = useQueryClient()
  useEffect(() => (userId ? followEvents(queryClient, openLiveEvents) : undefined), [queryClient, userId])
}

/** Applies the events of a user to the cache. Returns the function that ends it, after which no event is applied. */
export function followEvents(queryClient: QueryClient, open: Parameters<typeof connectEventSource>[0]): () => void {
  const crawlRefresher = createRefresher((id) => void invalidate(queryClient, crawlQuery(id)))
  const usageRefresher = createRefresher((key) => void invalidate(queryClient, { queryKey: [key] }))
  const parseEvent = createEventParser(() => import('#shared/events.ts'))
  let hasEnded = false
  const disconnect = connectEventSource(open, {
    onReconnected: () => void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'page' }),
    async onMessage(data) {
      const parsed = parseJson(data)
      if (await isBalanceShown(queryClient, parsed)) return
      const event = await parseEvent(parsed)
      // Another user may have signed in while the event was parsed.
      if (!event || hasEnded) return
      applyEvent(queryClient, crawlRefresher, event)
      if (event.type === 'credits') usageRefresher.refreshAfter('usage', USAGE_REFRESH_MS)
    },
  })
  return () => {
    hasEnded = true
    disconnect()
    crawlRefresher.cancelAll()
    usageRefresher.cancelAll()
  }
}

/**
 * True for the balance with which each stream begins if it is already shown: that saves loading the schemas, which are
 * large. Waits for a balance that is being fetched, since it may be older than the event.
 */
async function isBalanceShown(queryClient: QueryClient, parsed: unknown): Promise<boolean> {
  // Checked field by field below.
  const event = parsed as Partial<EventOf<'credits'>> | null
  if (event?.type !== 'credits') return false
  const isFetching = queryClient.getQueryState(creditsQuery.queryKey)?.fetchStatus === 'fetching'
  if (isFetching) await queryClient.fetchQuery(creditsQuery).catch(() => undefined)
  const shown = queryClient.getQueryData(creditsQuery.queryKey)
  return shown !== undefined && event.tier === undefined && event.credits_count === shown.credits_count
}

function applyEvent(queryClient: QueryClient, crawlRefresher: Refresher, event: AppEvent) {
  switch (event.type) {
    case 'credits':
      applyCredits(queryClient, event)
      return
    case 'crawl':
      applyCrawl(queryClient, crawlRefresher, event)
      return
    case 'knowledge':
      queryClient.setQueryData(processingQuery.queryKey, () => ({ pages: event.pages, ofPages: event.ofPages }))
      return
    case 'check':
      applyCheck(queryClient, event)
      return
    case 'changes':
      void invalidate(queryClient, { queryKey: ['change-reports', event.notebookId] })
      return
    case 'stored-file':
      void invalidate(queryClient, { queryKey: ['stored-files', event.sourceId] })
      return
    case 'unsaved':
      refreshUnsaved(queryClient, event.id)
      return
    case 'chat':
      void invalidate(queryClient, chatQuery(event.id))
      void invalidate(queryClient, chatsQuery)
      void invalidate(queryClient, { queryKey: ['notebook'] })
  }
}

/** Shows progress immediately. The list of pages is refetched: at intervals, and once the crawl has ended. */
function applyCrawl(queryClient: QueryClient, crawlRefresher: Refresher, event: EventOf<'crawl'>) {
  const { id, status, progress } = event
  // The event's schema is that of the response; only there, nested values are known to be JSON.
  const waiting = event.waiting as CrawlOnScreen['waiting']
  if (!isRunning(status)) {
    // Status, pages and error change together, so the crawl is refetched as a whole.
    void invalidate(queryClient, crawlsQuery)
    crawlRefresher.refreshNow(id)
    return
  }
  const cached = queryClient.getQueryData(crawlQuery(id).queryKey)
  if (cached?.status === 'queued') void invalidate(queryClient, crawlsQuery)
  patchCrawl(queryClient, id, (crawl) => ({ ...crawl, status, progress, waiting }))
  crawlRefresher.refreshAfter(id, crawlRefreshMs(cached?.pages.length ?? 0))
}

/** Milliseconds between two refreshes of a running crawl: the longer its list, the rarer. */
const crawlRefreshMs = (pages: number) => 1_200 + pages * 3

function applyCredits(queryClient: QueryClient, { credits_count, tier }: EventOf<'credits'>) {
  const cached = queryClient.getQueryData(creditsQuery.queryKey)
  if (cached) {
    queryClient.setQueryData(creditsQuery.queryKey, { tier: tier ?? cached.tier, credits_count })
  } else {
    // Retries what failed while disconnected.
    void invalidate(queryClient, creditsQuery)
  }
  if (!tier) return
  void invalidate(queryClient, meQuery)
  void invalidate(queryClient, { queryKey: ['billing'] })
}

function invalidate(queryClient: QueryClient, { queryKey }: { queryKey: QueryKey }) {
  return queryClient.invalidateQueries({ queryKey })
}

/**
 * Parses events in the order in which it is called. The schemas are large, and most visits begin without an event, so
 * `load` is called with the first one, and again only after it failed: Vite resolves a second import of a chunk sooner
 * than the first, so an event could overtake the one before it. Undefined for an invalid event, or when the schema
 * cannot be loaded; the query intervals cover that.
 */
export function createEventParser(load: () => Promise<Pick<typeof import('#shared/events.ts'), 'AppEvent'>>) {
  let schema: ReturnType<typeof load> | undefined
  return async (parsed: unknown): Promise<AppEvent | undefined> => {
    schema ??= load()
    const loading = schema
    try {
      return (await loading).AppEvent.safeParse(parsed).data
    } catch {
      if (schema === loading) schema = undefined
      return undefined
    }
  }
}
