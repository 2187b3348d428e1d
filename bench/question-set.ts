/** A question set as bench-data holds it: paragraphs, and questions with the paragraph that answers them. */
import { z } from 'zod'

const QuestionSet = z.object({
  paras: z.array(z.object({ id: z.number(), title: z.string(), text: z.string() })),
  questions: z.array(z.object({ q: z.string(), pid: z.number(), answers: z.array(z.string()) })),
})
export type QuestionSet = z.infer<typeof QuestionSet>

export function readQuestionSet(json: string): QuestionSet {
  return QuestionSet.parse(JSON.parse(json))
}
