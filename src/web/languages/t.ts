import { Fragment, createElement } from 'react'
import type { ReactNode } from 'react'
import { currentLocale, currentTranslation } from './language.ts'
import { fillMessage, readMessage } from './message.ts'
import type { Piece, Values as PartsAndValues } from './message.ts'
import type { Text } from './text.ts'

export type Values = Readonly<Record<string, string | number>>

/** The text in the language on the screen, its `{placeholders}` filled from `values`. */
export function t(text: Text, values?: Values): string {
  const words = wordsOf(text)
  return values ? fillMessage(messageOf(words), values, currentLocale()).join('') : words
}

/** Such a text with values and `<parts>` that are more than text: a link, a figure set in bold. */
export function rich(text: Text, values: PartsAndValues<ReactNode>): ReactNode {
  const pieces = fillMessage(messageOf(wordsOf(text)), values, currentLocale())
  return createElement(Fragment, null, ...pieces)
}

const wordsOf = (text: Text) => currentTranslation()?.[text] ?? text

/** Reading a message takes longer than filling it: each is read once. */
const messages = new Map<string, Piece[]>()

function messageOf(words: string): Piece[] {
  const known = messages.get(words)
  if (known) return known
  const message = readMessage(words)
  messages.set(words, message)
  return message
}
