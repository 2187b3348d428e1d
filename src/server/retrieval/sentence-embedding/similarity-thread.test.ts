import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSimilarityThread } from './similarity-thread.ts'

let thread: ReturnType<typeof createSimilarityThread>
beforeEach(() => {
  thread = createSimilarityThread((error) => {
    throw error
  })
})
afterEach(() => thread.close())

const QUESTION = 'How do I get rid of dead rows?'
const TEXTS = ['VACUUM removes tuples that are no longer visible.', 'The museum opens at nine.']

it('compares a question with each text by its meaning [similarity-thread-1]', async () => {
  const [close = 0, far = 0] = (await thread.similarity(QUESTION, TEXTS, { isUrgent: true })) ?? []
  expect(close).toBeGreaterThan(far + 0.1)
  expect(await thread.similarity(QUESTION, TEXTS, { isUrgent: true }), 'with vectors kept from before').toEqual([
    close,
    far,
  ])
})

it('lets words alone decide for urgent questions beyond three that wait [similarity-thread-2]', async () => {
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => thread.similarity(QUESTION, TEXTS, { isUrgent: true })),
  )
  expect(answers.map((cosines) => cosines !== null)).toEqual([true, true, true, false, false])
})

it('compares every question that is not urgent [similarity-thread-4]', async () => {
  const asked = Array.from({ length: 5 }, () => thread.similarity(QUESTION, TEXTS, { isUrgent: false }))
  expect((await Promise.all(asked)).filter((cosines) => cosines === null)).toEqual([])
})

it('answers the waiting questions with null when it is closed [similarity-thread-3]', async () => {
  const waiting = thread.similarity(QUESTION, TEXTS, { isUrgent: true })
  await thread.close()
  expect(await waiting).toBe(null)
})
