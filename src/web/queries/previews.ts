/** What a crawl would read. Asked once: every preview reads pages of somebody's site. */
import { queryOptions } from '@tanstack/react-query'
import type { AskPreview } from '#shared/previews.ts'
import { previewSite } from '#web/client.ts'

export const previewQuery = (ask: AskPreview) =>
  queryOptions({
    queryKey: ['preview', ask],
    // Left alone by whoever asked, the request is given up.
    queryFn: ({ signal }) => previewSite(ask, signal),
    staleTime: 5 * 60_000,
    // What is asked for may hold the cookie of a sign-in: it goes with the screen that asked.
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
