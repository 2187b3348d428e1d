import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { isRunning } from '#shared/crawl/crawls.ts'
import type { CrawlSummary } from '#shared/crawl/crawls.ts'
import { describeEnd } from '#web/features/crawl/crawl-end.ts'
import { hostOf } from '#web/ui/address-parts.ts'
import { useCrawlNotifications } from '#web/features/crawl/use-crawl-notifications.ts'
import { t } from '#web/messages/t.ts'
import { crawlsQuery } from '#web/queries/crawls.ts'
import type { Session } from '#web/queries/session/session.ts'

/** Shows a browser notification when a crawl ends in the background, if the user turned it on. */
export function useNotifyOfCrawlEnd(session: Pick<Session, 'user' | 'loading'>) {
  const { browser } = useCrawlNotifications(session)
  const { data: crawls } = useQuery({ ...crawlsQuery, enabled: browser && session.user !== undefined })
  const navigate = useNavigate()
  const runningIds = useRef<ReadonlySet<string>>(new Set())
  const notifyOfEnd = useEffectEvent((crawl: CrawlSummary) => {
    const notice = showNotification(crawl)
    notice?.addEventListener('click', () => {
      window.focus()
      void navigate({ to: '/', search: { crawl: crawl.id } })
      notice.close()
    })
  })
  useEffect(() => {
    if (!crawls || !browser) return
    const ended = crawls.filter((crawl) => runningIds.current.has(crawl.id) && !isRunning(crawl.status))
    if (document.hidden) for (const crawl of ended) notifyOfEnd(crawl)
    runningIds.current = new Set(crawls.filter((crawl) => isRunning(crawl.status)).map((crawl) => crawl.id))
  }, [crawls, browser])
}

/** Null where only a service worker may show notifications, as on Android. */
function showNotification(crawl: CrawlSummary): Notification | null {
  try {
    // The tag lets another tab replace the notification instead of repeating it.
    return new Notification(t('crawlForm.crawlOfHost', { host: hostOf(crawl.url) }), {
      body: describeEnd(crawl).message,
      tag: crawl.id,
    })
  } catch {
    return null
  }
}
