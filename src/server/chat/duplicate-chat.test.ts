import { expect, it } from 'vitest'
import { titleOfCopy } from './duplicate-chat.ts'

it('cuts the title of a copy at the limit, but no character in half', () => {
  expect(titleOfCopy('x'.repeat(200))).toBe(`Copy of ${'x'.repeat(192)}`)
  expect(titleOfCopy(`${'x'.repeat(191)}🔑`)).toBe(`Copy of ${'x'.repeat(191)}`)
  expect(titleOfCopy(`${'x'.repeat(190)}🔑`)).toBe(`Copy of ${'x'.repeat(190)}🔑`)
})
