import type { en } from './en.ts'
import type { enLater } from './en-later.ts'

type Source = typeof en & typeof enLater
type Group = keyof Source

/** The key of a text: its feature and its name there, such as `crawlForm.maxPages` or `errors.chat.not-found`. */
export type TextKey = { [G in Group]: `${G}.${keyof Source[G] & string}` }[Group]

/** A language's texts. Missing ones are shown in English. */
export type Translation = { readonly [G in Group]?: { readonly [Name in keyof Source[G]]?: string } }
