import { expect, test } from 'vitest'
import { dayValue } from './weekdays.ts'

test.each([
  ['tuesday', '| Tue | 8:30am – 7:30pm |'],
  ['Tuesday', 'Mon–Fri 9 to 5'],
  ['tuesdays', 'Open Monday to Saturday, 10–4.'],
  ['saturday', 'We are open daily from 10.'],
  ['Donnerstag', 'Do 14–18 Uhr'],
  ['dienstags', 'Montag bis Freitag: 7.30 – 12.30 Uhr'],
  ['miercoles', 'De martes a viernes de 9:00 a 14:00.'],
  ['dimanche', 'Sam. – Dim. : 10 h – 18 h'],
  ['sabato', 'Aperto tutti i giorni'],
])('a sentence about %s has that day in: %s [weekdays-1]', (word, text) => {
  expect(dayValue(word)?.test(text)).toBe(true)
})

test.each([
  ['sunday', 'Mon–Fri 9 to 5'],
  ['monday', '| Tue | 8:30am |'],
  ['Donnerstag', 'Do you have a key?'],
  ['Sonntag', 'So ist das.'],
  ['Samstag', 'Montag bis Freitag'],
  ['saturday', 'He sat on the sun deck.'],
])('a sentence about another day than %s has it not: %s [weekdays-2]', (word, text) => {
  expect(dayValue(word)?.test(text)).toBe(false)
})

test('other words name no day [weekdays-3]', () => {
  expect(['month', 'so', 'do', 'mi'].map(dayValue)).toEqual([undefined, undefined, undefined, undefined])
})
