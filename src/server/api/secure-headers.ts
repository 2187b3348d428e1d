/** Headers of every answer. The content security policy allows our own files and what carries this answer's nonce. */
import { randomBytes } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { ZOHO_CALLBACK_PATH } from '#shared/callback-path.ts'
import type { Env } from './context.ts'

/** What no screen of ours uses, nor anything that came into one. */
const CLOSED_FEATURES = ['browsing-topics', 'camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'serial', 'usb']

export type WithNonce = Env & { Variables: { nonce: string } }

export const secureHeaders = createMiddleware<WithNonce>(async (c, next) => {
  const nonce = randomBytes(16).toString('base64')
  c.set('nonce', nonce)
  await next()
  const headers = c.res.headers
  headers.set('Content-Security-Policy', policy(nonce))
  headers.set('X-Content-Type-Options', 'nosniff')
  // The address of a shared chat is its key: no site that it links to learns it.
  const isShared = /^\/(api\/shares|share)\//.test(c.req.path)
  headers.set('Referrer-Policy', isShared ? 'no-referrer' : 'strict-origin-when-cross-origin')
  headers.set('X-Frame-Options', 'DENY')
  // Leaves a sign-in popup its opener; another site's window gets none. The popup comes back from the provider, and only
  // without a policy does it keep the opener that it has to tell; it tells nobody but our own origin.
  const isCallback = c.req.path === ZOHO_CALLBACK_PATH
  headers.set('Cross-Origin-Opener-Policy', isCallback ? 'unsafe-none' : 'same-origin-allow-popups')
  headers.set('Cross-Origin-Resource-Policy', 'same-origin')
  headers.set('Permissions-Policy', CLOSED_FEATURES.map((feature) => `${feature}=()`).join(', '))
  // What is said to one person is no other's, and a minute later no longer true.
  if (c.req.path.startsWith('/api/') && !headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
  if (c.get('services').config.appUrl.startsWith('https:')) {
    headers.set('Strict-Transport-Security', 'max-age=31536000')
  }
})

function policy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
