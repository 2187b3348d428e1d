import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { TreeRow } from './tree-rows.ts'

type TreeVirtualizer = Virtualizer<HTMLDivElement, Element>

type Anchor = { pages: unknown; filter: unknown; id: string | undefined; offset: number }

/**
 * Keeps the first visible row in place while `pages` are added above it, except at the very top. A new `filter` scrolls
 * to the top; removing it scrolls to the active row.
 */
export function useScrollAnchor(
  virtual: TreeVirtualizer,
  options: {
    rows: readonly TreeRow[]
    indexById: ReadonlyMap<string, number>
    active: number
    pages: unknown
    filter: unknown
  },
) {
  const { pages, filter } = options
  const anchor = useRef<Anchor>({ pages, filter, id: undefined, offset: 0 })
  const latest = useRef(options)

  function updateAnchor() {
    const offset = virtual.scrollElement?.scrollTop ?? 0
    const first = offset > 0 ? virtual.getVirtualItemForOffset(offset) : undefined
    anchor.current.id = first && latest.current.rows[first.index]?.node.id
    anchor.current.offset = first ? first.start - offset : 0
  }

  useLayoutEffect(() => {
    latest.current = options
    const before = anchor.current
    anchor.current = { ...before, pages, filter }
    if (filter !== before.filter) {
      if (filter) virtual.scrollToOffset(0)
      else virtual.scrollToIndex(options.active)
    } else if (pages !== before.pages && before.id !== undefined) {
      const index = options.indexById.get(before.id)
      const start = index === undefined ? undefined : virtual.measurementsCache[index]?.start
      if (start !== undefined) virtual.scrollToOffset(start - before.offset)
    }
    updateAnchor()
  })

  const scroller = virtual.scrollElement
  useEffect(() => {
    scroller?.addEventListener('scroll', updateAnchor, { passive: true })
    return () => scroller?.removeEventListener('scroll', updateAnchor)
    // updateAnchor only reads refs.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [scroller])
}
