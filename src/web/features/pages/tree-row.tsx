import { IconChevronRight, IconListCheck } from '@tabler/icons-react'
import { memo } from 'react'
import type { PageSummary } from '#shared/pages.ts'
import { useLanguage } from '#web/languages/language.ts'
import { t } from '#web/languages/t.ts'
import { PageDetails } from './page-details.tsx'
import { pathOf } from './path-of.ts'
import type { Tick } from './ticks.ts'
import type { TreeRow as Row } from './tree-rows.ts'
import classes from './tree-row.module.css'

export type RowActions = {
  onTick: (row: Row<PageSummary>) => void
  onTickBranch: (row: Row<PageSummary>) => void
  onToggle: (row: Row<PageSummary>) => void
  onMore: (row: Row<PageSummary>) => void
  onRead: (pageId: string) => void
}

type TreeRowProps = { row: Row<PageSummary>; tick: Tick; opened: boolean; actions: RowActions }

/**
 * One node as a person sees it: toggle, checkbox, title and path, and More… with what is known of the page. Plain
 * elements throughout, since a row is drawn for every step of scrolling.
 */
export const TreeRow = memo(function TreeRow({ row, tick, opened, actions }: TreeRowProps) {
  useLanguage()
  const { node } = row
  return (
    <div className={classes.row} style={{ paddingInlineStart: `calc(${Math.min(node.depth, 8)} * var(--rb-step))` }}>
      <div className={classes.line}>
        {row.expanded === undefined ? (
          <span className={classes.toggle} />
        ) : (
          <button
            type="button"
            className={classes.toggle}
            tabIndex={-1}
            data-expanded={row.expanded || undefined}
            aria-label={row.expanded ? t('Collapse {label}', { label: node.title }) : t('Expand {label}', { label: node.title })}
            onClick={() => actions.onToggle(row)}
          >
            <IconChevronRight size={16} aria-hidden />
          </button>
        )}
        {/* A finger hits the room around the box as well. */}
        <label className={classes.box}>
          <input
            type="checkbox"
            className={classes.checkbox}
            tabIndex={-1}
            ref={(box) => {
              if (box) box.indeterminate = tick === 'mixed'
            }}
            checked={tick === 'on'}
            aria-label={node.title}
            onChange={() => actions.onTick(row)}
          />
        </label>
        <div className={classes.words} onClick={() => actions.onTick(row)}>
          <span className={classes.title} data-folder={node.page === null || undefined} title={node.title}>
            {node.title}
          </span>{' '}
          <span className={classes.path}>{pathOf(node.url)}</span>
        </div>{' '}
        {row.expanded !== undefined && (
          <button
            type="button"
            className={classes.branch}
            tabIndex={-1}
            aria-label={t('Select everything under {title}', { title: node.title })}
            title={t('Select everything below')}
            onClick={() => actions.onTickBranch(row)}
          >
            <IconListCheck size={16} aria-hidden />
          </button>
        )}
        {node.page && (
          <button
            type="button"
            className={classes.more}
            tabIndex={-1}
            aria-expanded={opened}
            onClick={() => actions.onMore(row)}
          >
            {opened ? t('Less') : t('More...')}
          </button>
        )}
      </div>
      {opened && node.page && (
        <div data-details>
          <PageDetails page={node.page} onRead={actions.onRead} />
        </div>
      )}
    </div>
  )
})
