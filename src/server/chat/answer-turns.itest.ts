/** Over all processes of an installation. What one process does with its line stands in answer-turns.test.ts. */
import { expect, it } from 'vitest'
import { personLimits } from '#shared/limits.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { openTestDatabase } from '#test/database.ts'
import { waitFor } from '#test/wait-for.ts'
import { openRunningAnswers, type RunningAnswers } from './running-answers.ts'

const limits = { ...personLimits.free, answersAtOnce: 2 }
const MOST = 3

type Asked = { id: string; end: () => void }

/** An answer that is written until it is ended or stopped; `writing` has the ids of those whose turn has come. */
function ask(answers: RunningAnswers, writing: Set<string>, userId: string): Asked {
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const { id } = answers.run({ userId, limits }, async ({ signal }) => {
    writing.add(id)
    signal.addEventListener('abort', () => end())
    if (!signal.aborted) await over
    writing.delete(id)
  })
  return { id, end }
}

it('so many answers of a person, and of everybody, are written at once, whichever process they were asked of; a dead one is not counted', async () => {
  const database = await openTestDatabase()
  const elsewhere = await openDatabase(database.options)
  const [here, there] = [await openRunningAnswers(database, { most: MOST }), await openRunningAnswers(elsewhere, { most: MOST })]
  const writing = new Set<string>()
  const isWritten = ({ id }: Asked) => waitFor('the turn', () => writing.has(id))

  const first = ask(here, writing, 'ada')
  const second = ask(there, writing, 'ada')
  await Promise.all([isWritten(first), isWritten(second)])
  const third = ask(here, writing, 'ada')
  const fourth = ask(there, writing, 'ada')
  // Somebody else passes them, and is the last one that there is a place for.
  const bo = ask(here, writing, 'bo')
  await isWritten(bo)
  const cy = ask(there, writing, 'cy')
  expect(writing).toEqual(new Set([first.id, second.id, bo.id]))

  bo.end()
  await isWritten(cy)
  expect(writing).toEqual(new Set([first.id, second.id, cy.id]))

  // Stopped in the line, it ends without its turn.
  await here.stop({ userId: 'ada', answerId: third.id })
  await waitFor('its end', () => here.count().waiting === 0)
  second.end()
  await isWritten(fourth)

  // That process dies: its two places are free, though it says nothing.
  const fifth = ask(here, writing, 'ada')
  expect(here.count()).toEqual({ running: 1, waiting: 1 })
  await elsewhere.close()
  await isWritten(fifth)

  for (const asked of [first, fourth, fifth, cy]) asked.end()
  await waitFor('the end of all', () => writing.size === 0)
  await here.close()
})
