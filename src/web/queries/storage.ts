/** Document storage: connection and saved files. */
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AuthEvent, FileRequest } from '#shared/document-storage.ts'
import {
  changeFolder,
  disconnectStorage,
  getOwnStorage,
  getStorageStatus,
  listAuthEvents,
  listStoredFiles,
  retryStoredFile,
  saveToStorage,
} from '#web/api/client.ts'
import { instanceQuery } from './session/session.ts'

const adminKey = ['admin', 'storage'] as const
export const storageStatusQuery = queryOptions({ queryKey: [...adminKey, 'status'], queryFn: getStorageStatus })
export const authLogQuery = (event: AuthEvent | undefined) =>
  queryOptions({
    queryKey: [...adminKey, 'log', event ?? ''],
    queryFn: () => listAuthEvents(event),
    placeholderData: keepPreviousData,
  })

/** After any exchange with the provider: refetches the connection and the log. */
export function useStorageChanged() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: adminKey }),
      queryClient.invalidateQueries({ queryKey: instanceQuery.queryKey }),
    ])
}

export function useDisconnectStorage() {
  const changed = useStorageChanged()
  return useMutation({ mutationFn: disconnectStorage, onSettled: changed })
}

export const ownStorageQuery = queryOptions({ queryKey: ['storage'], queryFn: getOwnStorage })
export const storedFilesQuery = (sourceId: string) =>
  queryOptions({ queryKey: ['stored-files', sourceId], queryFn: () => listStoredFiles(sourceId) })

export function useChangeFolder() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: changeFolder,
    onSuccess: (own) => queryClient.setQueryData(ownStorageQuery.queryKey, own),
  })
}

export function useSaveToStorage(sourceId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (request: FileRequest) => saveToStorage({ source_id: sourceId, content: request }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: storedFilesQuery(sourceId).queryKey }),
  })
}

export function useRetryStoredFile(sourceId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: retryStoredFile,
    onSettled: () => queryClient.invalidateQueries({ queryKey: storedFilesQuery(sourceId).queryKey }),
  })
}
