import type { ReactNode } from 'react'
import classes from './notice.module.css'

type NoticeProps = { tone?: 'info' | 'warning' | 'danger'; children: ReactNode; action?: ReactNode; className?: string }

/** A sentence about what happened, where it happened, with what can be done about it. */
export function Notice({ tone = 'info', children, action, className }: NoticeProps) {
  return (
    <div className={`${classes.notice} ${className ?? ''}`} data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      <div className={classes.words}>{children}</div>
      {action}
    </div>
  )
}
