import type { z } from 'zod'
import { sentenceWords } from '#web/languages/said-words.ts'

/** The first complaint of each field, by the field's name. */
export function fieldErrors(error: z.ZodError): Record<string, string> {
  const found: Record<string, string> = {}
  for (const issue of error.issues) found[String(issue.path[0])] ??= sentenceWords(issue.message)
  return found
}
