import { describe, expect, it } from 'vitest'
import { createQuestionCounter, createSummaryQueue } from './summary-queue.ts'

/** Tasks that run until they are released, in the order of their start. */
function createTasks() {
  const started: { finish: () => void; signal: AbortSignal }[] = []
  const task = (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('interrupted')))
      started.push({ finish: () => resolve('done'), signal })
    })
  return { started, task }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('the summary queue', () => {
  it('runs as many summaries at a time as the service bears, and half as many after it asked for a delay [summary-queue-1]', async () => {
    const { started, task } = createTasks()
    const queue = createSummaryQueue(async () => 4, createQuestionCounter())
    const all = Promise.all(Array.from({ length: 8 }, () => queue.run(task)))
    await settle()
    expect(started).toHaveLength(4)
    queue.slowDown()
    for (const { finish } of started.slice(0, 3)) finish()
    await settle()
    expect(started).toHaveLength(5)
    while (started.length < 8) {
      for (const { finish } of started) finish()
      await settle()
    }
    for (const { finish } of started) finish()
    expect(await all).toHaveLength(8)
  })

  it('interrupts a summary for a question and continues after the answer, but not again and again [summary-queue-2]', async () => {
    const { started, task } = createTasks()
    const questions = createQuestionCounter()
    const queue = createSummaryQueue(async () => 1, questions)
    const summary = queue.run(task)
    await settle()
    for (let question = 1; question <= 3; question++) {
      const end = questions.begin()
      await settle()
      expect([started.length, started.at(-1)?.signal.aborted]).toEqual([question, true])
      end()
      await settle()
      expect(started).toHaveLength(question + 1)
    }
    questions.begin()
    await settle()
    expect(started.at(-1)?.signal.aborted).toBe(false)
    started.at(-1)?.finish()
    expect(await summary).toBe('done')
  })
})
