import { expect, it } from 'vitest'
import type { AnswerEvent } from '#shared/answer-stream.ts'
import { personLimits } from '#shared/limits.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { openTestDatabase } from '#test/database.ts'
import { openRunningAnswers } from './running-answers.ts'

it('is followed from another process as from its own: from its beginning, letter for letter, by its person alone', async () => {
  const database = await openTestDatabase()
  const elsewhere = await openDatabase(database.options)
  const [here, there] = [await openRunningAnswers(database, { most: 5 }), await openRunningAnswers(elsewhere, { most: 5 })]
  const goOn = Promise.withResolvers<void>()
  // Longer than a notification, and with what JSON writes longer.
  const long = '"鍵\\ 🔑\n'.repeat(3_000)
  const { id: answerId } = here.run({ userId: 'ada', limits: personLimits.free }, async ({ tell }) => {
    tell({ event: 'delta', data: { text: long } })
    await goOn.promise
    tell({ event: 'delta', data: { text: 'and on' } })
  })
  await expect(there.follow({ userId: 'grace', answerId })).rejects.toMatchObject({ code: 'answer.not-found' })
  const told: AnswerEvent[] = []
  for await (const event of await there.follow({ userId: 'ada', answerId })) {
    told.push(event)
    goOn.resolve()
  }
  expect(told).toEqual([
    { event: 'delta', data: { text: long } },
    { event: 'delta', data: { text: 'and on' } },
  ])
  await here.close()
  await there.close()
  await elsewhere.close()
})
