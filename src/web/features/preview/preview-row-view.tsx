import { Checkbox, UnstyledButton } from '@mantine/core'
import { IconChevronRight, IconFile } from '@tabler/icons-react'
import { formatNumber } from '#web/messages/numbers-and-dates.ts'
import { t } from '#web/messages/t.ts'
import type { PreviewRow } from './preview-rows.ts'
import type { CheckState } from './preview-selection.ts'
import type { PreviewNode } from './preview-tree.ts'
import classes from './preview-row-view.module.css'

type PreviewRowViewProps = {
  row: PreviewRow
  state: CheckState
  /** Selected addresses at and below this node. */
  selectedCount: number
  onSelect: (node: PreviewNode) => void
  onSelectOnly: (node: PreviewNode) => void
  onToggleExpanded: (path: string) => void
}

/** One row of the preview tree: toggle, checkbox, label and page count. */
export function PreviewRowView({
  row,
  state,
  selectedCount,
  onSelect,
  onSelectOnly,
  onToggleExpanded,
}: PreviewRowViewProps) {
  const { node, expanded } = row
  const { path, label, title, total, addressCount } = node
  return (
    <div className={classes.line} style={{ paddingInlineStart: `calc(${Math.min(node.depth, 8)} * var(--rb-step))` }}>
      {expanded === undefined ? (
        <span className={classes.toggle} />
      ) : (
        <UnstyledButton
          className={classes.toggle}
          tabIndex={-1}
          data-expanded={expanded || undefined}
          aria-label={expanded ? t('preview.collapseItem', { label }) : t('preview.expandItem', { label })}
          onClick={() => onToggleExpanded(path)}
        >
          <IconChevronRight size={16} />
        </UnstyledButton>
      )}
      <Checkbox
        size="xs"
        tabIndex={-1}
        checked={state === 'on'}
        indeterminate={state === 'mixed'}
        aria-label={label}
        onChange={() => onSelect(node)}
      />
      <div className={classes.text} title={title ? `${title} (${path})` : path} onClick={() => onSelect(node)}>
        <span className={classes.label}>{label}</span> {title && <span className={classes.title}>{title}</span>}
      </div>{' '}
      {addressCount > 0 && expanded !== undefined && (
        <UnstyledButton
          className={classes.only}
          tabIndex={-1}
          aria-label={t('preview.onlyItem', { label })}
          title={t('preview.onlyItemHint')}
          onClick={() => onSelectOnly(node)}
        >
          <IconFile size={15} />
        </UnstyledButton>
      )}
      {total > 1 && (
        <span className={classes.count}>
          {state === 'mixed' ? t('common.partOfWhole', { part: selectedCount, whole: total }) : formatNumber(total)}
        </span>
      )}
    </div>
  )
}
