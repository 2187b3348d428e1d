/** The format of the question sets in BENCH_DATA: paragraphs, and questions with the paragraph that answers each. */
import { z } from 'zod'

const QuestionSet = z.object({
  paras: z.array(z.object({ id: z.number(), title: z.string(), text: z.string() })),
  questions: z.array(z.object({ q: z.string(), pid: z.number(), answers: z.array(z.string()) })),
})
export type QuestionSet = z.infer<typeof QuestionSet>

export function readQuestionSet(json: string): QuestionSet {
  return QuestionSet.parse(JSON.parse(json))
}
