/**
 * Which language the screens speak: the one chosen in this browser, else the one in which the server gave the document
 * (by the browser's own languages, api/page-language.ts). English stands in the code; every other language is one file
 * beside this one, by its tag.
 */
import { useSyncExternalStore } from 'react'
import { LANGUAGE_COOKIE } from '#shared/language.ts'
import type { Translation } from './text.ts'

type LanguageFile = { default: Translation }

const files = Object.fromEntries(
  Object.entries(import.meta.glob<LanguageFile>('./[a-z][a-z].ts')).map(([path, load]) => [path.slice(2, -3), load]),
)

/** Tags, English first. */
export const languages: readonly string[] = ['en', ...Object.keys(files)]

/** What a language calls itself: "Deutsch". */
export const nameOfLanguage = (tag: string) => new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag

/** A year, which each choice begins anew. */
const KEPT_SECONDS = 365 * 24 * 60 * 60

/** English has no translation. */
let spoken: { language: string; translation: Translation | null } = { language: 'en', translation: null }
const listeners = new Set<() => void>()

const currentLanguage = () => spoken.language
export const currentTranslation = () => spoken.translation

/** The screens' language with the browser's own region: "en-GB". Numbers and dates are written by it. */
export function currentLocale(): string {
  return navigator.languages.find((tag) => languageOf(tag) === spoken.language) ?? spoken.language
}

/** The language on the screen; whoever asks is drawn again when it changes. */
export const useLanguage = () => useSyncExternalStore(subscribe, currentLanguage, currentLanguage)

/** Speaks the person's language before anything is drawn; English when its file cannot be had. */
export async function openLanguage(language = keptLanguage() ?? document.documentElement.lang) {
  await speak(language).catch(() => speak('en'))
}

/** Speaks another language from now on, also at the next visit. */
export async function chooseLanguage(language: string) {
  await speak(language)
  // A cookie, since the server draws the next document in this language.
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${KEPT_SECONDS}; SameSite=Lax`
}

/** Null for English, and for a language without a file. */
export async function translationInto(language: string): Promise<Translation | null> {
  return (await files[language]?.())?.default ?? null
}

async function speak(language: string) {
  const translation = await translationInto(language)
  spoken = { language: translation ? language : 'en', translation }
  for (const listener of listeners) listener()
}

function keptLanguage(): string | null {
  const kept = document.cookie.split('; ').find((pair) => pair.startsWith(`${LANGUAGE_COOKIE}=`))?.split('=')[1]
  return kept !== undefined && languages.includes(kept) ? kept : null
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const languageOf = (tag: string) => tag.split('-')[0] ?? tag
