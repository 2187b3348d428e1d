import { ActionIcon, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useId, useState } from 'react'
import { isRunning } from '#shared/crawls.ts'
import type { CrawlSummary } from '#shared/crawls.ts'
import { t } from '#web/languages/t.ts'
import { useDeleteCrawl } from '#web/queries/crawls.ts'
import { failureWords } from '#web/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { hostOf } from './crawl-host.ts'
import { runningFirst, statusWords } from './crawl-list.ts'
import classes from './recent-crawls.module.css'

const ConfirmDialog = lazy(() =>
  import('#web/ui/confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
)
const SHOWN_AT_FIRST = 5

type RecentCrawlsProps = {
  crawls: CrawlSummary[]
  title?: string
  /** What else there is to say of a crawl, in a few words each; what is empty or 0 is left out. */
  more?: (crawl: CrawlSummary) => (string | 0)[]
}

/** The last crawls, to go back to or to delete; what still runs comes first. */
export function RecentCrawls({ crawls, title = t('Recent crawls'), more }: RecentCrawlsProps) {
  const headingId = useId()
  const [all, setAll] = useState(false)
  const [asked, setAsked] = useState<CrawlSummary | null>(null)
  const deleting = useDeleteCrawl()
  const sorted = runningFirst(crawls)
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.title}>
        {title}
      </h2>
      <ul className={classes.list}>
        {(all ? sorted : sorted.slice(0, SHOWN_AT_FIRST)).map((crawl) => (
          <li key={crawl.id} className={classes.item}>
            <Link
              to={crawl.chatId ? '/chats/$id/crawl' : '.'}
              params={crawl.chatId ? { id: crawl.chatId } : {}}
              search={{ crawl: crawl.id }}
              className={classes.crawl}
            >
              <span className={classes.url}>{crawl.url}</span>
              <span className={classes.facts}>
                <span data-running={isRunning(crawl.status) || undefined} className={classes.status}>
                  {statusWords(crawl)}
                </span>
                {more?.(crawl).map((words) => words && ` · ${words}`)}
                {' · '}
                <RelativeTime iso={crawl.createdAt} />
              </span>
            </Link>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('Delete the crawl of {url}', { url: crawl.url })}
              onClick={() => setAsked(crawl)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {!all && crawls.length > SHOWN_AT_FIRST && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setAll(true)}>
          {t('Show all {n, number}', { n: crawls.length })}
        </Button>
      )}
      {deleting.error && (
        <Notice tone="danger" className={classes.failed}>
          {failureWords(deleting.error, 'server.unexpected')}
        </Notice>
      )}
      {asked && (
        <Suspense>
          <ConfirmDialog
            opened
            type="danger"
            title={t('Delete this crawl?')}
            message={deletionWords(asked, more?.(asked).some(Boolean) ?? false)}
            confirmLabel={t('Delete')}
            busy={deleting.isPending}
            onCancel={() => setAsked(null)}
            onConfirm={() => deleting.mutate(asked.id, { onSettled: () => setAsked(null) })}
          />
        </Suspense>
      )}
    </section>
  )
}

/** All four in full: another language may put them together in another way. */
function deletionWords({ status, progress, url }: CrawlSummary, withWork: boolean): string {
  const what = { n: progress.pagesCrawled, host: hostOf(url) }
  if (isRunning(status)) {
    return withWork
      ? t('It is stopped, and the {n, plural, one {# page} other {# pages}} read from {host} are deleted, with what was selected and asked there. Pages that chats use stay.', what)
      : t('It is stopped, and the {n, plural, one {# page} other {# pages}} read from {host} are deleted. Pages that chats use stay.', what)
  }
  return withWork
    ? t('The {n, plural, one {# page} other {# pages}} read from {host} are deleted, with what was selected and asked there. Pages that chats use stay.', what)
    : t('The {n, plural, one {# page} other {# pages}} read from {host} are deleted. Pages that chats use stay.', what)
}
