import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Offer } from '#shared/chats.ts'
import type { ReadOffers } from '#web/features/chat/offer-list.tsx'
import { useUpgrade } from '#web/features/credits/upgrade.tsx'
import { useReadAddresses } from '#web/queries/crawls.ts'
import { Failure, failureWords } from '#web/request.ts'

/**
 * Takes a crawl up again for addresses that an answer offered, and shows it: `shown` is the one on the screen already.
 * In a saved chat its pages join the chat. Too few credits open the upgrade modal.
 */
export function useReadOffers(chatId: string | undefined, shown?: string, onShown?: () => void): ReadOffers {
  const upgrade = useUpgrade()
  const navigate = useNavigate()
  const { mutate, isPending, error } = useReadAddresses(chatId)
  const read = useCallback(
    (offers: Offer[]) => {
      // Offers of several crawls: that of the best one is taken up.
      const crawlId = offers[0]?.crawlId ?? ''
      const urls = offers.filter((offer) => offer.crawlId === crawlId).map((offer) => offer.url)
      mutate(
        { crawlId, urls },
        {
          onSuccess() {
            if (crawlId === shown) return onShown?.()
            const search = { crawl: crawlId }
            if (chatId) return void navigate({ to: '/chats/$id/crawl', params: { id: chatId }, search })
            void navigate({ to: '/', search })
          },
          onError: (failed) => failed instanceof Failure && failed.status === 402 && upgrade(),
        },
      )
    },
    [mutate, navigate, upgrade, chatId, shown, onShown],
  )
  const refused = error ? failureWords(error, 'crawl.failed') : ''
  return useMemo(() => ({ read, busy: isPending, refused }), [read, isPending, refused])
}
