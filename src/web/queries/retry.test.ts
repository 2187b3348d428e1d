import { expect, it } from 'vitest'
import { Failure } from '#web/api/request.ts'
import { isRetryable, withRetry } from './retry.ts'

function failing(times: number, error: Error) {
  const waits: number[] = []
  let asked = 0
  const ask = async () => {
    asked += 1
    if (asked <= times) throw error
    return 'here'
  }
  return { waits, answer: withRetry(ask, async (ms) => void waits.push(ms)) }
}

it('waits 200 ms before the second try and twice as long before each further one [back-off-1]', async () => {
  const { waits, answer } = failing(4, new TypeError('Failed to fetch'))
  await expect(answer).resolves.toBe('here')
  expect(waits).toEqual([200, 400, 800, 1600])
})

it('gives up after six tries', async () => {
  const { waits, answer } = failing(99, new Failure(503, 'server.busy', 'Busy'))
  await expect(answer).rejects.toThrow('Busy')
  expect(waits).toHaveLength(5)
})

it('never repeats what was refused for good', async () => {
  const { waits, answer } = failing(1, new Failure(401, 'account.sign-in-required', 'Sign in'))
  await expect(answer).rejects.toThrow('Sign in')
  expect(waits).toEqual([])
})

it.each([
  [400, false],
  [401, false],
  [403, false],
  [404, false],
  [429, true],
  [500, true],
  [503, true],
])('a %i is retryable: %s', (status, retryable) => {
  expect(isRetryable(new Failure(status, '', ''))).toBe(retryable)
})
