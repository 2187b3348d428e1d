import { afterEach, expect, it } from 'vitest'
import { createRequestThread } from './request-thread.ts'

/** A module that answers with half of a number, and throws for odd ones. */
const halves = `data:text/javascript,${encodeURIComponent(`
  import { serveRequests } from '${new URL('./request-thread.ts', import.meta.url)}'
  serveRequests((number) => {
    if (number === 0) process.exit()
    if (number % 2) throw new Error(number + ' is odd')
    return number / 2
  })
`)}`
const thread = createRequestThread<number, number>(new URL(halves))
afterEach(() => thread.end())

it('resolves each request with its own reply [request-thread-1]', async () => {
  expect(await Promise.all([4, 8, 2].map((number) => thread.send(number)))).toEqual([2, 4, 1])
  expect(thread.waiting()).toBe(0)
})

it('rejects only the request that fails [request-thread-2]', async () => {
  const failed = thread.send(3).catch((error: Error) => error.message)
  expect(await thread.send(4)).toBe(2)
  expect(await failed).toBe('3 is odd')
})

it('rejects the waiting requests when its thread ends, and starts another one [request-thread-3]', async () => {
  await expect(thread.send(0)).rejects.toThrow('The thread ended')
  expect(await thread.send(6)).toBe(3)
  const waiting = thread.send(6).catch((error: Error) => error.message)
  await thread.end()
  expect(await waiting).toBe('The thread was ended')
})
