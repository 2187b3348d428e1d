/**
 * A cookie for a browser whose user has signed in to an account or has read its mail. Wrong passwords from such a
 * browser are counted apart from all others, so an attacker who guesses passwords elsewhere cannot keep the owner out
 * (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). The cookie grants nothing else.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const COOKIE = 'known_browser'
const COOKIE_SECONDS = 180 * 24 * 60 * 60

type Cookie = { name: string; attributes: object }

/** The part of a Better Auth endpoint's context that reads and sets cookies. */
type CookieContext = {
  context: { createAuthCookie(name: string, attributes?: { maxAge: number }): Cookie }
  getCookie(name: string): string | null | undefined
  setCookie(name: string, value: string, attributes: object): unknown
}

/** Makes this browser known to the account of `email`; it replaces the account that the browser was known to. */
export function rememberBrowser(ctx: CookieContext, appSecret: string, email: string) {
  const { name, attributes } = ctx.context.createAuthCookie(COOKIE, { maxAge: COOKIE_SECONDS })
  const id = findKnownBrowser(ctx, appSecret, email) ?? randomBytes(16).toString('base64url')
  ctx.setCookie(name, `${id}.${sign(appSecret, id, email)}`, attributes)
}

/** The id of this browser if it is known to the account of `email`, else null. */
export function findKnownBrowser(ctx: CookieContext, appSecret: string, email: string): string | null {
  const [id, signature] = (ctx.getCookie(ctx.context.createAuthCookie(COOKIE).name) ?? '').split('.')
  if (!id || !signature) return null
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(appSecret, id, email))]
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null
}

const sign = (appSecret: string, id: string, email: string) =>
  createHmac('sha256', appSecret).update(`known browser ${id} ${email.toLowerCase()}`).digest('base64url')
