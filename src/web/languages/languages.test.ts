/**
 * What keeps every language whole: nothing on a screen that is not said through t(), nothing in a language's file that
 * is said nowhere, and in every translation the values and parts that its English text has.
 */
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { describe, expect, it } from 'vitest'
import { errorCodes, errorTemplate } from '#shared/errors.ts'
import { sourceFiles, stringsIn, unsaidWords } from '#test/words-in-source.ts'
import { languages, translationInto } from './language.ts'

const translations = await Promise.all(
  languages.slice(1).map(async (language) => ({ language, texts: Object.entries((await translationInto(language)) ?? {}) })),
)
const screens = sourceFiles('src/web').filter(({ file }) => !/\/languages\/..\.ts$/.test(file))

/** Names, and what is typed or read by machines. */
const names = new Set(['Readback', 'PostgreSQL', 'ms', 'Claude', 'Cursor', 'curl', 'Cookie', 'session=…', 'pro', 'enterprise'])
const isName = (words: string) => names.has(words) || /^(\/|npm run admin|docs\.example\.org|translateY)/.test(words)

it('every word of a screen is said through t()', () => {
  expect(screens.flatMap((source) => unsaidWords(source, isName))).toEqual([])
})

describe.each(translations)('$language', ({ texts }) => {
  const known = new Set(texts.map(([text]) => text))

  it('has every failure a screen may show', () => {
    const told = errorCodes.filter((code) => !code.startsWith('backup.')).map(errorTemplate)
    expect(told.filter((words) => !known.has(words))).toEqual([])
  })

  it('has no text that is said nowhere', () => {
    const said = new Set([...screens, ...sourceFiles('src/shared')].flatMap((source) => [...stringsIn(source)]))
    const server = [...sourceFiles('src/shared'), ...sourceFiles('src/server')]
    const saysInPieces = (text: string) => server.some((source) => piecesOf(text).every((piece) => source.text.includes(piece)))
    expect([...known].filter((text) => !said.has(text) && !saysInPieces(text))).toEqual([])
  })

  it('has the values and parts of every English text', () => {
    const named = ([text, words]: [string, string]) => ({ text, named: namesIn(parse(words)) })
    expect(texts.map(named)).toEqual(texts.map(([text]) => named([text, text])))
  })
})

/** What stands around the values of a text. */
const piecesOf = (text: string) => text.split(/\{\w+\}/).map((piece) => piece.trim()).filter((piece) => piece.length > 1)

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
