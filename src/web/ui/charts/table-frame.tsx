import type { ReactNode } from 'react'
import classes from './table-frame.module.css'

type TableFrameProps = { label: string; height: string; children: ReactNode }

/** A table of figures with a sticky head that scrolls on its own: labels in the first column, numbers in the others. */
export function TableFrame({ label, height, children }: TableFrameProps) {
  return (
    <div className={classes.frame} style={{ maxHeight: height }} tabIndex={0} role="region" aria-label={label}>
      <table className={classes.table}>{children}</table>
    </div>
  )
}
