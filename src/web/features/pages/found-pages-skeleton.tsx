import { Skeleton } from '@mantine/core'
import { t } from '#web/languages/t.ts'
import panel from '#web/ui/panel.module.css'
import classes from './found-pages.module.css'

/** The panel's shape while its crawl is being loaded. */
export function FoundPagesSkeleton() {
  return (
    <section className={panel.panel} aria-label={t('Found Pages')} aria-busy>
      <header className={classes.header}>
        <h2 className={classes.title}>{t('Found Pages')}</h2>
        <p className={classes.prompt}>{t('Select pages to include in your knowledge base')}</p>
      </header>
      <div className={classes.progress}>
        {[0, 1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} height={36} mb={12} />
        ))}
      </div>
    </section>
  )
}
