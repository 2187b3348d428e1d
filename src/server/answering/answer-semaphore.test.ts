import { expect, it } from 'vitest'
import { createLocalSemaphore } from '#server/platform/semaphore.ts'
import { createAnswerSemaphore } from './answer-semaphore.ts'

const limits = { answersAtOnce: 2, questionsWaiting: 2 }

/** Acquires a slot and adds `name` to `started` when it has one. */
function start(semaphore: ReturnType<typeof createAnswerSemaphore>, started: string[], userId: string, name: string) {
  return semaphore.acquire(userId, limits).then((release) => {
    started.push(name)
    return release
  })
}

it('runs a user’s answers up to the limit, queues more in order, and rejects the rest', async () => {
  const semaphore = createAnswerSemaphore(createLocalSemaphore(), 10)
  const started: string[] = []
  const [first] = await Promise.all([start(semaphore, started, 'ada', '1'), start(semaphore, started, 'ada', '2')])
  const third = start(semaphore, started, 'ada', '3')
  void start(semaphore, started, 'ada', '4')
  expect(() => semaphore.acquire('ada', limits)).toThrow(
    expect.objectContaining({ code: 'answer.too-many', values: expect.objectContaining({ n: 4 }) }),
  )
  expect({ started, count: semaphore.count() }).toEqual({ started: ['1', '2'], count: { running: 2, waiting: 2 } })
  first?.()
  first?.()
  await third
  expect({ started, count: semaphore.count() }).toEqual({ started: ['1', '2', '3'], count: { running: 2, waiting: 1 } })
})

it('starts the next user’s answer when the first in the queue has reached their own limit', async () => {
  const semaphore = createAnswerSemaphore(createLocalSemaphore(), 3)
  const started: string[] = []
  await Promise.all([start(semaphore, started, 'ada', 'a1'), start(semaphore, started, 'ada', 'a2')])
  const releaseBo = await start(semaphore, started, 'bo', 'b1')
  void start(semaphore, started, 'ada', 'a3')
  const bo = start(semaphore, started, 'bo', 'b2')
  releaseBo()
  await bo
  expect(started).toEqual(['a1', 'a2', 'b1', 'b2'])
})

it('lets an answer that was stopped before end without waiting for a slot', async () => {
  const semaphore = createAnswerSemaphore(createLocalSemaphore(), 1)
  await semaphore.acquire('ada', limits)
  const release = await semaphore.acquire('bo', limits, AbortSignal.abort())
  release()
  expect(semaphore.count()).toEqual({ running: 1, waiting: 0 })
})

it('starts the next answer when the slot of a stopped one cannot be released', { timeout: 5000 }, async () => {
  const local = createLocalSemaphore()
  const acquired = Promise.withResolvers<void>()
  const acquire: typeof local.acquire = async (requests) => {
    await acquired.promise
    const held = await local.acquire(requests)
    return 'full' in held ? held : { release: () => Promise.reject(new Error('The database is gone')) }
  }
  const semaphore = createAnswerSemaphore({ ...local, acquire }, 2)
  const stop = new AbortController()
  const stopped = semaphore.acquire('ada', limits, stop.signal)
  stop.abort()
  await stopped
  acquired.resolve()
  await semaphore.acquire('bo', limits)
  expect(semaphore.count()).toEqual({ running: 1, waiting: 0 })
})

it('rejects every question while the queue of the process is full', async () => {
  const semaphore = createAnswerSemaphore(createLocalSemaphore(), 1)
  await semaphore.acquire('ada', limits)
  for (const name of ['bo', 'cy', 'di', 'ed', 'flo']) void semaphore.acquire(name, limits)
  expect(() => semaphore.acquire('gil', limits)).toThrow(expect.objectContaining({ code: 'answer.server-full' }))
})
