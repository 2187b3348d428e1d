import { getCookie } from 'hono/cookie'
import { parseAccept } from 'hono/utils/accept'
import type { Context } from 'hono'
import { LANGUAGE_COOKIE } from '#shared/language.ts'

/**
 * The language in which a browser is given its document, a tag of `known`: the one chosen in it, else the first of those
 * that it asks for, else English.
 */
export function pageLanguage(c: Context, known: readonly string[]): string {
  const chosen = getCookie(c, LANGUAGE_COOKIE)
  if (chosen !== undefined && known.includes(chosen)) return chosen
  return wantedLanguage(c.req.header('Accept-Language') ?? '', known)
}

/** @param wanted an Accept-Language header: tags such as de-AT, each with its weight (RFC 9110, 12.5.4) */
export function wantedLanguage(wanted: string, known: readonly string[]): string {
  // The heaviest first.
  const asked = parseAccept(wanted).filter(({ q }) => q > 0)
  const tags = asked.map(({ type }) => type.split('-')[0]?.toLowerCase() ?? '')
  return tags.find((tag) => known.includes(tag)) ?? 'en'
}
