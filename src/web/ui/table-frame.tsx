import type { ReactNode } from 'react'
import classes from './table-frame.module.css'

type TableFrameProps = { label: string; height: string; children: ReactNode }

/** A table of figures that scrolls in a frame of its own below its head: the first column names, the others count. */
export function TableFrame({ label, height, children }: TableFrameProps) {
  return (
    <div className={classes.frame} style={{ maxHeight: height }} tabIndex={0} role="region" aria-label={label}>
      <table className={classes.table}>{children}</table>
    </div>
  )
}
