import { IconChevronRight, IconListCheck } from '@tabler/icons-react'
import { memo } from 'react'
import type { PageSummary } from '#shared/crawl/pages.ts'
import { useLanguage } from '#web/messages/language.ts'
import { t } from '#web/messages/t.ts'
import { PageDetails } from '#web/features/page-viewer/page-details.tsx'
import { pathOf } from '#web/ui/address-parts.ts'
import type { CheckState } from './selection.ts'
import type { TreeRow as Row } from './tree-rows.ts'
import classes from './tree-row.module.css'

export type RowActions = {
  onSelect: (row: Row<PageSummary>) => void
  onSelectBranch: (row: Row<PageSummary>) => void
  onToggleExpanded: (row: Row<PageSummary>) => void
  onToggleDetails: (row: Row<PageSummary>) => void
  onOpenPage: (pageId: string) => void
}

type TreeRowProps = { row: Row<PageSummary>; state: CheckState; isOpen: boolean; actions: RowActions }

/**
 * The content of one row: toggle, checkbox, title, path, and details behind a More button. Plain elements instead of
 * Mantine components, because scrolling renders many rows.
 */
export const TreeRow = memo(function TreeRow({ row, state, isOpen, actions }: TreeRowProps) {
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
            aria-label={
              row.expanded
                ? t('preview.collapseItem', { label: node.title })
                : t('preview.expandItem', { label: node.title })
            }
            onClick={() => actions.onToggleExpanded(row)}
          >
            <IconChevronRight size={16} aria-hidden />
          </button>
        )}
        {/* Enlarges the touch target of the checkbox. */}
        <label className={classes.box}>
          <input
            type="checkbox"
            className={classes.checkbox}
            tabIndex={-1}
            ref={(box) => {
              if (box) box.indeterminate = state === 'mixed'
            }}
            checked={state === 'on'}
            aria-label={node.title}
            onChange={() => actions.onSelect(row)}
          />
        </label>
        <div className={classes.text} onClick={() => actions.onSelect(row)}>
          <span
            className={classes.title}
            data-folder={node.page === null || undefined}
            title={node.page?.title || node.title}
          >
            {node.title}
          </span>{' '}
          <span className={classes.path} title={pathOf(node.url)}>
            <bdi>{node.path}</bdi>
          </span>
        </div>{' '}
        {row.expanded !== undefined && (
          <button
            type="button"
            className={classes.branch}
            tabIndex={-1}
            aria-label={t('foundPages.selectUnder', { title: node.title })}
            data-hint={t('foundPages.selectSubpages')}
            onClick={() => actions.onSelectBranch(row)}
          >
            <IconListCheck size={16} aria-hidden />
          </button>
        )}
        {node.page && (
          <button
            type="button"
            className={classes.more}
            tabIndex={-1}
            aria-expanded={isOpen}
            onClick={() => actions.onToggleDetails(row)}
          >
            {isOpen ? t('foundPages.less') : t('foundPages.more')}
          </button>
        )}
      </div>
      {isOpen && node.page && (
        <div data-details>
          <PageDetails page={node.page} onOpenPage={actions.onOpenPage} />
        </div>
      )}
    </div>
  )
})
