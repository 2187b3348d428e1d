/** How the plan is paid, and what the credits were spent on. */
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import { getBilling, getUsage, openPortal, startCheckout } from '#web/client.ts'

export const billingQuery = queryOptions({ queryKey: ['billing'], queryFn: getBilling, staleTime: 10_000 })

/** Piece by piece, the newest lines first; each piece also tells the balance and the days as they are then. */
export const usageQuery = infiniteQueryOptions({
  queryKey: ['usage'],
  queryFn: ({ pageParam }) => getUsage(pageParam),
  initialPageParam: undefined as number | undefined, // The type of the pieces that follow.
  getNextPageParam: ({ next }) => next ?? undefined,
  staleTime: 10_000,
})

/** Leaves for a page of the payment service. Stays busy while the browser is on its way there. */
export function usePaymentPage() {
  return useMutation({
    mutationFn: async (page: 'checkout' | 'portal') => {
      const { url } = await (page === 'checkout' ? startCheckout() : openPortal())
      window.location.assign(url)
      await new Promise((gone) => setTimeout(gone, LEAVING_MS))
    },
  })
}

/** If nothing has come of it by then, the button may be pressed again. */
const LEAVING_MS = 10_000
