/**
 * Plants secrets in the stored settings and the environment, and searches for them wherever they could leak: responses
 * below /api/admin, the log, the disk or the tables, prompts to a model, and the files of the web app.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { type AiService, startAiService } from '#test/ai-service.ts'
import { PASSWORD } from '#test/app.ts'
import { type Client, createClient } from '#test/client.ts'
import { newTestDatabase, type TestDatabase } from '#test/database.ts'
import { type RunningServer, startServer } from '#test/running-server.ts'
import { waitFor } from '#test/wait-for.ts'

const stored = {
  openai_api_key: 'sk-planted-openai-0123456789abcdef',
  scraping_bee_api_key: 'planted-scraping-0123456789abcdef',
  zoho_client_secret: 'planted-zoho-secret-0123456789abcdef',
}
const environment = {
  OPENAI_API_KEY: 'sk-planted-environment-0123456789abcdef',
  SCRAPINGBEE_API_KEY: 'planted-bee-environment-0123456789abcdef',
  APP_SECRET: 'planted-app-secret-0123456789abcdef0123456789',
}
/** An administrator may see the last four characters. */
const secrets = [...Object.values(stored), ...Object.values(environment)].map((secret) => secret.slice(0, -4))
const found = (text: string) => secrets.filter((secret) => text.includes(secret))

let options: TestDatabase['options']
let service: AiService
let server: RunningServer
let administrator: Client
/** The id of the account that the administrator acts on. */
let userId: string
beforeAll(async () => {
  options = await newTestDatabase()
  service = await startAiService()
  server = await startServer({
    ...environment,
    LOG_LEVEL: 'trace',
    OPENAI_BASE_URL: service.url,
    DATA_DIR: options.dataDir,
    ...(options.databaseUrl && { DATABASE_URL: options.databaseUrl }),
  })
  administrator = await signUp('administrator@example.org')
  await server.admin(['grant', 'administrator@example.org'])
  userId = (await (await signUp('user@example.org')).get('/api/me')).body.user.id
  const { status } = await administrator.patch('/api/admin/settings', stored)
  if (status !== 200) throw new Error(`Storing the secrets returned ${status}`)
}, 120_000)
afterAll(async () => {
  await server.close()
  await service.close()
})

async function signUp(email: string): Promise<Client> {
  const client = createClient(server.url)
  await client.post('/api/auth/sign-up/email', { email, password: PASSWORD })
  await client.post('/api/auth/email-otp/verify-email', { email, otp: await server.codeFor(email) })
  return client
}

const Paths = z.record(z.string(), z.record(z.string(), z.unknown()))

it('returns no secret from any route below /api/admin', async () => {
  const { body } = await administrator.get('/api/openapi.json')
  const routes = Object.entries(Paths.parse(body.paths))
    .filter(([path]) => path.startsWith('/api/admin/'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })))
  expect(routes.length).toBeGreaterThan(12)
  for (const { method, path } of routes) {
    for (const input of [undefined, {}, { settings: stored }, { ...stored, unknown: 'x' }]) {
      if (method === 'GET' && input) continue
      const response = await administrator.request(method, path.replace('{id}', userId), input)
      const text = JSON.stringify([response.body, [...response.headers]])
      expect({ method, path, status: response.status, found: found(text) }).toMatchObject({ found: [] })
    }
  }
})

it('removes the key from the message of a service that echoes it', async () => {
  service.key = 'another'
  const { body } = await administrator.post('/api/admin/settings/test-ai')
  service.key = null
  expect(body.words).toContain('401')
  expect(found(JSON.stringify(body))).toEqual([])
})

it('sends a model service its own key and no secret in a prompt', async () => {
  const { body } = await administrator.post('/api/crawls', { url: `${server.url}/help`, maxPages: 1 })
  await waitFor('the crawl', async () => (await administrator.get(`/api/crawls/${body.id}`)).body.finishedAt)
  expect(service.requests.length).toBeGreaterThan(0)
  for (const { headers, ...request } of service.requests) {
    expect(found(JSON.stringify(request))).toEqual([])
    expect(headers.authorization).toBe(`Bearer ${stored.openai_api_key}`)
  }
})

it('logs no secret at the level trace', () => {
  expect(server.log()).toContain('Readback is ready')
  expect(found(server.log())).toEqual([])
})

it('stores no secret in clear [planted-secrets-1]', async () => {
  const texts = options.databaseUrl ? await readAllRows() : await everyFile(server.dataDir)
  expect(texts.length).toBeGreaterThan(10)
  expect(texts.flatMap(found)).toEqual([])
})

it('serves no secret in the files of the web app', async () => {
  const page = await fetch(`${server.url}/admin/settings`)
  const html = await page.text()
  const files = Array.from(html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g), ([, path]) => path)
  const texts = await Promise.all(files.map(async (path) => (await fetch(server.url + path)).text()))
  expect([html, ...texts].flatMap(found)).toEqual([])
})

/** Every row of every table, as text. */
async function readAllRows(): Promise<string[]> {
  const database = await openDatabase(options)
  const Tables = z.object({ rows: z.array(z.object({ name: z.string() })) })
  const { rows } = Tables.parse(
    await database.db.execute(sql`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`),
  )
  const texts: string[] = []
  for (const { name } of rows) {
    texts.push(JSON.stringify(await database.db.execute(sql.raw(`select each::text from ${name} as each`))))
  }
  await database.close()
  return texts
}

/** Every file below a folder, including those of the database. */
async function everyFile(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')))
}
