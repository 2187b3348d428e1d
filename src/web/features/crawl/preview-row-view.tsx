import { Checkbox, UnstyledButton } from '@mantine/core'
import { IconChevronRight, IconFile } from '@tabler/icons-react'
import { digits } from '#web/languages/numbers-and-dates.ts'
import { t } from '#web/languages/t.ts'
import type { PreviewRow } from './preview-rows.ts'
import type { Tick } from './preview-ticks.ts'
import type { PreviewNode } from './preview-tree.ts'
import classes from './preview-row-view.module.css'

type PreviewRowViewProps = {
  row: PreviewRow
  tick: Tick
  /** Ticked addresses at and below. */
  ticked: number
  onTick: (node: PreviewNode) => void
  onTickOnly: (node: PreviewNode) => void
  onToggle: (path: string) => void
}

/** One part of the site: toggle, checkbox, name, and how many pages lie there. */
export function PreviewRowView({ row, tick, ticked, onTick, onTickOnly, onToggle }: PreviewRowViewProps) {
  const { node, expanded } = row
  const { path, label, title, total, own } = node
  return (
    <div className={classes.line} style={{ paddingInlineStart: `calc(${Math.min(node.depth, 8)} * var(--rb-step))` }}>
      {expanded === undefined ? (
        <span className={classes.toggle} />
      ) : (
        <UnstyledButton
          className={classes.toggle}
          tabIndex={-1}
          data-expanded={expanded || undefined}
          aria-label={expanded ? t('Collapse {label}', { label }) : t('Expand {label}', { label })}
          onClick={() => onToggle(path)}
        >
          <IconChevronRight size={16} />
        </UnstyledButton>
      )}
      <Checkbox
        size="xs"
        tabIndex={-1}
        checked={tick === 'on'}
        indeterminate={tick === 'mixed'}
        aria-label={label}
        onChange={() => onTick(node)}
      />
      <div className={classes.words} title={title ? `${title} (${path})` : path} onClick={() => onTick(node)}>
        <span className={classes.label}>{label}</span>{' '}
        {title && <span className={classes.title}>{title}</span>}
      </div>{' '}
      {own > 0 && expanded !== undefined && (
        <UnstyledButton
          className={classes.only}
          tabIndex={-1}
          aria-label={t('Only the page {label} itself', { label })}
          title={t('Only this page, nothing below it')}
          onClick={() => onTickOnly(node)}
        >
          <IconFile size={15} />
        </UnstyledButton>
      )}
      {total > 1 && (
        <span className={classes.count}>
          {tick === 'mixed' ? t('{part, number} of {whole, number}', { part: ticked, whole: total }) : digits(total)}
        </span>
      )}
    </div>
  )
}
