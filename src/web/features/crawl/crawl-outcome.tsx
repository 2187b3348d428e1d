import { errorMessage } from '#shared/errors.ts'
import type { CrawlOnScreen } from '#web/client.ts'
import { count } from '#web/ui/count.ts'
import { Notice } from '#web/ui/notice.tsx'

/** How a crawl ended, in a sentence. */
export function CrawlOutcome({ crawl }: { crawl: CrawlOnScreen }) {
  const read = `${count(crawl.pages.length, 'page')} read from ${hostOf(crawl.url)}.`
  if (crawl.status === 'stopped' && (!crawl.error || crawl.error.code === 'crawl.stopped')) {
    return (
      <Notice tone="warning">
        {errorMessage('crawl.stopped')}. {crawl.pages.length > 0 && `${count(crawl.pages.length, 'page')} kept.`}
      </Notice>
    )
  }
  if (crawl.error || crawl.status === 'failed') {
    return <Notice tone="danger">{crawl.error?.message || errorMessage('crawl.failed')}</Notice>
  }
  return <Notice>{read}</Notice>
}

const hostOf = (address: string) => URL.parse(address)?.host ?? address
