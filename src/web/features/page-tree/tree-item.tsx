import { memo } from 'react'
import type { PageSummary } from '#shared/crawl/pages.ts'
import { useLanguage } from '#web/messages/language.ts'
import { t } from '#web/messages/t.ts'
import type { CheckState } from './selection.ts'
import { TreeRow } from './tree-row.tsx'
import type { RowActions } from './tree-row.tsx'
import type { TreeRow as Row } from './tree-rows.ts'
import classes from './page-tree.module.css'

type TreeItemProps = {
  id: string
  index: number
  /** Pixels from the top of the tree. */
  start: number
  measure: (element: HTMLElement | null) => void
  row: Row<PageSummary>
  state: CheckState
  active: boolean
  isOpen: boolean
  /** Shown only as an ancestor of a matching page. */
  isContext: boolean
  actions: RowActions
}

/** One row with its position and ARIA attributes. */
export const TreeItem = memo(function TreeItem(props: TreeItemProps) {
  useLanguage()
  const { id, index, start, measure, row, state, active, isOpen, isContext, actions } = props
  return (
    <div
      id={id}
      ref={measure}
      data-index={index}
      data-node={row.node.id}
      data-active={active || undefined}
      data-context={isContext || undefined}
      role="treeitem"
      aria-label={isOpen ? undefined : rowLabel(row)}
      aria-level={row.node.depth + 1}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.expanded}
      aria-checked={state === 'mixed' ? 'mixed' : state === 'on'}
      className={classes.item}
      style={{ transform: `translateY(${start}px)` }}
    >
      <TreeRow row={row} state={state} isOpen={isOpen} actions={actions} />
    </div>
  )
})

/** Title, path and the More button. Rows with open details are named by their content instead. */
const rowLabel = ({ node: { title, path, page } }: Row<PageSummary>) =>
  `${title} ${path}${page ? ` ${t('foundPages.more')}` : ''}`
