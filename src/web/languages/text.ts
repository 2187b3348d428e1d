import type de from './de.ts'

/**
 * A text of the screens as it stands in English, in ICU's message format: `{name}` is a value, `{n, plural, …}` a choice
 * by number, `<link>…</link>` a part that is more than text. What has no German cannot be said.
 */
export type Text = keyof typeof de

/** What a language's file holds: its own words for every text. */
export type Translation = Readonly<Record<Text, string>>
