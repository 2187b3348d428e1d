import type { ReactNode } from 'react'
import classes from './notice.module.css'

type NoticeProps = {
  tone?: 'info' | 'warning' | 'danger'
  /** Read out at once, as every danger is. */
  alert?: boolean
  children: ReactNode
  action?: ReactNode
  className?: string
}

/** A sentence about what happened, where it happened, with what can be done about it. */
export function Notice({ tone = 'info', alert = tone === 'danger', children, action, className }: NoticeProps) {
  return (
    <div className={`${classes.notice} ${className ?? ''}`} data-tone={tone} role={alert ? 'alert' : 'status'}>
      <div className={classes.words}>{children}</div>
      {action}
    </div>
  )
}
