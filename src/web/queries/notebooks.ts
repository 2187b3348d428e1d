import { queryOptions } from '@tanstack/react-query'
import { getNotebook } from '#web/client.ts'

export const notebookQuery = (id: string) =>
  queryOptions({ queryKey: ['notebook', id], queryFn: () => getNotebook(id), staleTime: 10_000 })
