/** Limits over several processes. answer-semaphore.test.ts covers the queue of one process. */
import { expect, it } from 'vitest'
import { planLimits } from '#shared/limits.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { openTestDatabase } from '#test/database.ts'
import { waitFor } from '#test/wait-for.ts'
import { openAnswerRunner, type AnswerRunner } from './answer-runner.ts'

const limits = { ...planLimits.free, answersAtOnce: 2 }
const MAX_CONCURRENT = 3

type Question = { id: string; end: () => void }

/** An answer that runs until `end` is called or it is stopped; adds its id to `running` while it runs. */
function ask(answers: AnswerRunner, running: Set<string>, userId: string): Question {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const { id } = answers.start({ userId, limits }, async ({ signal }) => {
    running.add(id)
    signal.addEventListener('abort', () => end())
    if (!signal.aborted) await ended
    running.delete(id)
  })
  return { id, end }
}

it('limits concurrent answers per user and in total over all processes, and frees the slots of a dead process', async () => {
  const database = await openTestDatabase()
  const elsewhere = await openDatabase(database.options)
  const [here, there] = [
    await openAnswerRunner(database, { maxConcurrent: MAX_CONCURRENT }),
    await openAnswerRunner(elsewhere, { maxConcurrent: MAX_CONCURRENT }),
  ]
  const running = new Set<string>()
  const isRunning = ({ id }: Question) => waitFor('the slot', () => running.has(id))

  const first = ask(here, running, 'ada')
  const second = ask(there, running, 'ada')
  await Promise.all([isRunning(first), isRunning(second)])
  const third = ask(here, running, 'ada')
  const fourth = ask(there, running, 'ada')
  // Another user overtakes them and gets the last slot.
  const bo = ask(here, running, 'bo')
  await isRunning(bo)
  const cy = ask(there, running, 'cy')
  expect(running).toEqual(new Set([first.id, second.id, bo.id]))

  bo.end()
  await isRunning(cy)
  expect(running).toEqual(new Set([first.id, second.id, cy.id]))

  // Stopped in the queue, it ends without a slot.
  await here.stop({ userId: 'ada', answerId: third.id })
  await waitFor('the empty queue', () => here.count().waiting === 0)
  second.end()
  await isRunning(fourth)

  // The other process dies and sends nothing; its two slots become free.
  const fifth = ask(here, running, 'ada')
  expect(here.count()).toEqual({ running: 1, waiting: 1 })
  await elsewhere.close()
  await isRunning(fifth)

  for (const question of [first, fourth, fifth, cy]) question.end()
  await waitFor('the end of all answers', () => running.size === 0)
  await here.close()
})
