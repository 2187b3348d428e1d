import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { isRunning } from '#shared/crawls.ts'
import { crawlsQuery } from '#web/queries/crawls.ts'

/**
 * Which crawl is on the screen: the one in the address, else the newest that is still running for the same chat, so
 * that coming back finds it again. `crawls` are the earlier ones, for a person who has any.
 */
export function useCurrentCrawl(signedIn: boolean, chatId: string | undefined) {
  const { crawl: id } = useSearch({ strict: false })
  const navigate = useNavigate()
  const { data: crawls = [] } = useQuery({ ...crawlsQuery, enabled: signedIn && id === undefined })
  const running = crawls.find((crawl) => isRunning(crawl.status) && crawl.chatId === (chatId ?? null))

  const show = useCallback(
    (crawlId: string, replace = false) => void navigate({ to: '.', search: { crawl: crawlId }, replace }),
    [navigate],
  )
  useEffect(() => {
    if (!id && running) show(running.id, true)
  }, [id, running, show])

  return { id: signedIn ? id : undefined, crawls, show }
}
