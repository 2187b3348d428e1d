import { IntlMessageFormat } from 'intl-messageformat'
import { Fragment, createElement } from 'react'
import type { ReactNode } from 'react'
import { currentLocale, currentTranslation } from './language.ts'
import type { Text } from './text.ts'

export type Values = Readonly<Record<string, string | number>>

/** The text in the language on the screen, its `{placeholders}` filled from `values`. */
export function t(text: Text, values?: Values): string {
  const words = wordsOf(text)
  return values ? String(messageOf(words).format(values)) : words
}

/** Such a text with values and `<parts>` that are more than text: a link, a figure set in bold. */
export function rich(
  text: Text,
  values: Readonly<Record<string, ReactNode | ((words: ReactNode[]) => ReactNode)>>,
): ReactNode {
  const parts = messageOf(wordsOf(text)).format<ReactNode>(values)
  return Array.isArray(parts) ? createElement(Fragment, null, ...parts) : parts
}

const wordsOf = (text: Text) => currentTranslation()?.[text] ?? text

/** Reading a message takes longer than filling it: each is read once for a locale. */
const messages = new Map<string, IntlMessageFormat>()

function messageOf(words: string): IntlMessageFormat {
  const locale = currentLocale()
  const key = `${locale} ${words}`
  const known = messages.get(key)
  if (known) return known
  const message = new IntlMessageFormat(words, locale)
  messages.set(key, message)
  return message
}
