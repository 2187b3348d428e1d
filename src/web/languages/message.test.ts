import { IntlMessageFormat } from 'intl-messageformat'
import { expect, it } from 'vitest'
import { languages, translationInto } from './language.ts'
import { fillMessage, readMessage } from './message.ts'

/** Of every value by its name; each text takes what it has a place for. */
const valuesOf = (text: string, number: number) =>
  Object.fromEntries(
    [...text.matchAll(/\{(\w+)(,?)|<(\w+)>/g)].map(([, name = '', kind, part]) =>
      part
        ? [part, (pieces: (string | number)[]) => `[${part}:${pieces.join('')}]`]
        : [name, kind || /^(n|days|more)$/.test(name) ? number : `“${name}”`],
    ),
  )

it.each(languages)('fills every text of %s as the library of the whole format does', async (language) => {
  const german = Object.entries((await translationInto('de')) ?? {})
  const texts = Object.entries((await translationInto(language)) ?? Object.fromEntries(german.map(([text]) => [text, text])))
  expect(texts.length).toBeGreaterThan(1_000)
  const locale = language === 'en' ? 'en-GB' : language
  for (const number of [0, 1, 2, 12_345]) {
    const ours = texts.map(([, text]) => fillMessage<string>(readMessage(text), valuesOf(text, number), locale).join(''))
    const theirs = texts.map(([, text]) => [new IntlMessageFormat(text, locale).format<string>(valuesOf(text, number))].flat().join(''))
    expect(ours).toEqual(theirs)
  }
})

it('keeps what is more than text in its place, and joins the words around it', () => {
  const link = { href: '/help' }
  expect(fillMessage(readMessage('Read {link} or <b>ask {n, number}</b>.'), { link, n: 1_000, b: (words) => ({ bold: words }) }, 'en')).toEqual([
    'Read ',
    link,
    ' or ',
    { bold: ['ask 1,000'] },
    '.',
  ])
})

it.each(['{n', 'a } b', '{n, plural, one {#}}', '<b>bold', '{n, date}'])('refuses %j, which is no message', (text) => {
  expect(() => readMessage(text)).toThrow(SyntaxError)
})

it('says which value is missing', () => {
  expect(() => fillMessage(readMessage('{n} pages'), {}, 'en')).toThrow('n')
})
