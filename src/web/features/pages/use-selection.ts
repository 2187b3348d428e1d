/** Which pages of a crawl are ticked: at once on the screen, a moment later on the server, also across a reload. */
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { selectPages } from '#web/client.ts'
import type { CrawlOnScreen } from '#web/client.ts'
import { patchCrawl } from '#web/queries/crawls.ts'
import { useStored } from '#web/ui/use-stored.ts'

const SAVE_AFTER_MS = 500
const Ids = z.array(z.string()).nullable()
const isIds = (stored: unknown): stored is string[] | null => Ids.safeParse(stored).success

/**
 * The ticked page ids of `crawl`, and the way to change them. What the server does not know yet is kept in this
 * browser, under the person and the crawl, until the server has it.
 */
export function useSelection(userId: string | undefined, crawl: CrawlOnScreen | undefined) {
  const queryClient = useQueryClient()
  const key = userId && crawl ? `readback:selection:${userId}:${crawl.id}` : null
  const [unsaved, setUnsaved] = useStored<string[] | null>(key, null, isIds)
  const pages = crawl?.pages
  const crawlId = crawl?.id

  const selected = useMemo(() => {
    const ids = unsaved ?? pages?.flatMap((page) => (page.selected ? page.id : [])) ?? []
    return new Set(ids)
  }, [unsaved, pages])

  const save = useRef(async () => {})
  save.current = async () => {
    if (!unsaved || !crawlId) return
    await selectPages(crawlId, unsaved)
    const saved = new Set(unsaved)
    patchCrawl(queryClient, crawlId, (each) => ({
      ...each,
      pages: each.pages.map((page) =>
        page.selected === saved.has(page.id) ? page : { ...page, selected: saved.has(page.id) },
      ),
    }))
    // Ticks made while the request was under way stay unsaved, for the next one.
    setUnsaved((now) => (now === unsaved ? null : now))
  }

  useEffect(() => {
    if (!unsaved) return
    const timer = setTimeout(() => void save.current().catch(() => {}), SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [unsaved])

  // Always the same function, so that the rows of the tree need not be drawn again for it.
  const present = useRef(selected)
  present.current = selected
  const select = useCallback(
    (ids: readonly string[], on: boolean) => {
      const next = new Set(present.current)
      for (const id of ids) {
        if (on) next.add(id)
        else next.delete(id)
      }
      // Two ticks may come before the screen is drawn again.
      present.current = next
      setUnsaved([...next])
    },
    [setUnsaved],
  )

  return { selected, select }
}
