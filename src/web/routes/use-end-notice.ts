import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { isRunning } from '#shared/crawls.ts'
import type { CrawlSummary } from '#shared/crawls.ts'
import { describeEnd } from '#web/features/crawl/crawl-end.ts'
import { hostOf } from '#web/features/crawl/crawl-host.ts'
import { useWishedNotices } from '#web/features/crawl/use-wished-notices.ts'
import { t } from '#web/languages/t.ts'
import { crawlsQuery } from '#web/queries/crawls.ts'
import type { Session } from '#web/queries/session.ts'

/** Where a person wished for it: the browser says that a crawl has ended while they look at something else. */
export function useEndNotice(session: Pick<Session, 'user' | 'loading'>) {
  const { browser } = useWishedNotices(session)
  const { data: crawls } = useQuery({ ...crawlsQuery, enabled: browser && session.user !== undefined })
  const navigate = useNavigate()
  const running = useRef<ReadonlySet<string>>(new Set())
  const say = useEffectEvent((crawl: CrawlSummary) => {
    const notice = notify(crawl)
    notice?.addEventListener('click', () => {
      window.focus()
      void navigate({ to: '/', search: { crawl: crawl.id } })
      notice.close()
    })
  })
  useEffect(() => {
    if (!crawls || !browser) return
    const ended = crawls.filter((crawl) => running.current.has(crawl.id) && !isRunning(crawl.status))
    if (document.hidden) for (const crawl of ended) say(crawl)
    running.current = new Set(crawls.filter((crawl) => isRunning(crawl.status)).map((crawl) => crawl.id))
  }, [crawls, browser])
}

/** Null where the browser lets only a service worker do so, as on Android. */
function notify(crawl: CrawlSummary): Notification | null {
  try {
    // The same crawl in another tab replaces the notice instead of repeating it.
    return new Notification(t('Crawl of {host}', { host: hostOf(crawl.url) }), { body: describeEnd(crawl).words, tag: crawl.id })
  } catch {
    return null
  }
}
