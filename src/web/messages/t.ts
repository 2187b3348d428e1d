import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { IntlMessageFormat } from 'intl-messageformat'
import { Fragment, createElement } from 'react'
import type { ReactNode } from 'react'
import { en } from './en.ts'
import { currentLocale, currentTranslation } from './language.ts'
import { formatNumber } from './numbers-and-dates.ts'
import type { TextKey } from './text.ts'

export type Values = Readonly<Record<string, string | number>>

/** The text in the current language, its `{placeholders}` filled from `values`. */
export function t(key: TextKey, values?: Values): string {
  const text = textOf(key) ?? key
  return isPlain(text, values) ? text : String(messageOf(key, text).format(values))
}

/** Like `t`, with values and `<parts>` that are React nodes: a link, a bold number. */
export function rich(
  key: TextKey,
  values: Readonly<Record<string, ReactNode | ((words: ReactNode[]) => ReactNode)>>,
): ReactNode {
  const text = textOf(key) ?? key
  if (isPlain(text, values)) return text
  const parts = messageOf(key, text).format<ReactNode>(values)
  return Array.isArray(parts) ? createElement(Fragment, null, ...parts) : parts
}

/** False for a key that this build does not know. */
export const isTextKey = (key: string): key is TextKey => textOf(key) !== undefined

/** In a build, a text with values or parts is parsed (scripts/compile-messages.mjs). */
type Message = string | MessageFormatElement[]

const isPlain = (text: Message, values: object | undefined): text is string =>
  typeof text === 'string' && (!values || !/[{<]/.test(text))

type Texts = { readonly [group: string]: { readonly [name: string]: Message } | undefined }

let source: Texts = en

/** Adds the English texts of screens that are loaded later. */
export function addTexts(texts: Texts) {
  source = { ...source, ...texts }
}

/** An error's name contains dots, so only the first one separates. */
function textOf(key: string): Message | undefined {
  const dot = key.indexOf('.')
  const [group, name] = [key.slice(0, dot), key.slice(dot + 1)]
  const translation: Texts | null = currentTranslation()
  return translation?.[group]?.[name] ?? source[group]?.[name]
}

/** Creating a message takes longer than formatting it: each is created once per locale. */
const messages = new Map<string, IntlMessageFormat>()

// By default it asks Intl.NumberFormat, whose first use is slow (numbers-and-dates.ts).
IntlMessageFormat.resolveLocale = (locales) =>
  new Intl.Locale(typeof locales === 'string' ? locales : (locales[0] ?? 'en'))

const plainNumbers: Intl.NumberFormat = Object.create(Intl.NumberFormat.prototype, { format: { value: formatNumber } })

const formatters = {
  getNumberFormat: (locale?: string | string[], style?: Intl.NumberFormatOptions) =>
    style ? new Intl.NumberFormat(locale, style) : plainNumbers,
  getDateTimeFormat: (...options: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...options),
  getPluralRules: (...options: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...options),
}

function messageOf(key: TextKey, text: Message): IntlMessageFormat {
  const locale = currentLocale()
  const id = `${locale} ${key}`
  const known = messages.get(id)
  if (known) return known
  const message = new IntlMessageFormat(text, locale, undefined, { formatters })
  messages.set(id, message)
  return message
}
