import { memo } from 'react'
import type { PageSummary } from '#shared/pages.ts'
import { useLanguage } from '#web/languages/language.ts'
import { t } from '#web/languages/t.ts'
import { pathOf } from './path-of.ts'
import type { Tick } from './ticks.ts'
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
  tick: Tick
  active: boolean
  opened: boolean
  /** Shown only since it leads to a page that matches the filter. */
  aside: boolean
  actions: RowActions
}

/** One row in its place in the tree, as assistive technology reads it. */
export const TreeItem = memo(function TreeItem(props: TreeItemProps) {
  useLanguage()
  const { id, index, start, measure, row, tick, active, opened, aside, actions } = props
  return (
    <div
      id={id}
      ref={measure}
      data-index={index}
      data-node={row.node.id}
      data-active={active || undefined}
      data-aside={aside || undefined}
      role="treeitem"
      aria-label={opened ? undefined : rowLabel(row)}
      aria-level={row.node.depth + 1}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.expanded}
      aria-checked={tick === 'mixed' ? 'mixed' : tick === 'on'}
      className={classes.item}
      style={{ transform: `translateY(${start}px)` }}
    >
      <TreeRow row={row} tick={tick} opened={opened} actions={actions} />
    </div>
  )
})

/** Its title and path, and that there is more; an opened row is read out as it stands. */
const rowLabel = ({ node: { title, url, page } }: Row<PageSummary>) =>
  `${title} ${pathOf(url)}${page ? ` ${t('More...')}` : ''}`
