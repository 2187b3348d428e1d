import { Button } from '@mantine/core'
import { useState } from 'react'
import type { RunningCrawl } from '#shared/admin.ts'
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
            <th scope="col">Host</th>
            <th scope="col">Person</th>
            <th scope="col" className={classes.number}>
              Pages
            </th>
            <th scope="col">Since</th>
            <th scope="col">State</th>
            <th scope="col">
              <span className={classes.quiet}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {crawls.map((crawl) => (
            <tr key={crawl.id}>
              <th scope="row" data-label="Host">
                {crawl.host}
              </th>
              <td data-label="Person">{crawl.owner.email}</td>
              <td data-label="Pages" className={classes.number}>
                {crawl.pagesCrawled.toLocaleString()} of {crawl.maxPages.toLocaleString()}
              </td>
              <td data-label="Since">
                <RelativeTime iso={crawl.since} />
              </td>
              <td data-label="State">{stateOf(crawl)}</td>
              <td className={classes.act}>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`Stop the crawl of ${crawl.host} by ${crawl.owner.email}`}
                  disabled={crawl.stopping}
                  onClick={() => setDoomed(crawl)}
                >
                  Stop
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > crawls.length && (
        <p className={classes.note}>
          The newest {crawls.length} of {total.toLocaleString()} are shown.
        </p>
      )}
      <ConfirmDialog
        opened={doomed !== null}
        title="Stop this crawl?"
        message={`The crawl of ${doomed?.host ?? ''} by ${doomed?.owner.email ?? ''} stops. The pages read so far stay.`}
        confirmLabel="Stop crawl"
        busy={stopping.isPending}
        onCancel={() => setDoomed(null)}
        onConfirm={() => doomed && stopping.mutate(doomed.id, { onSettled: () => setDoomed(null) })}
      />
    </>
  )
}

function stateOf({ stopping, status, waiting }: RunningCrawl): string {
  if (stopping) return 'stopping'
  if (status === 'queued') return 'not begun'
  return waiting || 'reading'
}
