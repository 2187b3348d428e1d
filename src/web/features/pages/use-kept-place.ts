import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { TreeRow } from './tree-rows.ts'

type Virtual = Virtualizer<HTMLDivElement, Element>

type Seen = { pages: unknown; filter: unknown; id: string | undefined; above: number }

/**
 * Keeps what is in sight where it is while `pages` come in above it: the first row in sight before is brought back to
 * the same height after. At the very top nothing is held, so that the first page stays first. Another `filter` begins
 * at the top, and none shows the active row again.
 */
export function useKeptPlace(
  virtual: Virtual,
  at: { rows: readonly TreeRow[]; places: ReadonlyMap<string, number>; active: number; pages: unknown; filter: unknown },
) {
  const { pages, filter } = at
  const seen = useRef<Seen>({ pages, filter, id: undefined, above: 0 })
  const now = useRef(at)

  function look() {
    const offset = virtual.scrollElement?.scrollTop ?? 0
    const first = offset > 0 ? virtual.getVirtualItemForOffset(offset) : undefined
    seen.current.id = first && now.current.rows[first.index]?.node.id
    seen.current.above = first ? first.start - offset : 0
  }

  useLayoutEffect(() => {
    now.current = at
    const before = seen.current
    seen.current = { ...before, pages, filter }
    if (filter !== before.filter) {
      if (filter) virtual.scrollToOffset(0)
      else virtual.scrollToIndex(at.active)
    } else if (pages !== before.pages && before.id !== undefined) {
      const index = at.places.get(before.id)
      const start = index === undefined ? undefined : virtual.measurementsCache[index]?.start
      if (start !== undefined) virtual.scrollToOffset(start - before.above)
    }
    look()
  })

  const scroller = virtual.scrollElement
  useEffect(() => {
    scroller?.addEventListener('scroll', look, { passive: true })
    return () => scroller?.removeEventListener('scroll', look)
    // What it looks at stands in references.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [scroller])
}
