import { describe, expect, it } from 'vitest'
import type { Rerank } from '#server/retrieval/fusion/fuse-with-reranker.ts'
import { baseline, manualSet, measureQuality, normalize, otherLanguages, smallSites } from './measure.ts'

describe.each([
  { name: 'manual', sets: [manualSet()] },
  { name: 'otherLanguages', sets: [otherLanguages()] },
  { name: 'smallSites', sets: smallSites('tuned') },
  { name: 'otherSmallSites', sets: smallSites('held out') },
])('question set $name', ({ name, sets }) => {
  it('contains every expected answer in its pages', () => {
    const stale = sets.flatMap(({ pages, questions }) =>
      questions.answerable.filter(({ page, answers }) => {
        const content = normalize(pages.find(({ id }) => id === page)?.content ?? '')
        return !answers.some((answer) => content.includes(normalize(answer)))
      }),
    )
    expect(stale).toEqual([])
  })

  it('is answered and refused by the built-in engine at least as well as the baseline [answer-quality-1]', async () => {
    const { quality, failures } = await measureQuality(sets)
    // Raise baseline.json by hand after an improvement. Keep the manual one question below the measurement, because its
    // text changes with the product.
    const minimum = new Map(Object.entries(baseline[name] ?? {}))
    for (const [metric, value] of Object.entries(quality)) {
      expect.soft(value, `${metric}\n${failures.join('\n')}`).toBeGreaterThanOrEqual(minimum.get(metric) ?? 1)
    }
  })
})

it('is answered as before when reranking fails, and at least as well when it prefers the answers, reverses the order or is random [answer-quality-2]', async () => {
  const { pages, questions } = manualSet()
  const answerable = questions.answerable.slice(0, 12)
  const measure = async (rerank?: Rerank) =>
    (await measureQuality([{ pages, questions: { answerable, unanswerable: [] } }], rerank)).quality
  const without = await measure()
  expect(await measure(async () => null)).toEqual(without)

  const answers = answerable.flatMap((question) => question.answers.map(normalize))
  const hasAnswer = (text: string) => answers.some((answer) => normalize(text).includes(answer))
  const random = randomNumbers(7)
  const rerankers: Record<string, Rerank> = {
    preferring: async (_question, texts) => texts.map((text) => Number(hasAnswer(text))),
    reversing: async (_question, texts) => texts.map((_, n) => n),
    random: async (_question, texts) => texts.map(random),
  }
  for (const [name, rerank] of Object.entries(rerankers))
    for (const [metric, value] of Object.entries(await measure(rerank)))
      expect.soft(value, `${name} ${metric}`).toBeGreaterThanOrEqual(without[metric as keyof typeof without]) // The same metrics.
})

/** From 0 to 1, the same in every run (Lehmer, 1951). */
function randomNumbers(seed: number): () => number {
  return () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
}
