import { Skeleton } from '@mantine/core'
import { t } from '#web/messages/t.ts'
import panel from '#web/ui/panel.module.css'
import classes from './usage-panel.module.css'

export function UsageSkeleton() {
  return (
    <div role="status" aria-label={t('credits.loadingUsage')} className={classes.skeleton}>
      {[[40], [20, 100, 95], [25, 90, 80, 85]].map((lines) => (
        <div key={lines.length} className={`${panel.panel} ${classes.panel}`}>
          {lines.map((width) => (
            <Skeleton key={width} height={18} width={`${width}%`} />
          ))}
        </div>
      ))}
    </div>
  )
}
