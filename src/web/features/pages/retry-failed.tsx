import { Button } from '@mantine/core'
import { useRetryFailed } from '#web/queries/skipped.ts'
import { Failure, failureWords } from '#web/request.ts'
import { count } from '#web/ui/count.ts'
import { Notice } from '#web/ui/notice.tsx'
import classes from './skipped-list.module.css'

type RetryFailedProps = {
  crawlId: string
  failed: number
  onUpgrade: (() => void) | undefined
  /** The crawl goes on, and with it this button goes away. */
  onRetried: () => void
}

/** Tries again what failed, as opposed to what a rule left out, and says before what that does and costs. */
export function RetryFailed({ crawlId, failed, onUpgrade, onRetried }: RetryFailedProps) {
  const retrying = useRetryFailed(crawlId)
  const retry = () =>
    retrying.mutateAsync().then(onRetried, (error: unknown) => {
      if (error instanceof Failure && error.status === 402) onUpgrade?.()
    })
  return (
    <div className={classes.retry}>
      <Button
        variant="default"
        size="sm"
        loading={retrying.isPending}
        onClick={() => void retry()}
        aria-describedby="retry-failed-does"
      >
        Retry failed only
      </Button>
      <p id="retry-failed-does" className={classes.hint}>
        Asks for the {count(failed, 'address', 'addresses')} that failed once more and for nothing else. A page that can
        be read then costs one credit, so {count(failed, 'credit')} at most.
      </p>
      {retrying.error && <Notice tone="danger">{failureWords(retrying.error, 'crawl.failed')}</Notice>}
    </div>
  )
}
