import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '#web/messages/t.ts'
import classes from './notice.module.css'

type NoticeProps = {
  tone?: 'info' | 'warning' | 'danger'
  /** Announced immediately, as every danger is. */
  alert?: boolean
  /** False inside a region that is announced. */
  announced?: boolean
  children: ReactNode
  action?: ReactNode
  className?: string
}

/** An inline message with an optional action. */
export function Notice(props: NoticeProps) {
  const { tone = 'info', alert = tone === 'danger', announced = true, children, action, className } = props
  const role = alert ? 'alert' : 'status'
  return (
    <div className={`${classes.notice} ${className ?? ''}`} data-tone={tone} role={announced ? role : undefined}>
      <div className={classes.words}>{children}</div>
      {action}
    </div>
  )
}

/** The action of a notice about something that failed. */
export const TryAgain = ({ onClick }: { onClick: () => void }) => (
  <Button size="compact-sm" variant="default" onClick={onClick}>
    {t('common.tryAgain')}
  </Button>
)
