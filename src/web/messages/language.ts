/**
 * The screens' language: the one chosen in this browser, else the one the server chose for the document from the
 * browser's languages (http/middleware/page-language.ts). English is the source; another language is one file by its
 * tag.
 */
import { useSyncExternalStore } from 'react'
import { LANGUAGE_COOKIE } from '#shared/language.ts'
import type { Translation } from './text.ts'

type LanguageFile = { default: Translation }

const files = Object.fromEntries(
  Object.entries(import.meta.glob<LanguageFile>(['./[a-z][a-z].ts', '!./en.ts'])).map(([path, load]) => [
    path.slice(2, -3),
    load,
  ]),
)

/** Tags, English first. */
export const languages: readonly string[] = ['en', ...Object.keys(files)]

/** The start page of the manual in the screens' language. */
export const manualPath = () => (current.language === 'de' ? '/help/de' : '/help')

/** What a language calls itself: "Deutsch". */
export const nameOfLanguage = (tag: string) => new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag

/** The name of a language in the screens' language: "German". */
export const languageInWords = (tag: string) =>
  new Intl.DisplayNames(current.language, { type: 'language' }).of(tag) ?? tag

/** A year, renewed with every choice. */
const KEPT_SECONDS = 365 * 24 * 60 * 60

/** English is the source and needs no translation. */
let current: { language: string; translation: Translation | null } = { language: 'en', translation: null }
const listeners = new Set<() => void>()

const currentLanguage = () => current.language
export const currentTranslation = () => current.translation

/** The language with the browser's own region, such as "en-GB", for numbers and dates. */
export function currentLocale(): string {
  return navigator.languages.find((tag) => languageOf(tag) === current.language) ?? current.language
}

/** The current language; re-renders when it changes. */
export const useLanguage = () => useSyncExternalStore(subscribe, currentLanguage, currentLanguage)

/** Loads the person's language before the first render; English when its file cannot be loaded. */
export async function openLanguage(language = keptLanguage() ?? document.documentElement.lang) {
  await loadLanguage(language).catch(() => loadLanguage('en'))
}

/** Switches the language and remembers the choice. */
export async function chooseLanguage(language: string) {
  await loadLanguage(language)
  // A cookie, so that the server renders the next document in this language.
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${KEPT_SECONDS}; SameSite=Lax`
}

/** Null for English, and for a language without a file. */
export async function translationInto(language: string): Promise<Translation | null> {
  return (await files[language]?.())?.default ?? null
}

async function loadLanguage(language: string) {
  const translation = await translationInto(language)
  current = { language: translation ? language : 'en', translation }
  for (const listener of listeners) listener()
}

function keptLanguage(): string | null {
  const kept = document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${LANGUAGE_COOKIE}=`))
    ?.split('=')[1]
  return kept !== undefined && languages.includes(kept) ? kept : null
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const languageOf = (tag: string) => tag.split('-')[0] ?? tag
