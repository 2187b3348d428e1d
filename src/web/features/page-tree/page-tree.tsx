import { useCallbackRef, useMediaQuery } from '@mantine/hooks'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useId, useMemo, useRef, useState } from 'react'
import type { FocusEvent, MouseEvent, RefObject } from 'react'
import type { PageSummary } from '#shared/crawl/pages.ts'
import { t } from '#web/messages/t.ts'
import type { TreeNode } from './build-tree.ts'
import { type CheckState, checkStates, pageIdsBelow } from './selection.ts'
import { TreeItem } from './tree-item.tsx'
import type { RowActions } from './tree-row.tsx'
import { activeRow, parentIds, type TreeRow, visibleRows } from './tree-rows.ts'
import { useScrollAnchor } from './use-scroll-anchor.ts'
import { useTreeKeyboard } from './use-tree-keyboard.ts'
import classes from './page-tree.module.css'

const ROW_HEIGHT_PX = 30
const LOW_ROW_HEIGHT_PX = 28
/** Two lines, and high enough for a finger. */
const TOUCH_ROW_HEIGHT_PX = 44

export type PageTreeProps = {
  /** The tree of `pages`, possibly filtered. */
  tree: readonly TreeNode<PageSummary>[]
  pages: readonly PageSummary[]
  /** The ids of pages that match the filter; null without one. */
  matches: ReadonlySet<string> | null
  selected: ReadonlySet<string>
  onSelect: (pageIds: string[], on: boolean) => void
  collapsed: ReadonlySet<string>
  onCollapse: (nodeIds: string[], collapsed: boolean) => void
  onOpenPage: (pageId: string) => void
}

/** The page tree (ARIA tree pattern), virtualized for thousands of pages; only changed rows rerender. */
export function PageTree(props: PageTreeProps) {
  const { tree, pages, matches, selected, collapsed, onCollapse } = props
  const [openedDetails, setOpenedDetails] = useState<ReadonlySet<string>>(new Set())
  const [active, setActive] = useState<string | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const treeElement = useRef<HTMLDivElement>(null)
  const treeId = useId()

  const rows = useMemo(() => visibleRows(tree, collapsed), [tree, collapsed])
  const indexById = useMemo(() => new Map(rows.map((row, index) => [row.node.id, index])), [rows])
  const parentById = useMemo(() => parentIds(tree), [tree])
  const states = useMemo(() => checkStates(tree, selected), [tree, selected])
  const activeIndex = activeRow(indexById, parentById, active)
  const virtual = useVirtualRows(scroller, rows, activeIndex)
  useScrollAnchor(virtual, { rows, indexById, active: activeIndex, pages, filter: matches })

  const toggleDetails = useCallback((id: string) => setOpenedDetails((old) => toggled(old, id)), [])
  const actions = useRowActions(props, states, toggleDetails)

  function focusRow(index: number) {
    setActive(rows[index]?.node.id ?? null)
    virtual.scrollToIndex(index)
  }

  const onKeyDown = useTreeKeyboard({ rows, activeIndex, actions, onCollapse, onFocusRow: focusRow })

  /** Clicks in a row keep the focus on the tree, so that its keyboard navigation continues from there. */
  function onMouseDown(event: MouseEvent) {
    const id = nodeIdAround(event.target)
    if (id === null) return
    setActive(id)
    if (event.target instanceof Element && event.target.closest('[data-details]')) return
    event.preventDefault()
    treeElement.current?.focus({ preventScroll: true })
  }
  function onFocus(event: FocusEvent) {
    const id = event.target === event.currentTarget ? null : nodeIdAround(event.target)
    if (id !== null) setActive(id)
  }

  return (
    <div ref={scroller} className={classes.scroller}>
      <div
        ref={treeElement}
        // Target of a skip link.
        id="page-tree"
        role="tree"
        aria-label={t('foundPages.treeLabel')}
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
                state={states.get(row.node.id) ?? 'off'}
                active={item.index === activeIndex}
                isOpen={openedDetails.has(row.node.id)}
                isContext={matches !== null && !(row.node.page && matches.has(row.node.page.id))}
                actions={actions}
              />
            )
          )
        })}
      </div>
      <p id={`${treeId}-keys`} className={classes.keys}>
        {t('foundPages.keyboardHelp')}
      </p>
    </div>
  )
}

function useVirtualRows(scroller: RefObject<HTMLDivElement | null>, rows: readonly TreeRow[], activeIndex: number) {
  const rowHeight = useRowHeight()
  return useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    // In the hidden pane of a phone every row measures 0; caching that would break the layout when it is shown.
    measureElement: (element) => element.getBoundingClientRect().height || rowHeight,
    overscan: 6,
    getItemKey: (index) => rows[index]?.node.id ?? index,
    // The active row is always rendered: it may contain the focus, and aria-activedescendant points at it.
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range)
      if (activeIndex >= range.count || seen.includes(activeIndex)) return seen
      return [...seen, activeIndex].toSorted((a, b) => a - b)
    },
  })
}

function useRowHeight(): number {
  const isTouch = useMediaQuery('(max-width: 48em), (pointer: coarse)', false, { getInitialValueInEffect: false })
  // As in tree-row.module.css.
  const isLow = useMediaQuery('(max-height: 56em)', false, { getInitialValueInEffect: false })
  if (isTouch) return TOUCH_ROW_HEIGHT_PX
  return isLow ? LOW_ROW_HEIGHT_PX : ROW_HEIGHT_PX
}

/** The actions must be stable, because rows are memoized. */
function useRowActions(
  props: PageTreeProps,
  states: ReadonlyMap<string, CheckState>,
  toggleDetails: (nodeId: string) => void,
): RowActions {
  const latest = useCallbackRef(() => ({ ...props, states }))
  return useMemo<RowActions>(
    () => ({
      onSelect({ node }) {
        const { selected, states: current, matches, onSelect } = latest()
        if (node.page) onSelect([node.page.id], !selected.has(node.page.id))
        else onSelect(pageIdsBelow(node, matches), current.get(node.id) !== 'on')
      },
      onSelectBranch({ node }) {
        const { selected, matches, onSelect } = latest()
        const ids = pageIdsBelow(node, matches)
        onSelect(ids, !ids.every((id) => selected.has(id)))
      },
      onToggleExpanded: ({ node, expanded }) => latest().onCollapse([node.id], expanded === true),
      onToggleDetails: ({ node }) => node.page && toggleDetails(node.id),
      onOpenPage: (pageId) => latest().onOpenPage(pageId),
    }),
    [latest, toggleDetails],
  )
}

function nodeIdAround(target: EventTarget): string | null {
  const item = target instanceof Element ? target.closest('[role=treeitem]') : null
  return item?.getAttribute('data-node') ?? null
}

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}
