import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createMutex } from './mutex.ts'

const onTimeout = () => new Error('too late')

test('grants the mutex to one caller at a time, in the order of the requests', async () => {
  const mutex = createMutex()
  const order: number[] = []
  await Promise.all(
    [1, 2, 3].map(async (number) => {
      const release = await mutex.acquire(1_000, onTimeout)
      order.push(number)
      await setImmediate()
      order.push(number)
      release()
      release() // a second release must not release the next holder
    }),
  )
  expect(order).toEqual([1, 1, 2, 2, 3, 3])
})

test('rejects a caller that waited too long and continues with the next', async () => {
  const mutex = createMutex()
  const release = await mutex.acquire(1_000, onTimeout)
  const next = mutex.acquire(20, onTimeout)
  const afterThat = mutex.acquire(1_000, onTimeout)
  await expect(next).rejects.toThrow('too late')
  release()
  await afterThat
})
