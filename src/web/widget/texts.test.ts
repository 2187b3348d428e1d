import { expect, it } from 'vitest'
import { WIDGET_LANGUAGES } from '#shared/language.ts'
import { textsIn } from './texts.ts'

it('has the widget’s texts in eight languages, chosen by the tag of the page or browser [publishing-18]', () => {
  const openings = WIDGET_LANGUAGES.map((tag) => textsIn(tag).open)
  expect(new Set(openings).size).toBe(WIDGET_LANGUAGES.length)
  expect(textsIn('pt-BR')).toBe(textsIn('pt'))
  expect(textsIn('FR')).toBe(textsIn('fr'))
  expect(textsIn('ja')).toBe(textsIn('en'))
})
