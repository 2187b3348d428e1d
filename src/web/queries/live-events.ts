/** Keeps the query cache in sync with the server while a user is signed in, over one event stream. */
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isRunning } from '#shared/crawl/crawls.ts'
import type { AppEvent } from '#shared/events.ts'
import { openLiveEvents } from '#web/api/client.ts'
import { applyCheck } from './changes.ts'
import { chatQuery, chatsQuery } from './chats.ts'
import { crawlQuery, crawlsQuery, patchCrawl } from './crawls.ts'
import { creditsQuery } from './credits.ts'
import { processingQuery } from './pages.ts'
import { createRefresher } from './refresher.ts'
import { meQuery } from './session.ts'
import { connectEventSource } from './reconnecting-event-source.ts'
import { refreshUnsaved } from './unsaved.ts'

/** A running crawl spends many credits per second, so the history is refreshed at intervals. */
const USAGE_AFTER_MS = 1_500

export function useLiveEvents(userId: string | undefined) {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!userId) return
    const crawls = createRefresher((id) => void queryClient.invalidateQueries({ queryKey: crawlQuery(id).queryKey }))
    const usage = createRefresher((key) => void queryClient.invalidateQueries({ queryKey: [key] }))
    const close = connectEventSource(openLiveEvents, {
      onReconnected: () => void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'page' }),
      async onMessage(data) {
        const event = await readEvent(data)
        if (!event) return
        apply(queryClient, crawls, event)
        if (event.type === 'credits') usage.soon('usage', USAGE_AFTER_MS)
      },
    })
    // Loads before the first event.
    void loadSchema()
    return () => {
      close()
      crawls.close()
      usage.close()
    }
  }, [queryClient, userId])
}

function apply(queryClient: QueryClient, crawls: ReturnType<typeof createRefresher>, event: AppEvent) {
  switch (event.type) {
    case 'credits':
      applyCredits(queryClient, event)
      return
    case 'crawl': {
      const { id, status, progress, waiting } = event
      const known = queryClient.getQueryData(crawlQuery(id).queryKey)
      const ended = !isRunning(status)
      // The end of a crawl changes status, pages and error together, so it is refetched as a whole.
      patchCrawl(queryClient, id, (crawl) => (ended ? crawl : { ...crawl, status, progress, waiting }))
      if (ended || known?.status === 'queued') void queryClient.invalidateQueries({ queryKey: crawlsQuery.queryKey })
      if (ended) crawls.now(id)
      else crawls.soon(id, refreshAfter(known?.pages.length ?? 0))
      return
    }
    case 'knowledge':
      queryClient.setQueryData(processingQuery.queryKey, () => ({ pages: event.pages, ofPages: event.ofPages }))
      return
    case 'check':
      applyCheck(queryClient, event)
      return
    case 'stored-file':
      void queryClient.invalidateQueries({ queryKey: ['stored-files', event.sourceId] })
      return
    case 'unsaved':
      refreshUnsaved(queryClient, event.id)
      return
    case 'chat':
      void queryClient.invalidateQueries({ queryKey: chatQuery(event.id).queryKey })
      void queryClient.invalidateQueries({ queryKey: chatsQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: ['notebook'] })
  }
}

function applyCredits(queryClient: QueryClient, { credits_count, tier }: Extract<AppEvent, { type: 'credits' }>) {
  const known = queryClient.getQueryData(creditsQuery.queryKey)
  if (known) queryClient.setQueryData(creditsQuery.queryKey, { tier: tier ?? known.tier, credits_count })
  // Retries what failed while disconnected.
  else void queryClient.invalidateQueries({ queryKey: creditsQuery.queryKey })
  if (!tier) return
  void queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
  void queryClient.invalidateQueries({ queryKey: ['billing'] })
}

/** Milliseconds between refreshes of a running crawl: the longer the list, the rarer. */
const refreshAfter = (pages: number) => 1_200 + pages * 3

/** Loaded on demand: visitors get no events, and the schemas are large. */
const loadSchema = () => import('#shared/events.ts').catch(() => null)

/** Undefined for an invalid event, or when the schema cannot be loaded; the query intervals cover that. */
async function readEvent(data: string): Promise<AppEvent | undefined> {
  const schema = await loadSchema()
  return schema?.AppEvent.safeParse(parsed(data)).data
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return null
  }
}
