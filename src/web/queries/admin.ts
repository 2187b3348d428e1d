import { queryOptions } from '@tanstack/react-query'
import { getAdminOverview } from '#web/client.ts'

export const overviewQuery = queryOptions({ queryKey: ['admin', 'overview'], queryFn: getAdminOverview, staleTime: 10_000 })
