import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

type EmptyStateProps = {
  title: string
  level?: 1 | 2
  children?: ReactNode
  action?: ReactNode
  /** Smaller, for use within a panel. */
  compact?: boolean
}

/** Empty state of a list or screen. */
export function EmptyState({ title, level = 2, children, action, compact }: EmptyStateProps) {
  return (
    <div className={classes.empty} data-compact={compact || undefined}>
      <Title order={level} className={classes.title}>
        {title}
      </Title>
      {children && (
        <Text c="dimmed" maw="28rem">
          {children}
        </Text>
      )}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
