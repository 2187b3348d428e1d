import { Skeleton } from '@mantine/core'
import panel from '#web/ui/panel.module.css'
import classes from './found-pages.module.css'

/** The panel's shape while its crawl is being loaded. */
export function FoundPagesSkeleton() {
  return (
    <section className={panel.panel} aria-label="Found Pages" aria-busy>
      <header className={classes.header}>
        <h2 className={classes.title}>Found Pages</h2>
        <p className={classes.prompt}>Select pages to include in your knowledge base</p>
      </header>
      <div className={classes.progress}>
        {[0, 1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} height={36} mb={12} />
        ))}
      </div>
    </section>
  )
}
