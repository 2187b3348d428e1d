import type { CrawlSummary } from '#shared/crawl/crawls.ts'
import { t } from '#web/messages/t.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Says where the start page's redirect took the crawl, if it left the typed host or path. */
export function MovedNotice({ crawl: { url, movedTo } }: { crawl: Pick<CrawlSummary, 'url' | 'movedTo'> }) {
  return movedTo !== null && <Notice>{t('crawl.moved', { url, movedTo })}</Notice>
}
