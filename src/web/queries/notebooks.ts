/** Notebooks: list, detail with chats, conflicts, and mutations. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  createNotebook,
  deleteNotebook,
  dismissConflict,
  getConflicts,
  getNotebook,
  listNotebooks,
  renameNotebook,
  searchConflicts,
} from '#web/api/client.ts'
import { DEFAULT_NOTEBOOK } from '#shared/chat/chat-limits.ts'
import type { Notebook } from '#shared/chat/notebooks.ts'
import { t } from '#web/messages/t.ts'
import { chatsQuery } from './chats.ts'

export const notebooksQuery = queryOptions({ queryKey: ['notebooks'], queryFn: listNotebooks, staleTime: 10_000 })
export const notebookQuery = (id: string) =>
  queryOptions({ queryKey: ['notebook', id], queryFn: () => getNotebook(id), staleTime: 10_000 })

/** The notebook with the texts of the default notebook in the screens' language, unless the user renamed it. */
export function translateNotebook<Texts extends Pick<Notebook, 'title' | 'description'>>(notebook: Texts): Texts {
  const hasDefaultTitle = notebook.title === DEFAULT_NOTEBOOK.title
  const hasDefaultDescription = notebook.description === DEFAULT_NOTEBOOK.description
  return {
    ...notebook,
    title: hasDefaultTitle ? t('chats.defaultNotebook') : notebook.title,
    description: hasDefaultDescription ? t('chats.defaultNotebookHint') : notebook.description,
  }
}

export const conflictsQuery = (notebookId: string) =>
  queryOptions({ queryKey: ['conflicts', notebookId], queryFn: () => getConflicts(notebookId), staleTime: 10_000 })

export function useCreateNotebook() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: createNotebook,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: notebooksQuery.queryKey }),
  })
}

export function useRenameNotebook(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (title: string) => renameNotebook(id, title),
    onSuccess: (notebook) => {
      queryClient.setQueryData(notebookQuery(id).queryKey, (old) => old && { ...old, ...notebook })
      return queryClient.invalidateQueries({ queryKey: notebooksQuery.queryKey })
    },
  })
}

export function useDeleteNotebook(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => deleteNotebook(id),
    async onSuccess() {
      queryClient.removeQueries({ queryKey: notebookQuery(id).queryKey })
      // Its chats moved to the default notebook.
      const changed = [['chat'], ['notebook'], notebooksQuery.queryKey, chatsQuery.queryKey]
      await Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    },
  })
}

/** The mutation has a key, so that the search is still shown as running after leaving the tab and returning. */
export function useSearchConflicts(notebookId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: conflictSearchKey(notebookId),
    mutationFn: () => searchConflicts(notebookId),
    onSuccess: (found) => queryClient.setQueryData(conflictsQuery(notebookId).queryKey, found),
  })
}

export const conflictSearchKey = (notebookId: string) => ['search-conflicts', notebookId]

export function useDismissConflict(notebookId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, dismissed }: { id: string; dismissed: boolean }) => dismissConflict(id, dismissed),
    onSuccess: (changed) =>
      queryClient.setQueryData(conflictsQuery(notebookId).queryKey, (old) => {
        if (!old) return undefined
        const conflicts = old.conflicts.map((each) => (each.id === changed.id ? changed : each))
        return { ...old, conflicts }
      }),
  })
}
