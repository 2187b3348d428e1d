/** Golden questions of a notebook and their runs. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { GoldenFormat, GoldenSite, NewGoldenQuestion } from '#shared/chat/golden-questions.ts'
import {
  addGoldenQuestion,
  changeGoldenQuestion,
  changeGoldenSite,
  deleteGoldenQuestion,
  getGoldenFile,
  getGoldenQuestions,
  importGoldenQuestions,
  runGoldenQuestions,
  suggestGoldenQuestions,
} from '#web/api/client.ts'

export const goldenQuery = (notebookId: string) =>
  queryOptions({ queryKey: ['golden', notebookId], queryFn: () => getGoldenQuestions(notebookId), staleTime: 10_000 })

export const goldenSuggestionsQuery = (notebookId: string) =>
  queryOptions({
    queryKey: ['golden-suggestions', notebookId],
    queryFn: () => suggestGoldenQuestions(notebookId),
    // A suggestion that was kept stays in its place.
    staleTime: Infinity,
    gcTime: 0,
  })

export const goldenRunKey = (notebookId: string) => ['run-golden', notebookId]

/** The mutation has a key, so that the run is still shown as running after leaving the tab and returning. */
export function useRunGolden(notebookId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: goldenRunKey(notebookId),
    mutationFn: () => runGoldenQuestions(notebookId),
    onSuccess: (run) => queryClient.setQueryData(goldenQuery(notebookId).queryKey, run),
  })
}

/** Changes the golden question `id`, or adds one without it. */
export function useSaveGolden(notebookId: string) {
  return useGoldenChange(notebookId, ({ id, input }: { id?: string | undefined; input: NewGoldenQuestion }) =>
    id ? changeGoldenQuestion(id, input) : addGoldenQuestion(notebookId, input),
  )
}

export function useDeleteGolden(notebookId: string) {
  return useGoldenChange(notebookId, (id: string) => deleteGoldenQuestion(id))
}

/** A golden file in YAML or JSON, or CSV by its name. */
export function useImportGolden(notebookId: string) {
  return useGoldenChange(notebookId, async (file: File) =>
    importGoldenQuestions(notebookId, await file.text(), /\.csv$/i.test(file.name) ? 'csv' : 'yaml'),
  )
}

/** Stores the site of the golden file, then gives the file. */
export function useExportGolden(notebookId: string) {
  return useGoldenChange(notebookId, async ({ format, site }: { format: GoldenFormat; site: GoldenSite }) => {
    if (format !== 'csv') await changeGoldenSite(notebookId, site)
    return getGoldenFile(notebookId, format)
  })
}

function useGoldenChange<Change, Result>(notebookId: string, change: (change: Change) => Promise<Result>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: goldenQuery(notebookId).queryKey }),
  })
}
