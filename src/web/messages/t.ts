import { IntlMessageFormat } from 'intl-messageformat'
import { Fragment, createElement } from 'react'
import type { ReactNode } from 'react'
import { en } from './en.ts'
import { currentLocale, currentTranslation } from './language.ts'
import type { TextKey } from './text.ts'

export type Values = Readonly<Record<string, string | number>>

/** The text in the current language, its `{placeholders}` filled from `values`. */
export function t(key: TextKey, values?: Values): string {
  const text = textOf(key)
  return values ? String(messageOf(text).format(values)) : text
}

/** Like `t`, with values and `<parts>` that are React nodes: a link, a bold number. */
export function rich(
  key: TextKey,
  values: Readonly<Record<string, ReactNode | ((words: ReactNode[]) => ReactNode)>>,
): ReactNode {
  const parts = messageOf(textOf(key)).format<ReactNode>(values)
  return Array.isArray(parts) ? createElement(Fragment, null, ...parts) : parts
}

type Texts = { readonly [group: string]: { readonly [name: string]: string } | undefined }

/** An error's name has dots of its own, so only the first one separates. */
function textOf(key: TextKey): string {
  const dot = key.indexOf('.')
  const [group, name] = [key.slice(0, dot), key.slice(dot + 1)]
  const [source, translation]: [Texts, Texts | null] = [en, currentTranslation()]
  return translation?.[group]?.[name] ?? source[group]?.[name] ?? key
}

/** Parsing a message takes longer than formatting it: each is parsed once per locale. */
const messages = new Map<string, IntlMessageFormat>()

function messageOf(text: string): IntlMessageFormat {
  const locale = currentLocale()
  const key = `${locale} ${text}`
  const known = messages.get(key)
  if (known) return known
  const message = new IntlMessageFormat(text, locale)
  messages.set(key, message)
  return message
}
