import { Skeleton } from '@mantine/core'
import classes from './admin-table.module.css'

export function AdminTableSkeleton({ label }: { label: string }) {
  return (
    <div className={classes.skeleton} role="status" aria-label={label}>
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} height={44} />
      ))}
    </div>
  )
}
