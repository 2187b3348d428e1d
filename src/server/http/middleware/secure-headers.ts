/** Security headers of every response. The content security policy allows our own files and elements with the nonce. */
import { randomBytes } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { ZOHO_CALLBACK_PATH } from '#shared/callback-path.ts'
import type { Env } from '#server/http/context.ts'

/** Browser features that no screen uses. */
const DISABLED_FEATURES = [
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]

export type WithNonce = Env & { Variables: { nonce: string } }

export const secureHeaders = createMiddleware<WithNonce>(async (c, next) => {
  const nonce = randomBytes(16).toString('base64')
  c.set('nonce', nonce)
  await next()
  const headers = c.res.headers
  headers.set('Content-Security-Policy', policy(nonce))
  headers.set('X-Content-Type-Options', 'nosniff')
  // The URL of a shared chat is its secret: do not send it to linked sites.
  const isShared = /^\/(api\/shares|share)\//.test(c.req.path)
  headers.set('Referrer-Policy', isShared ? 'no-referrer' : 'strict-origin-when-cross-origin')
  headers.set('X-Frame-Options', 'DENY')
  // Windows of other sites lose their opener. The OAuth popup returns from the provider and needs its opener to post
  // the result to our own origin, so the callback page has no such policy.
  const isCallback = c.req.path === ZOHO_CALLBACK_PATH
  headers.set('Cross-Origin-Opener-Policy', isCallback ? 'unsafe-none' : 'same-origin-allow-popups')
  // Other sites may load the widget, and nothing else.
  headers.set(
    'Cross-Origin-Resource-Policy',
    /^\/widget(-formulas)?\.js$/.test(c.req.path) ? 'cross-origin' : 'same-origin',
  )
  headers.set('Permissions-Policy', DISABLED_FEATURES.map((feature) => `${feature}=()`).join(', '))
  // API responses are personal and change.
  if (c.req.path.startsWith('/api/') && !headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
  if (c.get('services').appUrl.startsWith('https:')) {
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
