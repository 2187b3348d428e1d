import { parse } from 'hono/utils/cookie'
import { parseAccept } from 'hono/utils/accept'
import { LANGUAGE_COOKIE } from '#shared/language.ts'

/** The language of who asks, one of `known`: the cookie's, else the best match of Accept-Language, else English. */
export function requestLanguage(headers: Headers | undefined, known: readonly string[]): string {
  const selected = parse(headers?.get('Cookie') ?? '', LANGUAGE_COOKIE)[LANGUAGE_COOKIE]
  if (selected !== undefined && known.includes(selected)) return selected
  return preferredLanguage(headers?.get('Accept-Language') ?? '', known)
}

/** @param header Accept-Language: tags such as de-AT, each with its weight (RFC 9110, 12.5.4) */
export function preferredLanguage(header: string, known: readonly string[]): string {
  // parseAccept sorts by weight.
  const accepted = parseAccept(header).filter(({ q }) => q > 0)
  const tags = accepted.map(({ type }) => type.split('-')[0]?.toLowerCase() ?? '')
  return tags.find((tag) => known.includes(tag)) ?? 'en'
}
