import { Button, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import type { RunningCrawl } from '#shared/admin.ts'
import { waitText } from '#web/features/crawl/wait-text.ts'
import { t } from '#web/messages/t.ts'
import { useStopAnyCrawl } from '#web/queries/admin.ts'
import { failureText } from '#web/api/request.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import classes from './admin-table.module.css'

type RunningCrawlsProps = { crawls: RunningCrawl[]; total: number }

/** Running crawls of all accounts, each with a stop button. */
export function RunningCrawls({ crawls, total }: RunningCrawlsProps) {
  const [crawlToStop, setCrawlToStop] = useState<RunningCrawl | null>(null)
  const stopping = useStopAnyCrawl()
  return (
    <>
      {stopping.error && <Notice tone="danger">{failureText(stopping.error, 'server.unexpected')}</Notice>}
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('admin.host')}</th>
            <th scope="col">{t('admin.person')}</th>
            <th scope="col" className={classes.number}>
              {t('common.pages')}
            </th>
            <th scope="col">{t('admin.since')}</th>
            <th scope="col">{t('admin.state')}</th>
            <th scope="col">
              <VisuallyHidden>{t('common.actions')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {crawls.map((crawl) => (
            <tr key={crawl.id}>
              <th scope="row" data-label={t('admin.host')}>
                {crawl.host}
              </th>
              <td data-label={t('admin.person')}>{crawl.owner.email}</td>
              <td data-label={t('common.pages')} className={classes.number}>
                {t('common.partOfWhole', { part: crawl.pagesCrawled, whole: crawl.maxPages })}
              </td>
              <td data-label={t('admin.since')}>
                <RelativeTime iso={crawl.since} />
              </td>
              <td data-label={t('admin.state')}>{stateText(crawl)}</td>
              <td className={classes.actions}>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={t('admin.stopCrawlOf', { host: crawl.host, email: crawl.owner.email })}
                  disabled={crawl.stopping}
                  onClick={() => setCrawlToStop(crawl)}
                >
                  {t('common.stop')}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > crawls.length && <p className={classes.note}>{t('admin.newestShown', { n: crawls.length, total })}</p>}
      <ConfirmDialog
        opened={crawlToStop !== null}
        title={t('admin.stopCrawlTitle')}
        message={t('admin.stopCrawlWarning', {
          host: crawlToStop?.host ?? '',
          email: crawlToStop?.owner.email ?? '',
        })}
        confirmLabel={t('admin.stopCrawl')}
        busy={stopping.isPending}
        onCancel={() => setCrawlToStop(null)}
        onConfirm={() => crawlToStop && stopping.mutate(crawlToStop.id, { onSettled: () => setCrawlToStop(null) })}
      />
    </>
  )
}

function stateText({ stopping, status, waiting }: RunningCrawl): string {
  if (stopping) return t('admin.crawlStopping')
  if (status === 'queued') return t('admin.crawlNotStarted')
  return (waiting && waitText(waiting, Date.now())) || t('admin.crawlReading')
}
