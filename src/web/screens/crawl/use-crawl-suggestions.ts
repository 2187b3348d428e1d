import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Offer } from '#shared/chat/chats.ts'
import type { CrawlSuggestions } from '#web/features/conversation/suggested-addresses.tsx'
import { useUpgrade } from '#web/features/credits/upgrade.tsx'
import { useReadAddresses } from '#web/queries/crawls.ts'
import { failureText, needsCredits } from '#web/api/request.ts'

/**
 * Continues a crawl for addresses that an answer suggested, and shows it; `currentCrawlId` is the crawl on the screen.
 * In a saved chat the pages are added to the chat. Too few credits open the upgrade modal.
 */
export function useCrawlSuggestions(
  chatId: string | undefined,
  currentCrawlId?: string,
  onShown?: () => void,
): CrawlSuggestions {
  const upgrade = useUpgrade()
  const navigate = useNavigate()
  const { mutate, isPending, error } = useReadAddresses(chatId)
  const onCrawl = useCallback(
    (offers: Offer[]) => {
      // With suggestions from several crawls, the best one is continued.
      const crawlId = offers[0]?.crawlId ?? ''
      const urls = offers.filter((offer) => offer.crawlId === crawlId).map((offer) => offer.url)
      mutate(
        { crawlId, urls },
        {
          onSuccess() {
            const search = { crawl: crawlId }
            if (crawlId === currentCrawlId) onShown?.()
            else if (chatId) void navigate({ to: '/chats/$id/crawl', params: { id: chatId }, search })
            else void navigate({ to: '/', search })
          },
          onError: (failed) => {
            if (needsCredits(failed)) upgrade()
          },
        },
      )
    },
    [mutate, navigate, upgrade, chatId, currentCrawlId, onShown],
  )
  const errorMessage = error ? failureText(error, 'crawl.failed') : ''
  return useMemo(() => ({ onCrawl, busy: isPending, error: errorMessage }), [onCrawl, isPending, errorMessage])
}
