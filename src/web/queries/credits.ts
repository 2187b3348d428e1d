import { queryOptions } from '@tanstack/react-query'
import { getCredits } from '#web/client.ts'

export const creditsQuery = queryOptions({ queryKey: ['credits'], queryFn: getCredits, staleTime: 60_000 })
