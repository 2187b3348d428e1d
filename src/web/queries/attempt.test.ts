import { expect, it } from 'vitest'
import { Failure } from '#web/api/request.ts'
import { createAttempt } from './attempt.ts'

function attempts() {
  const kept: (Failure | null)[] = []
  return { kept, attempt: createAttempt((error) => void kept.push(error)) }
}

it('keeps a failure and gives it to the caller [attempt-1]', async () => {
  const { kept, attempt } = attempts()
  const refusal = new Failure(401, 'account.sign-in-failed', 'Invalid email or password')
  expect(await attempt(() => Promise.reject(refusal))).toEqual({ data: null, error: refusal })
  expect(kept.at(-1)).toBe(refusal)
})

it('gives what a request answered, and forgets the last failure', async () => {
  const { kept, attempt } = attempts()
  expect(await attempt(async () => 'in')).toEqual({ data: 'in', error: null })
  expect(kept.at(-1)).toBeNull()
})

it('speaks of an unreachable server with its own text', async () => {
  const { attempt } = attempts()
  const { error } = await attempt(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(error?.message).toBe('Can’t reach Readback. Check your connection and try again.')
})
