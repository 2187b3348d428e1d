import { useCallbackRef } from '@mantine/hooks'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { selectPages } from '#web/api/client.ts'
import type { CrawlOnScreen } from '#web/api/client.ts'
import { patchCrawl } from '#web/queries/crawls.ts'
import { useStored } from '#web/ui/hooks/use-stored.ts'

const SAVE_AFTER_MS = 500
const isPageIds = (stored: unknown): stored is string[] | null =>
  stored === null || (Array.isArray(stored) && stored.every((id) => typeof id === 'string'))

/**
 * The selected page ids of `crawl`. Changes are shown immediately, kept in this browser across reloads, and saved to
 * the server after a delay.
 */
export function useSelection(userId: string | undefined, crawl: CrawlOnScreen | undefined) {
  const queryClient = useQueryClient()
  const key = userId && crawl ? `readback:selection:${userId}:${crawl.id}` : null
  const [unsaved, setUnsaved] = useStored<string[] | null>(key, null, isPageIds)
  const pages = crawl?.pages
  const crawlId = crawl?.id

  const selected = useMemo(() => {
    const ids = unsaved ?? pages?.filter((page) => page.selected).map(({ id }) => id)
    return new Set(ids)
  }, [unsaved, pages])

  const save = useEffectEvent(async () => {
    if (!unsaved || !crawlId) return
    await selectPages(crawlId, unsaved)
    const saved = new Set(unsaved)
    patchCrawl(queryClient, crawlId, (each) => ({
      ...each,
      pages: each.pages.map((page) =>
        page.selected === saved.has(page.id) ? page : { ...page, selected: saved.has(page.id) },
      ),
    }))
    // The cache notifies the screen in a timer. Until then `crawl` has the old selection, which would show for a moment
    // and disable buttons that have the focus.
    await new Promise((resolve) => setTimeout(resolve))
    // Changes made during the request remain unsaved for the next one.
    setUnsaved((now) => (now === unsaved ? null : now))
  })

  useEffect(() => {
    if (!unsaved) return
    const timer = setTimeout(() => void save().catch(() => {}), SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [unsaved])

  // Stable, so that memoized rows do not rerender.
  const select = useCallbackRef((ids: readonly string[], isSelected: boolean) => {
    // A second change may come before the next render.
    setUnsaved((now) => {
      const next = new Set(now ?? selected)
      for (const id of ids) {
        if (isSelected) next.add(id)
        else next.delete(id)
      }
      return [...next]
    })
  })

  return { selected, select }
}
