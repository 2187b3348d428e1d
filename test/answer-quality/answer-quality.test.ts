import { describe, expect, it } from 'vitest'
import { baseline, manualSet, measureQuality, normalise, otherLanguages } from './measure.ts'

describe.each([
  { name: 'manual', set: manualSet() },
  { name: 'otherLanguages', set: otherLanguages() },
])('question set $name', ({ name, set }) => {
  it('contains every expected answer in its pages', () => {
    const stale = set.questions.answerable.filter(({ page, answers }) => {
      const content = normalise(set.pages.find(({ id }) => id === page)?.content ?? '')
      return !answers.some((answer) => content.includes(normalise(answer)))
    })
    expect(stale).toEqual([])
  })

  it('is answered and refused by the built-in engine at least as well as the baseline [answer-quality-1]', async () => {
    const { quality, failures } = await measureQuality(set)
    // Raise baseline.json by hand after an improvement. Keep the manual one question below the measurement, because its
    // text changes with the product.
    const minimum = new Map(Object.entries(baseline[name] ?? {}))
    for (const [metric, value] of Object.entries(quality)) {
      expect.soft(value, `${metric}\n${failures.join('\n')}`).toBeGreaterThanOrEqual(minimum.get(metric) ?? 1)
    }
  })
})
