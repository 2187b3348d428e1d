import { Button } from '@mantine/core'
import { useState } from 'react'
import type { RunningCrawl } from '#shared/admin.ts'
import { sentenceWords } from '#web/languages/said-words.ts'
import { t } from '#web/languages/t.ts'
import { useStopAnyCrawl } from '#web/queries/admin.ts'
import { failureWords } from '#web/request.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import classes from './rows.module.css'

type RunningCrawlsProps = { crawls: RunningCrawl[]; total: number }

/** What is being crawled now by everybody, each with a way to stop it. */
export function RunningCrawls({ crawls, total }: RunningCrawlsProps) {
  const [doomed, setDoomed] = useState<RunningCrawl | null>(null)
  const stopping = useStopAnyCrawl()
  return (
    <>
      {stopping.error && <Notice tone="danger">{failureWords(stopping.error, 'server.unexpected')}</Notice>}
      <table className={classes.rows}>
        <thead>
          <tr>
            <th scope="col">{t('Host')}</th>
            <th scope="col">{t('Person')}</th>
            <th scope="col" className={classes.number}>
              {t('Pages')}
            </th>
            <th scope="col">{t('Since')}</th>
            <th scope="col">{t('State')}</th>
            <th scope="col">
              <span className={classes.quiet}>{t('Actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {crawls.map((crawl) => (
            <tr key={crawl.id}>
              <th scope="row" data-label={t('Host')}>
                {crawl.host}
              </th>
              <td data-label={t('Person')}>{crawl.owner.email}</td>
              <td data-label={t('Pages')} className={classes.number}>
                {t('{part, number} of {whole, number}', { part: crawl.pagesCrawled, whole: crawl.maxPages })}
              </td>
              <td data-label={t('Since')}>
                <RelativeTime iso={crawl.since} />
              </td>
              <td data-label={t('State')}>{stateOf(crawl)}</td>
              <td className={classes.act}>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={t('Stop the crawl of {host} by {email}', { host: crawl.host, email: crawl.owner.email })}
                  disabled={crawl.stopping}
                  onClick={() => setDoomed(crawl)}
                >
                  {t('Stop')}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > crawls.length && (
        <p className={classes.note}>
          {t('The newest {n, number} of {total, number} are shown.', { n: crawls.length, total })}
        </p>
      )}
      <ConfirmDialog
        opened={doomed !== null}
        title={t('Stop this crawl?')}
        message={t('The crawl of {host} by {email} stops. The pages read so far stay.', {
          host: doomed?.host ?? '',
          email: doomed?.owner.email ?? '',
        })}
        confirmLabel={t('Stop crawl')}
        busy={stopping.isPending}
        onCancel={() => setDoomed(null)}
        onConfirm={() => doomed && stopping.mutate(doomed.id, { onSettled: () => setDoomed(null) })}
      />
    </>
  )
}

function stateOf({ stopping, status, waiting }: RunningCrawl): string {
  if (stopping) return t('stopping')
  if (status === 'queued') return t('not begun')
  return waiting ? sentenceWords(waiting) : t('reading')
}
