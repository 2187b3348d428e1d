import { expect, it } from 'vitest'
import type { AnswerEvent } from '#shared/chat/answer-stream.ts'
import { planLimits } from '#shared/limits.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { openTestDatabase } from '#test/database.ts'
import { openAnswerRunner } from './answer-runner.ts'

it('streams a running answer unchanged and from its beginning to another process, but only for its owner', async () => {
  const database = await openTestDatabase()
  const elsewhere = await openDatabase(database.options)
  const [here, there] = [
    await openAnswerRunner(database, { maxConcurrent: 5 }),
    await openAnswerRunner(elsewhere, { maxConcurrent: 5 }),
  ]
  const hasSubscribed = Promise.withResolvers<void>()
  // Longer than one notification, with characters that JSON escapes.
  const long = '"鍵\\ 🔑\n'.repeat(3_000)
  const { id: answerId } = here.start({ userId: 'ada', limits: planLimits.free }, async ({ emit }) => {
    emit({ event: 'delta', data: { text: long } })
    await hasSubscribed.promise
    emit({ event: 'delta', data: { text: 'the rest' } })
  })
  await expect(there.subscribe({ userId: 'grace', answerId })).rejects.toMatchObject({ code: 'answer.not-found' })
  const received: AnswerEvent[] = []
  for await (const event of await there.subscribe({ userId: 'ada', answerId })) {
    received.push(event)
    hasSubscribed.resolve()
  }
  expect(received).toEqual([
    { event: 'delta', data: { text: long } },
    { event: 'delta', data: { text: 'the rest' } },
  ])
  await here.close()
  await there.close()
  await elsewhere.close()
})
