/** Subscription and credit history. */
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import { getBilling, getCharges, getUsage, openPortal, startCheckout } from '#web/api/client.ts'

export const billingQuery = queryOptions({ queryKey: ['billing'], queryFn: getBilling, staleTime: 10_000 })

/** Pages of entries, newest first; each page also has the current balance and days. */
export const usageQuery = infiniteQueryOptions({
  queryKey: ['usage'],
  queryFn: ({ pageParam }) => getUsage(pageParam),
  initialPageParam: undefined as number | undefined, // The type of the pieces that follow.
  getNextPageParam: ({ next }) => next ?? undefined,
  // Refetched whenever its screen opens: deleting a crawl elsewhere changes its entry without an event.
  staleTime: 0,
})

/** Pages of what a crawl or check was charged for, newest first. */
export const chargesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...usageQuery.queryKey, 'charges', id],
    queryFn: ({ pageParam }) => getCharges(id, pageParam),
    initialPageParam: undefined as number | undefined, // The type of the pieces that follow.
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 10_000,
  })

/** Navigates to a page of the payment service; stays busy until the browser leaves. */
export function usePaymentPage() {
  return useMutation({
    mutationFn: async (page: 'checkout' | 'portal') => {
      const { url } = page === 'checkout' ? await startCheckout() : await openPortal()
      window.location.assign(url)
      await new Promise((gone) => setTimeout(gone, LEAVING_MS))
    },
  })
}

/** Milliseconds after which the button is enabled again if the navigation did not happen. */
const LEAVING_MS = 10_000
