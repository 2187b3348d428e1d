import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { isRunning } from '#shared/crawl/crawls.ts'
import { crawlsQuery } from '#web/queries/crawls.ts'
import type { useSession } from '#web/queries/session/session.ts'

/**
 * The crawl on the screen: the one in the address, else the newest running crawl of the same chat; a new chat starts
 * empty. `crawls` are the user's earlier crawls.
 */
export function useCurrentCrawl(session: ReturnType<typeof useSession>, chatId: string | undefined) {
  const { crawl: id } = useSearch({ strict: false })
  const startsEmpty = useLocation({ select: ({ pathname }) => pathname === '/chats/new' })
  const navigate = useNavigate()
  const signedIn = session.user !== undefined
  const { data: crawls, isPending } = useQuery({ ...crawlsQuery, enabled: signedIn && id === undefined })
  const running = crawls?.find((crawl) => isRunning(crawl.status) && crawl.chatId === (chatId ?? null))

  const show = useCallback(
    (crawlId: string, replace = false) =>
      void navigate({
        to: '.',
        search: (search) => ({ ...search, crawl: crawlId }),
        ...(replace && { replace, state: true }),
      }),
    [navigate],
  )
  useEffect(() => {
    if (!id && running && !startsEmpty) show(running.id, true)
  }, [id, running, startsEmpty, show])

  return {
    /** Also true until the session is known, so that a reload does not flash another screen. */
    id: signedIn || session.loading ? id : undefined,
    crawls: crawls ?? [],
    settled: !session.loading && !(signedIn && isPending),
    show,
  }
}
