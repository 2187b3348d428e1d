import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#test/app.ts'
import { createClient } from '#test/client.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('microphone=()'),
  'x-request-id': expect.any(String),
}
const policyOf = (headers: Headers) =>
  new Map(
    (headers.get('Content-Security-Policy') ?? '')
      .split('; ')
      .map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]),
  )

it.each([
  '/',
  '/chats',
  '/no/such/screen',
  '/help',
  '/healthz',
  '/metrics',
  '/assets/gone.js',
  '/api/me',
  '/api/instance',
  '/api/none',
  '/api/docs',
  '/mcp',
])('%s has the security headers, with a policy that only runs our scripts [secure-headers-1]', async (path) => {
  const { headers } = await app.visitor.get(path)
  expect(Object.fromEntries(headers)).toMatchObject(ALWAYS)
  const policy = policyOf(headers)
  for (const directive of ['script-src', 'style-src']) {
    expect(policy.get(directive)).toMatch(/^'self' 'nonce-[\w+/=]{24}'$/)
  }
  for (const directive of ['object-src', 'base-uri', 'frame-ancestors']) expect(policy.get(directive)).toBe("'none'")
  expect(policy.get('default-src')).toBe("'self'")
  expect(headers.get('Content-Security-Policy')).not.toMatch(/unsafe|\*|https?:/)
})

it('every response has its own nonce [secure-headers-3]', async () => {
  const nonces = await Promise.all(
    [1, 2, 3].map(async () => policyOf((await app.visitor.get('/')).headers).get('script-src')),
  )
  expect(new Set(nonces).size).toBe(3)
})

it('the OAuth callback keeps its opener, and a shared chat sends no referrer', async () => {
  const callback = await app.visitor.get('/auth/zoho/callback?code=x')
  expect(callback.headers.get('Cross-Origin-Opener-Policy')).toBe('unsafe-none')
  for (const path of ['/share/some-token', '/api/shares/some-token']) {
    expect((await app.visitor.get(path)).headers.get('Referrer-Policy')).toBe('no-referrer')
  }
})

it('API responses are not cached', async () => {
  expect((await app.visitor.get('/api/instance')).headers.get('Cache-Control')).toBe('no-store')
})

it('under https sends HSTS and secure, HttpOnly cookies [secure-headers-2]', async () => {
  expect((await app.visitor.get('/')).headers.get('Strict-Transport-Security')).toBeNull()
  const secure = await openTestApp({ appUrl: 'https://readback.example.org' })
  const client = createClient(`http://localhost:${secure.config.port}`)
  const headers = { Origin: 'https://readback.example.org' }
  const answer = await client.request(
    'POST',
    '/api/auth/sign-up/email',
    { email: 'a@example.org', password: 'a-long-enough-password' },
    headers,
  )
  await secure.close()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Strict-Transport-Security')).toBe('max-age=31536000')
  const cookies = answer.headers.getSetCookie()
  expect(cookies.length).toBeGreaterThan(0)
  for (const cookie of cookies) expect(cookie).toMatch(/^__Secure-.*; HttpOnly; Secure; SameSite=Lax$/)
})
