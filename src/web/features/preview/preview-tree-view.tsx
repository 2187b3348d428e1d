import { useMediaQuery } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { t } from '#web/messages/t.ts'
import { PreviewRowView } from './preview-row-view.tsx'
import { moveInPreview, previewRows } from './preview-rows.ts'
import { countSelected, checkStateOf } from './preview-selection.ts'
import type { CheckState, Selection } from './preview-selection.ts'
import type { PreviewNode } from './preview-tree.ts'
import classes from './preview-tree-view.module.css'

const ROW_HEIGHT_PX = 36
/** The touch target height of `touch.css`. */
const TOUCH_ROW_HEIGHT_PX = 44

type PreviewTreeViewProps = {
  root: PreviewNode
  selection: Selection
  collapsed: ReadonlySet<string>
  onSelect: (node: PreviewNode) => void
  onSelectOnly: (node: PreviewNode) => void
  /** Toggles the page alone. */
  onSelectPage: (node: PreviewNode) => void
  onToggleExpanded: (path: string) => void
}

/** The preview tree, virtualized for ten thousand addresses. */
export function PreviewTreeView({
  root,
  selection,
  collapsed,
  onSelect,
  onSelectOnly,
  onSelectPage,
  onToggleExpanded,
}: PreviewTreeViewProps) {
  const [active, setActive] = useState(0)
  const scroller = useRef<HTMLDivElement>(null)
  const treeId = useId()
  const isTouch = useMediaQuery('(max-width: 48em), (pointer: coarse)', false, { getInitialValueInEffect: false })
  const rowHeight = isTouch ? TOUCH_ROW_HEIGHT_PX : ROW_HEIGHT_PX
  const rows = useMemo(() => previewRows(root, collapsed), [root, collapsed])
  const counts = useMemo(() => countSelected(root, selection), [root, selection])
  const activeIndex = Math.min(active, rows.length - 1)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    getItemKey: (index) => rows[index]?.node.path ?? index,
  })

  // The row height can change, for example when a phone is rotated.
  useEffect(() => virtual.measure(), [virtual, rowHeight])

  function onKeyDown(event: KeyboardEvent) {
    const row = rows[activeIndex]
    // A key pressed on a button inside a row belongs to that button.
    if (!row || event.target !== event.currentTarget) return
    const move = moveInPreview(rows, activeIndex, event.key)
    // A folder without a page of its own stands for the pages below it, as in the list of found pages.
    if (event.key === ' ' && !event.shiftKey && row.node.addressCount > 0) onSelectPage(row.node)
    else if (event.key === ' ' || event.key === 'Enter') onSelect(row.node)
    else if (move && 'focus' in move) {
      setActive(move.focus)
      virtual.scrollToIndex(move.focus)
    } else if (move) onToggleExpanded(move.toggle)
    else return
    event.preventDefault()
  }

  return (
    <div ref={scroller} className={classes.scroller}>
      <div
        role="tree"
        aria-label={t('preview.sitePages')}
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
          const state = checkStateOf(row.node, counts)
          return (
            <div
              key={item.key}
              id={`${treeId}-${item.index}`}
              role="treeitem"
              data-active={item.index === activeIndex || undefined}
              aria-label={rowLabel(row.node, state, counts.get(row.node.path) ?? 0)}
              aria-level={row.node.depth + 1}
              aria-posinset={row.position}
              aria-setsize={row.siblings}
              aria-expanded={row.expanded}
              aria-checked={state === 'mixed' ? 'mixed' : state === 'on'}
              className={classes.item}
              style={{ height: rowHeight, transform: `translateY(${item.start}px)` }}
              onMouseDown={() => setActive(item.index)}
            >
              <PreviewRowView
                row={row}
                state={state}
                selectedCount={counts.get(row.node.path) ?? 0}
                onSelect={onSelect}
                onSelectOnly={onSelectOnly}
                onToggleExpanded={onToggleExpanded}
              />
            </div>
          )
        })}
      </div>
      <p id={`${treeId}-keys`} className={classes.keys}>
        {t('preview.keyboardHelp')}
      </p>
    </div>
  )
}

/** Starts with the visible label, which speech control needs. */
function rowLabel({ label, title, total }: PreviewNode, state: CheckState, selectedCount: number) {
  return [label, title, total > 1 && pagesText(total, state === 'mixed' ? selectedCount : null)]
    .filter(Boolean)
    .join(', ')
}

function pagesText(n: number, selectedCount: number | null): string {
  if (selectedCount === null) return t('common.pageCount', { n })
  return t('common.selectedOfTotal', { n, selected: selectedCount })
}
