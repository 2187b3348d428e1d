import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

const tooLate = () => new Error('too late')

test('gives turns one at a time, in the order in which they were asked for', async () => {
  const turns = createTurns()
  const order: number[] = []
  await Promise.all(
    [1, 2, 3].map(async (number) => {
      const end = await turns.take(1_000, tooLate)
      order.push(number)
      await setTimeout(5)
      order.push(number)
      end()
      end() // ending twice ends nobody else's turn
    }),
  )
  expect(order).toEqual([1, 1, 2, 2, 3, 3])
})

test('lets go of who waited too long, and goes on with the next', async () => {
  const turns = createTurns()
  const end = await turns.take(1_000, tooLate)
  const next = turns.take(20, tooLate)
  const afterThat = turns.take(1_000, tooLate)
  await expect(next).rejects.toThrow('too late')
  end()
  await afterThat
})
