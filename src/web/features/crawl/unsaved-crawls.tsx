import type { CrawlSummary } from '#shared/crawl/crawls.ts'
import { t } from '#web/messages/t.ts'
import { RecentCrawls } from './recent-crawls.tsx'

type UnsavedCrawlsProps = {
  crawls: CrawlSummary[]
  /** What each of them has that is not saved. */
  unsaved: readonly { crawlId: string; selectedPages: number; messages: number }[]
  /** The screen that shows a crawl; the current one by default. */
  screen?: '/chats/new'
}

/** Those of `crawls` with selected pages or messages that are not saved as a chat; nothing if there are none. */
export function UnsavedCrawls({ crawls, unsaved, ...rest }: UnsavedCrawlsProps) {
  const unsavedById = new Map(unsaved.map((each) => [each.crawlId, each]))
  const unsavedCrawls = crawls.filter(({ id }) => unsavedById.has(id))
  if (unsavedCrawls.length === 0) return null
  return (
    <RecentCrawls
      title={t('crawl.notSaved')}
      crawls={unsavedCrawls}
      factsOf={({ id }) => {
        const { selectedPages = 0, messages = 0 } = unsavedById.get(id) ?? {}
        return [
          selectedPages > 0 && t('crawl.selectedCount', { n: selectedPages }),
          messages > 0 && t('common.messageCount', { n: messages }),
        ].filter((fact) => fact !== false)
      }}
      {...rest}
    />
  )
}
