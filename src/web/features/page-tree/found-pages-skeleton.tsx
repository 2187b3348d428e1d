import { Skeleton } from '@mantine/core'
import { t } from '#web/messages/t.ts'
import classes from './found-pages.module.css'

export function FoundPagesSkeleton() {
  return (
    <section className={classes.panel} aria-label={t('foundPages.title')} aria-busy>
      <header className={classes.header}>
        <h2 className={classes.title}>{t('foundPages.title')}</h2>
        <p className={classes.prompt}>{t('foundPages.prompt')}</p>
      </header>
      <div className={classes.progress}>
        {[0, 1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} height={36} mb={12} />
        ))}
      </div>
    </section>
  )
}
