import { expect, it } from 'vitest'
import { titleOfCopy } from './title-of-copy.ts'

const inEnglish = (title: string) => titleOfCopy(title, (of) => `Copy of ${of}`)

it('cuts the title of a copy at the limit, but no character in half', () => {
  expect(inEnglish('x'.repeat(200))).toBe(`Copy of ${'x'.repeat(192)}`)
  expect(inEnglish(`${'x'.repeat(191)}🔑`)).toBe(`Copy of ${'x'.repeat(191)}`)
  expect(inEnglish(`${'x'.repeat(190)}🔑`)).toBe(`Copy of ${'x'.repeat(190)}🔑`)
  expect(inEnglish(`Copy of ${'x'.repeat(192)}`)).toBe(`Copy of ${'x'.repeat(188)} (2)`)
})

it.each([
  ['Lamps', 'Copy of Lamps'],
  ['Copy of Lamps', 'Copy of Lamps (2)'],
  ['Copy of Lamps (2)', 'Copy of Lamps (3)'],
  ['Lamps (2)', 'Copy of Lamps (2)'],
  ['Copy of', 'Copy of Copy of'],
])('numbers the copy of a copy: %s', (title, copy) => {
  expect(inEnglish(title)).toBe(copy)
})

it('recognizes a copy in the language of the words', () => {
  const inOther = (title: string) => titleOfCopy(title, (of) => `${of} (copie)`)
  expect([inOther('Lampes'), inOther('Lampes (copie)'), inOther('Lampes (copie) (2)')]).toEqual([
    'Lampes (copie)',
    'Lampes (copie) (2)',
    'Lampes (copie) (3)',
  ])
})
