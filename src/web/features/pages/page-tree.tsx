import { useVirtualizer } from '@tanstack/react-virtual'
import { useId, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { PageSummary } from '#shared/pages.ts'
import { buildTree } from './build-tree.ts'
import { pathOf } from './path-of.ts'
import { TreeRow } from './tree-row.tsx'
import { moveInTree, pagesBelow, tickOf, visibleRows } from './tree-rows.ts'
import type { TreeRow as Row } from './tree-rows.ts'
import classes from './page-tree.module.css'

const ROW_HEIGHT_PX = 48

type PageTreeProps = {
  pages: readonly PageSummary[]
  selected: ReadonlySet<string>
  onSelect: (pageIds: string[], on: boolean) => void
  onRead: (pageId: string) => void
}

/** The pages as a tree that stays quick with a thousand of them: only the rows in sight are in the document. */
export function PageTree({ pages, selected, onSelect, onRead }: PageTreeProps) {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [active, setActive] = useState(0)
  const scroller = useRef<HTMLDivElement>(null)
  const treeId = useId()

  const tree = useMemo(() => buildTree(pages), [pages])
  const rows = useMemo(() => visibleRows(tree, collapsed), [tree, collapsed])
  const activeIndex = Math.min(active, rows.length - 1)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT_PX,
    // Behind the other pane of a phone every row is 0 high; believing that would lose the rows for good.
    measureElement: (element) => element.getBoundingClientRect().height || ROW_HEIGHT_PX,
    overscan: 12,
    // The buttons below may cover the last rows of the list.
    scrollPaddingEnd: 2 * ROW_HEIGHT_PX,
    getItemKey: (index) => rows[index]?.node.id ?? index,
  })

  function tick({ node }: Row<PageSummary>) {
    if (node.page) onSelect([node.page.id], !selected.has(node.page.id))
    else onSelect(idsBelow(node), tickOf(node, selected) !== 'on')
  }
  function tickBranch({ node }: Row<PageSummary>) {
    const ids = idsBelow(node)
    onSelect(ids, !ids.every((id) => selected.has(id)))
  }
  const toggle = ({ node }: Row<PageSummary>) => setCollapsed((old) => toggled(old, node.id))
  const more = ({ node }: Row<PageSummary>) => node.page && setOpened((old) => toggled(old, node.id))

  function go(index: number) {
    setActive(index)
    virtual.scrollToIndex(index)
  }

  function onKeyDown(event: KeyboardEvent) {
    const row = rows[activeIndex]
    // A key pressed on a link or button inside a row belongs to that control.
    if (!row || event.target !== event.currentTarget) return
    const move = moveInTree(rows, activeIndex, event.key)
    if (event.key === ' ') {
      if (event.shiftKey) tickBranch(row)
      else tick(row)
    } else if (event.key === 'Enter') more(row)
    else if (move && 'go' in move) go(move.go)
    else if (move) toggle(row)
    else return
    event.preventDefault()
  }

  return (
    <div ref={scroller} className={classes.scroller}>
      <div
        role="tree"
        aria-label="Found pages"
        aria-multiselectable
        aria-activedescendant={`${treeId}-${activeIndex}`}
        aria-describedby={`${treeId}-keys`}
        tabIndex={0}
        className={classes.tree}
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index]
          if (!row) return null
          const tickState = tickOf(row.node, selected)
          return (
            <div
              key={item.key}
              id={`${treeId}-${item.index}`}
              ref={virtual.measureElement}
              data-index={item.index}
              data-active={item.index === activeIndex || undefined}
              role="treeitem"
              aria-label={opened.has(row.node.id) ? undefined : rowLabel(row.node)}
              aria-level={row.node.depth + 1}
              aria-posinset={row.position}
              aria-setsize={row.siblings}
              aria-expanded={row.expanded}
              aria-checked={tickState === 'mixed' ? 'mixed' : tickState === 'on'}
              className={classes.item}
              style={{ transform: `translateY(${item.start}px)` }}
              onMouseDown={() => setActive(item.index)}
            >
              <TreeRow
                row={row}
                selected={selected}
                opened={opened.has(row.node.id)}
                onTick={tick}
                onTickBranch={tickBranch}
                onToggle={toggle}
                onMore={more}
                onRead={onRead}
              />
            </div>
          )
        })}
      </div>
      <p id={`${treeId}-keys`} className={classes.keys}>
        Arrow keys move, Space ticks, Shift and Space ticks everything below, Enter shows more.
      </p>
    </div>
  )
}

/** Its title and path, and that there is more; an opened row is read out as it stands. */
const rowLabel = ({ title, url, page }: Row<PageSummary>['node']) =>
  `${title} ${pathOf(url)}${page ? ' More...' : ''}`

const idsBelow = (node: Row<PageSummary>['node']) => pagesBelow(node).map((page) => page.id)

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}
