import { useMediaQuery } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { t } from '#web/languages/t.ts'
import { PreviewRowView } from './preview-row-view.tsx'
import { movePreview, previewRows } from './preview-rows.ts'
import { countTicks, tickOf } from './preview-ticks.ts'
import type { Tick, Ticks } from './preview-ticks.ts'
import type { PreviewNode } from './preview-tree.ts'
import classes from './preview-tree-view.module.css'

const ROW_HEIGHT_PX = 36
/** As `touch.css` says of everything that can be pressed. */
const TOUCHED_ROW_HEIGHT_PX = 44

type PreviewTreeProps = {
  root: PreviewNode
  ticks: Ticks
  collapsed: ReadonlySet<string>
  onTick: (node: PreviewNode) => void
  onTickOnly: (node: PreviewNode) => void
  onToggle: (path: string) => void
}

/** A tree that stays quick with ten thousand addresses: only the rows in sight are in the document. */
export function PreviewTree({ root, ticks, collapsed, onTick, onTickOnly, onToggle }: PreviewTreeProps) {
  const [active, setActive] = useState(0)
  const scroller = useRef<HTMLDivElement>(null)
  const treeId = useId()
  const touched = useMediaQuery('(max-width: 48em), (pointer: coarse)', false, { getInitialValueInEffect: false })
  const rowHeight = touched ? TOUCHED_ROW_HEIGHT_PX : ROW_HEIGHT_PX
  const rows = useMemo(() => previewRows(root, collapsed), [root, collapsed])
  const counts = useMemo(() => countTicks(root, ticks), [root, ticks])
  const activeIndex = Math.min(active, rows.length - 1)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    getItemKey: (index) => rows[index]?.node.path ?? index,
  })

  // What it has measured by the other height is forgotten, as when a telephone is turned.
  useEffect(() => virtual.measure(), [virtual, rowHeight])

  function onKeyDown(event: KeyboardEvent) {
    const row = rows[activeIndex]
    // A key pressed on a button inside a row belongs to that button.
    if (!row || event.target !== event.currentTarget) return
    const move = movePreview(rows, activeIndex, event.key)
    if (event.key === ' ' && event.shiftKey && row.node.own > 0) onTickOnly(row.node)
    else if (event.key === ' ' || event.key === 'Enter') onTick(row.node)
    else if (move && 'go' in move) {
      setActive(move.go)
      virtual.scrollToIndex(move.go)
    } else if (move) onToggle(move.toggle)
    else return
    event.preventDefault()
  }

  return (
    <div ref={scroller} className={classes.scroller}>
      <div
        role="tree"
        aria-label={t('Pages of the site')}
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
          const tick = tickOf(row.node, counts)
          return (
            <div
              key={item.key}
              id={`${treeId}-${item.index}`}
              role="treeitem"
              data-active={item.index === activeIndex || undefined}
              aria-label={rowLabel(row.node, tick, counts.get(row.node.path) ?? 0)}
              aria-level={row.node.depth + 1}
              aria-posinset={row.position}
              aria-setsize={row.siblings}
              aria-expanded={row.expanded}
              aria-checked={tick === 'mixed' ? 'mixed' : tick === 'on'}
              className={classes.item}
              style={{ height: rowHeight, transform: `translateY(${item.start}px)` }}
              onMouseDown={() => setActive(item.index)}
            >
              <PreviewRowView
                row={row}
                tick={tick}
                ticked={counts.get(row.node.path) ?? 0}
                onTick={onTick}
                onTickOnly={onTickOnly}
                onToggle={onToggle}
              />
            </div>
          )
        })}
      </div>
      <p id={`${treeId}-keys`} className={classes.keys}>
        {t('Arrow keys move, Space ticks a page with everything below it, Shift and Space the page alone.')}
      </p>
    </div>
  )
}

/** The words of the row in their order, as whoever speaks to the screen reads them there. */
function rowLabel({ label, title, total }: PreviewNode, tick: Tick, ticked: number) {
  return [label, title, total > 1 && pagesWords(total, tick === 'mixed' ? ticked : null)].filter(Boolean).join(', ')
}

function pagesWords(n: number, ticked: number | null): string {
  if (ticked === null) return t('{n, plural, one {# page} other {# pages}}', { n })
  return t('{ticked, number} of {n, plural, one {# page} other {# pages}}', { n, ticked })
}
