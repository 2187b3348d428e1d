import type { CrawlWait } from '#shared/crawl/crawls.ts'
import { t } from '#web/messages/t.ts'

/** Why a running crawl waits. */
export function waitText(wait: CrawlWait): string {
  if (wait.code === 'host') return t('crawl.waitingForHost', { host: wait.host })
  return wait.pages === 1 ? t('crawl.summarisingLast') : t('crawl.summarisingLastPages', { n: wait.pages })
}
