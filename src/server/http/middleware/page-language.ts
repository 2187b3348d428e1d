import { getCookie } from 'hono/cookie'
import { parseAccept } from 'hono/utils/accept'
import type { Context } from 'hono'
import { LANGUAGE_COOKIE } from '#shared/language.ts'

/** The language of the HTML document, one of `known`: the cookie's, else the best match of Accept-Language, else English. */
export function pageLanguage(c: Context, known: readonly string[]): string {
  const selected = getCookie(c, LANGUAGE_COOKIE)
  if (selected !== undefined && known.includes(selected)) return selected
  return preferredLanguage(c.req.header('Accept-Language') ?? '', known)
}

/** @param header Accept-Language: tags such as de-AT, each with its weight (RFC 9110, 12.5.4) */
export function preferredLanguage(header: string, known: readonly string[]): string {
  // parseAccept sorts by weight.
  const accepted = parseAccept(header).filter(({ q }) => q > 0)
  const tags = accepted.map(({ type }) => type.split('-')[0]?.toLowerCase() ?? '')
  return tags.find((tag) => known.includes(tag)) ?? 'en'
}
