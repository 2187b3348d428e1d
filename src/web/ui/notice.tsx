import type { ReactNode } from 'react'
import classes from './notice.module.css'

type NoticeProps = {
  tone?: 'info' | 'warning' | 'danger'
  /** Announced immediately, as every danger is. */
  alert?: boolean
  children: ReactNode
  action?: ReactNode
  className?: string
}

/** An inline message with an optional action. */
export function Notice({ tone = 'info', alert = tone === 'danger', children, action, className }: NoticeProps) {
  return (
    <div className={`${classes.notice} ${className ?? ''}`} data-tone={tone} role={alert ? 'alert' : 'status'}>
      <div className={classes.words}>{children}</div>
      {action}
    </div>
  )
}
