import { ActionIcon, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useId, useState } from 'react'
import { isRunning } from '#shared/crawl/crawls.ts'
import type { CrawlSummary } from '#shared/crawl/crawls.ts'
import { day } from '#web/messages/numbers-and-dates.ts'
import { t } from '#web/messages/t.ts'
import { useDeleteCrawl } from '#web/queries/crawls.ts'
import { failureText } from '#web/api/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { runningFirst, statusText } from './crawl-list.ts'
import classes from './recent-crawls.module.css'

const ConfirmDialog = lazy(() =>
  import('#web/ui/confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
)
const INITIAL_CRAWLS = 5

type RecentCrawlsProps = {
  crawls: CrawlSummary[]
  title?: string
  /** Further facts about a crawl, such as "3 selected". */
  factsOf?: (crawl: CrawlSummary) => string[]
  /** The screen that shows a crawl without a chat; the current one by default. */
  screen?: '/chats/new'
}

/** Recent crawls with links and delete buttons; running ones first. */
export function RecentCrawls({ crawls, title = t('crawl.recent'), factsOf, screen }: RecentCrawlsProps) {
  const headingId = useId()
  const [showAll, setShowAll] = useState(false)
  const [crawlToDelete, setCrawlToDelete] = useState<CrawlSummary | null>(null)
  const deleteCrawl = useDeleteCrawl()
  const sorted = runningFirst(crawls)
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.title}>
        {title}
      </h2>
      <ul className={classes.list}>
        {(showAll ? sorted : sorted.slice(0, INITIAL_CRAWLS)).map((crawl) => (
          <li key={crawl.id} className={classes.item}>
            <Link
              to={crawl.chatId ? '/chats/$id/crawl' : (screen ?? '.')}
              params={crawl.chatId ? { id: crawl.chatId } : {}}
              search={{ crawl: crawl.id }}
              className={classes.crawl}
            >
              <span className={classes.url}>{crawl.url}</span>
              <span className={classes.facts}>
                <span data-running={isRunning(crawl.status) || undefined} className={classes.status}>
                  {statusText(crawl)}
                </span>
                {factsOf?.(crawl).map((fact) => ` · ${fact}`)}
                {crawl.expiresAt && (
                  <span className={classes.expires}>
                    {' · '}
                    {t('crawl.expiresFact', { date: day(crawl.expiresAt, { dateStyle: 'medium' }) })}
                  </span>
                )}
                {' · '}
                <RelativeTime iso={crawl.createdAt} />
              </span>
            </Link>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('crawl.deleteNamed', { url: crawl.url })}
              onClick={() => setCrawlToDelete(crawl)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {!showAll && crawls.length > INITIAL_CRAWLS && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setShowAll(true)}>
          {t('common.showAllCount', { n: crawls.length })}
        </Button>
      )}
      {deleteCrawl.error && (
        <Notice tone="danger" className={classes.failed}>
          {failureText(deleteCrawl.error, 'server.unexpected')}
        </Notice>
      )}
      {crawlToDelete && (
        <Suspense>
          <ConfirmDialog
            opened
            type="danger"
            title={t('crawl.deleteQuestion')}
            message={deletionMessage(crawlToDelete, (factsOf?.(crawlToDelete).length ?? 0) > 0)}
            confirmLabel={t('common.delete')}
            busy={deleteCrawl.isPending}
            onCancel={() => setCrawlToDelete(null)}
            onConfirm={() => deleteCrawl.mutate(crawlToDelete.id, { onSettled: () => setCrawlToDelete(null) })}
          />
        </Suspense>
      )}
    </section>
  )
}

function deletionMessage({ status, progress, url }: CrawlSummary, hasWork: boolean): string {
  const n = progress.pagesCrawled
  const pages = n > 0 ? ` ${t('crawl.deletePages', { n })}` : ''
  if (isRunning(status)) {
    return (hasWork ? t('crawl.deleteRunningWithWork', { url }) : t('crawl.deleteRunning', { url })) + pages
  }
  return (hasWork ? t('crawl.deleteWithWork', { url }) : t('crawl.delete', { url })) + pages
}
