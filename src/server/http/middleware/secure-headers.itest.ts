import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiKey } from '#test/api-key.ts'
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

describe('a page of another origin', () => {
  const FOREIGN = 'https://elsewhere.example'
  const EMBEDDING = 'https://docs.example.org'
  const preflight = (path: string, method: string, origin = FOREIGN) =>
    fetch(`${app.origin}${path}`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method.toUpperCase(),
        'access-control-request-headers': 'authorization, content-type',
      },
    })
  const allowed = ({ headers }: Response) => ({
    origin: headers.get('access-control-allow-origin'),
    credentials: headers.get('access-control-allow-credentials'),
  })
  const NOTHING = { origin: null, credentials: null }

  it('may read no route of the API, with an API key or without, and no file [cors-1]', async () => {
    const owner = await app.signUp()
    const { secret } = await createApiKey(owner, ['read'])
    const { paths } = (await app.visitor.get('/api/openapi.json')).body
    const routes = Object.keys(paths).flatMap((path) => {
      // Of no notebook; [cors-4] tests them.
      if (path.startsWith('/api/published/')) return []
      const address = path.replaceAll(/\{[^}]+\}/g, '00000000-0000-4000-8000-000000000000')
      return Object.keys(paths[path]).map((method) => [address, method] as const)
    })
    expect(routes.length).toBeGreaterThan(100)
    for (const [path, method] of [...routes, ['/mcp', 'post'], ['/v1/models', 'get'], ['/v1/chat/completions', 'post']])
      expect({ path, ...allowed(await preflight(path ?? '', method ?? '')) }).toEqual({ path, ...NOTHING })
    const headers = { origin: FOREIGN, authorization: `Bearer ${secret}` }
    for (const path of ['/api/credits', '/api/chats', '/v1/models', '/api/openapi.json', '/healthz', '/help', '/'])
      expect({ path, ...allowed(await fetch(`${app.origin}${path}`, { headers })) }).toEqual({ path, ...NOTHING })
  })

  it('may read a published notebook that lists its origin, but not its page and files [cors-2]', async () => {
    const owner = await app.signUp()
    const notebook = (await owner.post('/api/notebooks', { title: 'Harbour' })).body.id
    const settings = { address: 'cors-harbour', title: 'Harbour', origins: [EMBEDDING] }
    expect((await owner.put(`/api/notebooks/${notebook}/publication`, settings)).status).toBe(200)
    const routes = [
      ['/api/published/cors-harbour', 'get'],
      ['/api/published/cors-harbour/pages', 'get'],
      ['/api/published/cors-harbour/answers', 'post'],
    ] as const
    for (const [path, method] of routes) {
      const answer = await preflight(path, method, EMBEDDING)
      expect({ path, ...allowed(answer) }).toEqual({ path, origin: EMBEDDING, credentials: null })
      // A key or a session of a visitor has no place there.
      expect(answer.headers.get('access-control-allow-headers')).toBe('Content-Type')
      expect({ path, ...allowed(await preflight(path, method)) }).toEqual({ path, ...NOTHING })
    }
    for (const file of ['', '/llms.txt', '/llms-full.txt', '/pages.jsonl']) {
      const answer = await fetch(`${app.origin}/k/cors-harbour${file}`, { headers: { origin: EMBEDDING } })
      expect({ file, status: answer.status, ...allowed(answer) }).toEqual({ file, status: 200, ...NOTHING })
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    }
  })

  it('may read that no notebook is published at an address [cors-4]', async () => {
    for (const [path, method] of [
      ['/api/published/cors-nothing', 'get'],
      ['/api/published/cors-nothing/answers', 'post'],
    ] as const) {
      const asked = await preflight(path, method)
      expect({ path, status: asked.status, ...allowed(asked) }).toEqual({
        ...{ path, status: 204, origin: '*', credentials: null },
      })
      const body = method === 'post' ? JSON.stringify({ question: 'Where was the lamp built?' }) : null
      const headers = { origin: FOREIGN, 'content-type': 'application/json' }
      const answer = await fetch(app.origin + path, { method, headers, body })
      expect({ path, status: answer.status, ...allowed(answer) }).toEqual({
        ...{ path, status: 404, origin: '*', credentials: null },
      })
    }
  })

  it('may sign a program in with OAuth, where no cookie is read [cors-3]', async () => {
    const routes = [
      ['/.well-known/oauth-protected-resource/mcp', 'get'],
      ['/.well-known/oauth-authorization-server', 'get'],
      ['/api/auth/oauth2/register', 'post'],
      ['/api/auth/oauth2/token', 'post'],
      ['/api/auth/oauth2/revoke', 'post'],
    ] as const
    for (const [path, method] of routes)
      expect({ path, ...allowed(await preflight(path, method)) }).toEqual({ path, origin: '*', credentials: null })
    for (const path of ['/api/auth/oauth2/authorize', '/api/auth/sign-in/email', '/api/auth/get-session'])
      expect({ path, ...allowed(await preflight(path, 'post')) }).toEqual({ path, ...NOTHING })
  })
})
