import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isRunning } from '#shared/crawls.ts'
import type { CrawlSummary } from '#shared/crawls.ts'
import { count } from '#web/ui/count.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import classes from './recent-crawls.module.css'

const SHOWN_AT_FIRST = 5

/** The last crawls, to go back to. */
export function RecentCrawls({ crawls }: { crawls: CrawlSummary[] }) {
  const [all, setAll] = useState(false)
  return (
    <section aria-labelledby="recent-crawls">
      <h2 id="recent-crawls" className={classes.title}>
        Recent crawls
      </h2>
      <ul className={classes.list}>
        {(all ? crawls : crawls.slice(0, SHOWN_AT_FIRST)).map((crawl) => (
          <li key={crawl.id}>
            <Link to="." search={{ crawl: crawl.id }} className={classes.crawl}>
              <span className={classes.url}>{crawl.url}</span>
              <span className={classes.facts}>
                {isRunning(crawl.status) ? 'Crawling' : count(crawl.progress.pagesCrawled, 'page')}
                {' · '}
                <RelativeTime iso={crawl.createdAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {!all && crawls.length > SHOWN_AT_FIRST && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setAll(true)}>
          Show all {crawls.length.toLocaleString()}
        </Button>
      )}
    </section>
  )
}
