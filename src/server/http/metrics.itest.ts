import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#test/app.ts'
import { createClient } from '#test/client.ts'
import { newTestDatabase, onlyOnPostgres } from '#test/database.ts'
import { freePort } from '#test/running-server.ts'
import { waitFor } from '#test/wait-for.ts'

const TOKEN = 'a-token-for-the-scraper-0123456789'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ metricsToken: TOKEN })
})
afterAll(() => app.close())

const ask = (headers: Record<string, string>) => app.visitor.request('GET', '/metrics', undefined, headers)
const PROXIED = { 'X-Forwarded-For': '203.0.113.7' }

describe('/metrics', () => {
  it('answers local requests with the state of process and work', async () => {
    await app.visitor.get('/api/instance')
    await app.visitor.get('/api/crawls/a-person%40example.org')
    const { status, headers, body } = await ask({})
    expect(status).toBe(200)
    expect(headers.get('Content-Type')).toContain('text/plain')
    for (const line of [
      /^process_resident_memory_bytes \d/m,
      /^nodejs_eventloop_lag_p99_seconds /m,
      /^readback_pages_stored 0$/m,
      /^readback_questions 0$/m,
      /^readback_accounts 0$/m,
      /^readback_database_up 1$/m,
      /^readback_answers_in_hand\{state="running"\} 0$/m,
      /^readback_database_connections\{pool="\w+",state="busy"\} \d/m,
      /^readback_database_statements\{outcome="done"\} [1-9]/m,
      /^readback_http_request_seconds_count\{route="GET \/api\/instance",status="200"\} 1$/m,
      // By route, never by URL, which may contain user data.
      /^readback_http_request_seconds_count\{route="GET \/api\/crawls\/:id",status="401"\} 1$/m,
    ]) {
      expect(body).toMatch(line)
    }
  })

  it.each(['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'Via', 'X-Forwarded-Host'])(
    'does not answer through a proxy on this machine (%s) [metrics-1]',
    async (header) => {
      expect(await ask({ [header]: '203.0.113.7' })).toMatchObject({
        status: 401,
        body: { error: { code: 'metrics.token' } },
      })
    },
  )

  it('answers requests with the right token from anywhere', async () => {
    expect((await ask({ ...PROXIED, Authorization: `Bearer ${TOKEN}` })).status).toBe(200)
    for (const wrong of [`Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`, 'Bearer']) {
      expect((await ask({ ...PROXIED, Authorization: wrong })).status).toBe(401)
    }
    expect((await ask({ Authorization: 'Bearer another' })).status).toBe(401)
  })

  it('does not exist for remote requests when no token is set', async () => {
    const plain = await openTestApp()
    const strangers = [PROXIED, { ...PROXIED, Authorization: 'Bearer undefined' }]
    const statuses = await Promise.all(
      strangers.map((headers) => plain.visitor.request('GET', '/metrics', undefined, headers)),
    )
    await plain.close()
    expect(statuses.map(({ status }) => status)).toEqual([404, 404])
  })
})

onlyOnPostgres(() => {
  it('a worker serves health and metrics on METRICS_PORT, and nothing else', async () => {
    const { databaseUrl = '', dataDir } = await newTestDatabase()
    const port = String(await freePort())
    const { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env
    const env = {
      ...{ PATH, NODE_COMPILE_CACHE, NODE_OPTIONS },
      ROLE: 'worker',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      METRICS_PORT: port,
    }
    const worker = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/server/main.ts'], {
      env,
      stdio: 'ignore',
    })
    const client = createClient(`http://localhost:${port}`)
    await waitFor('the worker', () =>
      client.get('/readyz').then(
        ({ status }) => status === 200,
        () => false,
      ),
    )
    expect((await client.get('/metrics')).body).toContain('readback_database_up 1')
    for (const path of ['/', '/api/instance', '/help', '/assets/x.js'])
      expect((await client.get(path)).status).toBe(404)
    worker.kill('SIGTERM')
    expect(await once(worker, 'exit')).toEqual([0, null])
  })
})

describe('a request', () => {
  it('returns its request id: the given one if valid, else a new one', async () => {
    const idOf = async (given?: string) => {
      const headers = given ? { 'X-Request-Id': given } : undefined
      return (await app.visitor.request('GET', '/api/instance', undefined, headers)).headers.get('X-Request-Id')
    }
    expect(await idOf('01JD3Z8Q4G-proxy.1')).toBe('01JD3Z8Q4G-proxy.1')
    for (const none of [undefined, 'short', 'ada@example.org', 'two words are none', 'x'.repeat(65)]) {
      expect(await idOf(none)).toMatch(/^[0-9a-f-]{36}$/)
    }
    expect((await app.visitor.get('/healthz')).headers.get('X-Request-Id')).toBeTruthy()
  })
})

describe('the web app', () => {
  it('answers 404 at an address that is no screen', async () => {
    expect((await app.visitor.get('/no/such/screen')).status).not.toBe(200)
  })
})
