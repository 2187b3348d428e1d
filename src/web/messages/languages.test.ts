/** Every text on a screen goes through t(), and a translation has the values and parts of its English source. */
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { describe, expect, it } from 'vitest'
import { sourceFiles, stringsIn, untranslatedTexts } from '#test/source-texts.ts'
import { en } from './en.ts'
import { enLater } from './en-later.ts'
import { languages, translationInto } from './language.ts'

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>

const source: Texts = { ...en, ...enLater }
const files = sourceFiles('src/web').filter(({ file }) => !/^src\/web\/messages\/(?:en|de)\//.test(file))
const screens = files.filter(({ file }) => !file.startsWith('src/web/messages/'))
const translations = await Promise.all(
  languages.slice(1).map(async (language) => ({ language, texts: ((await translationInto(language)) ?? {}) as Texts })),
)
const keysOf = (texts: Texts) =>
  Object.entries(texts).flatMap(([group, names]) => Object.keys(names).map((name) => `${group}.${name}`))

/** Names, and what is typed or read by machines. */
const names = new Set(['Readback', 'PostgreSQL', 'ms', 'Claude', 'Cursor', 'curl', 'Cookie', 'session=…', 'EMAIL'])
const isName = (words: string) =>
  names.has(words) ||
  /^(\/|npm run admin|docs\.example\.org|translateY|pro$|enterprise$)/.test(words) ||
  keysOf(source).includes(words)

it('every word on a screen goes through t()', () => {
  expect(screens.flatMap((file) => untranslatedTexts(file, isName))).toEqual([])
})

it('every English text is used', () => {
  const used = new Set(files.flatMap((file) => [...stringsIn(file)]))
  // These are looked up by a code: `errors.${code}`.
  const byCode = /^(errors|skipReasons|details|apiScopes)\.|^connect\.example/
  expect(keysOf(source).filter((key) => !used.has(key) && !byCode.test(key))).toEqual([])
})

it('no line ends between a number and its unit, before an ellipsis, or inside “E-Mail” [languages-line-1]', () => {
  const [german] = translations
  expect(source['details']?.['larger-than']).toBe('Larger than {n}\u00a0MB')
  expect(german?.texts['details']?.['larger-than']).toBe('Größer als {n}\u00a0MB')
  expect(german?.texts['assistant']?.['saving']).toBe('Wird gespeichert\u00a0…')
  expect(german?.texts['signIn']?.['verifyEmailTitle']).toBe('E\u2011Mail-Adresse bestätigen')
})

describe.each(translations)('$language', ({ texts }) => {
  it('has the values and parts of every English text', () => {
    const namedIn = (all: Texts) =>
      keysOf(texts).map((key) => {
        const dot = key.indexOf('.')
        return { key, named: namesIn(parse(all[key.slice(0, dot)]?.[key.slice(dot + 1)] ?? '')) }
      })
    expect(namedIn(texts)).toEqual(namedIn(source))
  })
})

/** The values, choices and parts of a message by name and kind, once each. */
function namesIn(elements: MessageFormatElement[]): string[] {
  const found = elements.flatMap((element): string[] => {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        return []
      case TYPE.tag:
        return [`<${element.value}>`, ...namesIn(element.children)]
      case TYPE.plural:
      case TYPE.select:
        return [`{${element.value}}`, ...Object.values(element.options).flatMap(({ value }) => namesIn(value))]
      default:
        return [`{${element.value}}`]
    }
  })
  return [...new Set(found)].toSorted()
}
