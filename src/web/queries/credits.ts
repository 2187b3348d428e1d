import { queryOptions } from '@tanstack/react-query'
import { getCredits } from '#web/api/client.ts'

export const creditsQuery = queryOptions({ queryKey: ['credits'], queryFn: getCredits, staleTime: 60_000 })
