/** A preview of a crawl. Never refetched: every preview requests pages of the site. */
import { queryOptions } from '@tanstack/react-query'
import type { PreviewSite } from '#shared/crawl/previews.ts'
import { previewSite } from '#web/api/client.ts'

export const previewQuery = (ask: PreviewSite) =>
  queryOptions({
    queryKey: ['preview', ask],
    // Aborted when its screen closes.
    queryFn: ({ signal }) => previewSite(ask, signal),
    staleTime: 5 * 60_000,
    // The key may contain a session cookie, so it is dropped with its screen.
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** The paths of a site that its last preview left deselected, for the next one in this tab. */
export const deselectedKey = (url: string) => ['preview-deselected', url] as const
