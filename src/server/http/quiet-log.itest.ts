/**
 * Searches the log at trace level and /metrics for user data and secrets planted everywhere; only ids may appear. Mail
 * goes to a server here, so that no verification code is printed, the one exception.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AiService, startAiService } from '#test/ai-service.ts'
import { type Client, createClient } from '#test/client.ts'
import { createApiKey, createKeyClient } from '#test/api-key.ts'
import { newTestDatabase } from '#test/database.ts'
import { type MailServer, startMailServer } from '#test/mail-server.ts'
import { type RunningServer, startServer } from '#test/running-server.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'

const EMAIL = 'planted-person@planted.example'
const PASSWORD = 'planted-password-4711'
const QUESTION = 'What does the planted quokka eat?'
const PAGE = 'The planted quokka eats plantedgrass every morning.'
const planted = [
  EMAIL,
  'planted.example',
  PASSWORD,
  'planted quokka',
  'plantedgrass',
  'planted-title',
  'planted-path',
  'planted-query',
  'planted-header',
  'planted-key',
]

let mail: MailServer
let site: Website
let service: AiService
let server: RunningServer
let person: Client
/** Collected during the test and searched for too. */
const secrets: string[] = []

beforeAll(async () => {
  const options = await newTestDatabase()
  mail = await startMailServer()
  service = await startAiService()
  service.models.add('a-model')
  site = await openWebsite({
    '/planted-path': `<title>planted-title</title><main><h1>planted-title</h1><p>${PAGE}</p><a href="/planted-path/broken">x</a></main>`,
    '/planted-path/broken': { status: 500, body: PAGE },
  })
  server = await startServer({
    NODE_ENV: 'production',
    LOG_LEVEL: 'trace',
    // Logs every statement.
    SLOW_QUERY_MS: '0.001',
    SMTP_URL: mail.url,
    OPENAI_BASE_URL: service.url,
    OPENAI_MODEL: 'a-model',
    RETRY_BACKOFF_MS: '10',
    ALLOW_PRIVATE_HOSTS: site.host,
    DATA_DIR: options.dataDir,
    ...(options.databaseUrl && { DATABASE_URL: options.databaseUrl }),
  })
  person = createClient(server.url)
}, 120_000)
afterAll(async () => {
  await server.close()
  await mail.close()
  await service.close()
  await site.close()
})

type Line = {
  level: number
  msg: string
  requestId?: string
  crawlId?: string
  chatId?: string
  queue?: string
  route?: string
  status?: number
  ms?: number
  statement?: string
}

const linesOf = (log: string): Line[] =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
const found = (text: string) =>
  [...planted, ...secrets].filter((secret) => text.toLowerCase().includes(secret.toLowerCase()))

it('uses every feature that handles user data, with success and failure', async () => {
  mail.refusing = true
  await person.post('/api/auth/sign-up/email', { email: EMAIL, password: PASSWORD, name: 'planted-title' })
  await waitFor('the mail server to refuse', () => server.log().includes('failed to send a mail'))
  mail.refusing = false
  await person.post('/api/auth/email-otp/send-verification-otp', { email: EMAIL })
  const code = await waitFor('a code', () => /^\s*(\d{7})\s*$/m.exec(mail.received.at(-1) ?? '')?.[1])
  await person.post('/api/auth/email-otp/verify-email', {
    email: EMAIL,
    otp: code === '0000000' ? '1111111' : '0000000',
  })
  expect((await person.post('/api/auth/email-otp/verify-email', { email: EMAIL, otp: code })).status).toBe(200)
  secrets.push(code, ...person.cookies.values())
  await createClient(server.url).post('/api/auth/sign-in/email', { email: EMAIL, password: `${PASSWORD}-wrong` })
  await person.post('/api/auth/request-password-reset', { email: EMAIL })
  await server.admin(['tier', EMAIL, 'pro'])

  const { body: crawl } = await person.post('/api/crawls', {
    url: `${site.origin}/planted-path?planted-query=1`,
    maxPages: 3,
  })
  const done = await waitFor('the crawl', async () => {
    const { body } = await person.get(`/api/crawls/${crawl.id}`)
    return body.finishedAt && body.pages[0]?.summary && body
  })
  const pageIds = done.pages.map(({ id }: { id: string }) => id)
  expect(pageIds).toHaveLength(1)
  await person.post('/api/knowledge', { pageIds })
  const ask = { question: QUESTION, pageIds, crawlId: crawl.id }
  // Services quote the request in their error.
  for (const said of [QUESTION, PAGE]) {
    service.next = [{ status: 400, error: { message: `Your request was refused: "${said}"` } }]
    expect((await person.stream('/api/answers', ask)).events.at(-1)?.event).toBe('error')
  }
  service.next = ['malformed']
  await person.stream('/api/answers', ask)
  const { events } = await person.stream('/api/answers', ask)
  expect(JSON.stringify(events)).toContain('plantedgrass')
  const { status: saved, body: chat } = await person.post('/api/chats', {
    title: 'planted-title',
    crawled_pages: pageIds,
    selected_pages: pageIds,
    crawlId: crawl.id,
  })
  expect(saved).toBe(201)
  await person.stream(`/api/chats/${chat.id}/messages`, { question: QUESTION })
  await person.get(`/api/chats/search?q=${encodeURIComponent('planted quokka')}&in=messages`)
  const share = await person.post(`/api/chats/${chat.id}/share`)
  const token: string = share.body.url.split('/').at(-1)
  secrets.push(token)
  expect((await createClient(server.url).get(`/api/shares/${token}`)).status).toBe(200)
  await createClient(server.url).get(`/share/${token}`)
  const key = await createApiKey(person, ['read', 'ask'], 'planted-key')
  secrets.push(key.secret)
  await createKeyClient(server.url, key.secret)('GET', '/api/crawls')
  await createKeyClient(server.url, `${key.secret}x`)('GET', '/api/crawls')

  // And requests that no screen sends.
  await person.request('POST', '/api/crawls', `{"url": "planted quokka`, { 'Content-Type': 'application/json' })
  await person.post('/api/answers', { question: [QUESTION], pageIds: 'planted quokka' })
  await person.get(`/api/crawls/${encodeURIComponent('planted quokka')}`)
  await person.get('/planted-path?planted-query=2')
  await person.request('GET', '/api/me', undefined, {
    'X-Request-Id': EMAIL,
    'User-Agent': 'planted-header',
    Referer: 'https://planted.example/',
  })
  await person.request('POST', '/api/chats', { title: 'planted-title\0', crawled_pages: pageIds })
  await person.request('GET', '/api/me', undefined, { 'X-Request-Id': 'request-of-this-test' })
  // The log line follows the response.
  await waitFor('the last line', () =>
    server
      .log()
      .split('\n')
      .some((line) => line.includes('request-of-this-test') && line.includes('"answered"')),
  )
}, 60_000)

it('neither the log at trace level nor /metrics contains any of it [quiet-log-1]', async () => {
  expect(linesOf(server.log()).length).toBeGreaterThan(100)
  expect(linesOf(server.log()).filter((line) => found(JSON.stringify(line)).length > 0)).toEqual([])
  expect(found(server.log())).toEqual([])
  const { status, body } = await person.get('/metrics')
  expect({ status, found: found(body) }).toEqual({ status: 200, found: [] })
  expect(body).toMatch(/^readback_answer_seconds_count\{outcome="done"\} 2$/m)
  expect(body).toMatch(/^readback_questions 5$/m)
})

it('every request logs one line with route, status, time and id, and its other lines carry the id', () => {
  const lines = linesOf(server.log())
  const mine = lines.filter(({ requestId }) => requestId === 'request-of-this-test')
  expect(mine.find(({ route }) => route)).toMatchObject({
    msg: 'answered',
    route: 'GET /api/me',
    status: 200,
    ms: expect.any(Number),
  })
  const starts = lines.filter(({ route }) => route === 'POST /api/crawls').map(({ requestId }) => requestId)
  const [stored] = lines.filter(({ statement }) => statement?.startsWith('insert into "crawls"'))
  expect(starts).toContain(stored?.requestId)
  expect(lines.filter(({ msg, requestId }) => msg === 'answered' && !requestId)).toEqual([])
})

it('logs a slow statement with its text, time and the id of its crawl, job or chat', () => {
  const slow = linesOf(server.log()).filter(({ msg }) => msg === 'slow statement')
  expect(slow.some(({ statement }) => statement?.startsWith('insert into "crawls"'))).toBe(true)
  expect(slow.filter(({ ms }) => typeof ms !== 'number')).toEqual([])
  for (const name of ['crawlId', 'chatId', 'queue'] as const) {
    expect({ name, logged: slow.some((line) => line[name]) }).toEqual({ name, logged: true })
  }
})
