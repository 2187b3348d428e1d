import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useId, useMemo, useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react'
import type { PageSummary } from '#shared/pages.ts'
import { t } from '#web/languages/t.ts'
import type { TreeNode } from './build-tree.ts'
import { pagesBelow, ticksOf } from './ticks.ts'
import { TreeItem } from './tree-item.tsx'
import type { RowActions } from './tree-row.tsx'
import { activeRow, moveInTree, parentsIn, rowOfLetters, visibleRows } from './tree-rows.ts'
import { useKeptPlace } from './use-kept-place.ts'
import classes from './page-tree.module.css'

const ROW_HEIGHT_PX = 48
/** Letters typed within this time are one word. */
const SAME_WORD_MS = 700

export type PageTreeProps = {
  /** What is shown of `pages`: all, or what a filter leaves. */
  tree: readonly TreeNode<PageSummary>[]
  pages: readonly PageSummary[]
  /** The pages that match the filter; null without one. */
  matches: ReadonlySet<string> | null
  selected: ReadonlySet<string>
  onSelect: (pageIds: string[], on: boolean) => void
  collapsed: ReadonlySet<string>
  onCollapse: (nodeIds: string[], collapsed: boolean) => void
  onRead: (pageId: string) => void
}

/**
 * The pages as a tree that stays quick with a thousand of them: only the rows in sight are in the document, and of
 * those only the ones that changed are drawn again.
 */
export function PageTree(props: PageTreeProps) {
  const { tree, pages, matches, selected, onSelect, collapsed, onCollapse, onRead } = props
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [active, setActive] = useState<string | null>(null)
  const letters = useRef({ typed: '', at: 0 })
  const scroller = useRef<HTMLDivElement>(null)
  const self = useRef<HTMLDivElement>(null)
  const treeId = useId()

  const rows = useMemo(() => visibleRows(tree, collapsed), [tree, collapsed])
  const places = useMemo(() => new Map(rows.map((row, index) => [row.node.id, index])), [rows])
  const parents = useMemo(() => parentsIn(tree), [tree])
  const ticks = useMemo(() => ticksOf(tree, selected), [tree, selected])
  const activeIndex = activeRow(places, parents, active)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT_PX,
    // Behind the other pane of a phone every row is 0 high; believing that would lose the rows for good.
    measureElement: (element) => element.getBoundingClientRect().height || ROW_HEIGHT_PX,
    overscan: 6,
    // The buttons below may cover the last rows of the list.
    scrollPaddingEnd: 2 * ROW_HEIGHT_PX,
    getItemKey: (index) => rows[index]?.node.id ?? index,
    // The active row stays in the document wherever one scrolls: it may hold the focus, and the tree points at it.
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range)
      if (activeIndex >= range.count || seen.includes(activeIndex)) return seen
      return [...seen, activeIndex].toSorted((a, b) => a - b)
    },
  })
  useKeptPlace(virtual, { rows, places, active: activeIndex, pages, filter: matches })

  // Rows are drawn again only when they change, so what they call stays the same and looks here for the present.
  const now = useRef({ selected, ticks, matches, onSelect, onCollapse, onRead })
  now.current = { selected, ticks, matches, onSelect, onCollapse, onRead }
  const actions = useMemo<RowActions>(
    () => ({
      onTick({ node }) {
        const { selected, ticks, matches, onSelect } = now.current
        if (node.page) onSelect([node.page.id], !selected.has(node.page.id))
        else onSelect(pagesBelow(node, matches), ticks.get(node.id) !== 'on')
      },
      onTickBranch({ node }) {
        const { selected, matches, onSelect } = now.current
        const ids = pagesBelow(node, matches)
        onSelect(ids, !ids.every((id) => selected.has(id)))
      },
      onToggle: ({ node, expanded }) => now.current.onCollapse([node.id], expanded === true),
      onMore: ({ node }) => node.page && setOpened((old) => toggled(old, node.id)),
      onRead: (pageId) => now.current.onRead(pageId),
    }),
    [],
  )

  function go(index: number) {
    setActive(rows[index]?.node.id ?? null)
    virtual.scrollToIndex(index)
  }

  function onKeyDown(event: KeyboardEvent) {
    const row = rows[activeIndex]
    // A key pressed on a link or button inside a row belongs to that control.
    if (!row || event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const move = moveInTree(rows, activeIndex, event.key)
    if (event.key === ' ') {
      if (event.shiftKey) actions.onTickBranch(row)
      else actions.onTick(row)
    } else if (event.key === 'Enter') actions.onMore(row)
    else if (move && 'go' in move) go(move.go)
    else if (move && 'collapse' in move) onCollapse([move.collapse], true)
    else if (move) onCollapse(move.expand, false)
    else if (event.key.length === 1) type(event)
    else return
    event.preventDefault()
  }

  function type({ key, timeStamp }: KeyboardEvent) {
    const { typed, at } = letters.current
    const word = timeStamp - at < SAME_WORD_MS ? typed + key : key
    letters.current = { typed: word, at: timeStamp }
    const found = rowOfLetters(rows, activeIndex, word)
    if (found !== null) go(found)
  }

  /** What is clicked in a row leaves the focus with the tree, so that the keys go on from there. */
  function onMouseDown(event: MouseEvent) {
    const id = rowAround(event.target)
    if (id === null) return
    setActive(id)
    if (event.target instanceof Element && event.target.closest('[data-details]')) return
    event.preventDefault()
    self.current?.focus({ preventScroll: true })
  }
  function onFocus(event: FocusEvent) {
    const id = event.target === event.currentTarget ? null : rowAround(event.target)
    if (id !== null) setActive(id)
  }

  return (
    <div ref={scroller} className={classes.scroller}>
      <div
        ref={self}
        // A link at the top of the screen leads here.
        id="page-tree"
        role="tree"
        aria-label={t('Found pages')}
        aria-multiselectable
        aria-activedescendant={rows.length > 0 ? `${treeId}-${activeIndex}` : undefined}
        aria-describedby={`${treeId}-keys`}
        tabIndex={0}
        className={classes.tree}
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={onKeyDown}
        onMouseDown={onMouseDown}
        onFocus={onFocus}
      >
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index]
          return (
            row && (
              <TreeItem
                key={item.key}
                id={`${treeId}-${item.index}`}
                measure={virtual.measureElement}
                index={item.index}
                start={item.start}
                row={row}
                tick={ticks.get(row.node.id) ?? 'off'}
                active={item.index === activeIndex}
                opened={opened.has(row.node.id)}
                aside={matches !== null && !(row.node.page && matches.has(row.node.page.id))}
                actions={actions}
              />
            )
          )
        })}
      </div>
      <p id={`${treeId}-keys`} className={classes.keys}>
        {t('Arrow keys move, letters jump to a title, Space ticks, Shift and Space ticks everything below, Enter shows more, an asterisk expands everything beside.')}
      </p>
    </div>
  )
}

function rowAround(target: EventTarget): string | null {
  const item = target instanceof Element ? target.closest('[role=treeitem]') : null
  return item?.getAttribute('data-node') ?? null
}

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}
