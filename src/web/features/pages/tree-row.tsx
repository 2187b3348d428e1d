import { Checkbox, UnstyledButton } from '@mantine/core'
import { IconChevronRight, IconListCheck } from '@tabler/icons-react'
import type { PageSummary } from '#shared/pages.ts'
import { PageDetails } from './page-details.tsx'
import { pathOf } from './path-of.ts'
import { tickOf } from './tree-rows.ts'
import type { TreeRow as Row } from './tree-rows.ts'
import classes from './tree-row.module.css'

export type RowActions = {
  onTick: (row: Row<PageSummary>) => void
  onTickBranch: (row: Row<PageSummary>) => void
  onToggle: (row: Row<PageSummary>) => void
  onMore: (row: Row<PageSummary>) => void
  onRead: (pageId: string) => void
}

type TreeRowProps = RowActions & { row: Row<PageSummary>; selected: ReadonlySet<string>; opened: boolean }

/** One node as a person sees it: toggle, checkbox, title and path, and More… with what is known of the page. */
export function TreeRow({ row, selected, opened, onTick, onTickBranch, onToggle, onMore, onRead }: TreeRowProps) {
  const { node } = row
  const tick = tickOf(node, selected)
  return (
    <div className={classes.row} style={{ paddingInlineStart: `${Math.min(node.depth, 8) * 1.125}rem` }}>
      <div className={classes.line}>
        {row.expanded === undefined ? (
          <span className={classes.toggle} />
        ) : (
          <UnstyledButton
            className={classes.toggle}
            tabIndex={-1}
            data-expanded={row.expanded || undefined}
            aria-label={`${row.expanded ? 'Collapse' : 'Expand'} ${node.title}`}
            onClick={() => onToggle(row)}
          >
            <IconChevronRight size={16} />
          </UnstyledButton>
        )}
        <Checkbox
          size="xs"
          tabIndex={-1}
          checked={tick === 'on'}
          indeterminate={tick === 'mixed'}
          aria-label={node.title}
          onChange={() => onTick(row)}
        />
        <div className={classes.words} onClick={() => onTick(row)}>
          <span className={classes.title} data-folder={node.page === null || undefined}>
            {node.title}
          </span>{' '}
          <span className={classes.path}>{pathOf(node.url)}</span>
        </div>{' '}
        {row.expanded !== undefined && (
          <UnstyledButton
            className={classes.branch}
            tabIndex={-1}
            aria-label={`Select everything under ${node.title}`}
            title="Select everything below"
            onClick={() => onTickBranch(row)}
          >
            <IconListCheck size={16} />
          </UnstyledButton>
        )}
        {node.page && (
          <UnstyledButton className={classes.more} tabIndex={-1} aria-expanded={opened} onClick={() => onMore(row)}>
            {opened ? 'Less' : 'More...'}
          </UnstyledButton>
        )}
      </div>
      {opened && node.page && <PageDetails page={node.page} onRead={onRead} />}
    </div>
  )
}
