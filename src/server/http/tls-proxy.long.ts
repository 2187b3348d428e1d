/** Sign-up, streams and uploads through nginx with deploy/nginx.conf and a certificate. Needs openssl. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, it, onTestFinished } from 'vitest'
import { startAiService } from '#test/ai-service.ts'
import { PASSWORD } from '#test/app.ts'
import { type Client, cookieOf, createClient } from '#test/client.ts'
import { freePort, startServer } from '#test/running-server.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite } from '#test/website.ts'
import { startZohoService } from '#test/zoho-service.ts'

const EMAIL = 'behind-proxy@example.org'
const page = '<title>Lighthouses</title><main><p>The lighthouse of Hook Head was built by William Marshal.</p></main>'

it('signs up, streams and uploads through nginx with TLS [tls-proxy-1]', async () => {
  const [ai, zoho] = [await startAiService(), await startZohoService()]
  const site = await openWebsite({ '/': page })
  for (const each of [ai, zoho, site]) onTestFinished(() => each.close())
  const proxyPort = await freePort()
  const origin = `https://localhost:${proxyPort}`
  const server = await startServer({
    APP_URL: origin,
    ALLOW_PRIVATE_HOSTS: '127.0.0.1',
    OPENAI_BASE_URL: ai.url,
    DEFAULT_TIER: 'pro',
  })
  onTestFinished(() => server.close())
  await startProxy(proxyPort, new URL(server.url).port)
  const person = createClient(origin)

  await person.post('/api/auth/sign-up/email', { email: EMAIL, password: PASSWORD })
  const otp = await server.codeFor(EMAIL)
  expect((await person.post('/api/auth/email-otp/verify-email', { email: EMAIL, otp })).status).toBe(200)
  expect([...person.cookies.keys()].every((name) => name.startsWith('__Secure-'))).toBe(true)
  const me = await person.get('/api/me')
  expect(me).toMatchObject({ status: 200, body: { user: { email: EMAIL } } })
  expect(me.headers.get('strict-transport-security')).toContain('max-age=')

  const events = await openEvents(person)
  const { body: crawl } = await person.post('/api/crawls', { url: site.origin, maxPages: 1, maxDepth: 1 })
  await waitFor('the end of the crawl as an event', () => events().includes('"status":"finished"'))
  const { pages } = (await person.get(`/api/crawls/${crawl.id}`)).body
  const chat = await chatOf(person, pages[0].id, [])
  await streamsWordByWord(person, ai, chat)

  const [large, tooLarge] = await Promise.all(
    [7_000_000, 9_000_000].map((bytes) =>
      person.post('/api/chats', { title: 'x'.repeat(bytes), crawled_pages: [], selected_pages: [], chat_history: [] }),
    ),
  )
  expect(large).toMatchObject({ status: 400, body: { error: { field: 'title' } } })
  expect(tooLarge).toMatchObject({ status: 413, body: { error: { code: expect.stringContaining('large') } } })

  await server.admin(['grant', EMAIL])
  expect(await uploadChat(person, zoho, chat)).toMatchObject({ status: 'saved', error: null })
  expect(zoho.uploads.at(-1)?.text).toContain('William Marshal')
}, 180_000)

/** Installs nginx on Debian when it is missing, and starts it in front of `serverPort`. */
async function startProxy(port: number, serverPort: string) {
  if (spawnSync('nginx', ['-v']).status !== 0) {
    if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version'))
      throw new Error('This test needs nginx: install it, or run the test as root on Debian.')
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'nginx-light'], { stdio: 'inherit' })
  }
  const folder = mkdtempSync(join(tmpdir(), 'readback-nginx-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const request = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost'
  execFileSync('openssl', [...request.split(' '), '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  setDefaultCACertificates([...getCACertificates(), readFileSync(certificate, 'utf8')])
  onTestFinished(() => setDefaultCACertificates(getCACertificates('bundled')))

  const site = readFileSync('deploy/nginx.conf', 'utf8')
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('readback.example.org', 'localhost')
    .replace('/etc/ssl/readback.crt', certificate)
    .replace('/etc/ssl/readback.key', key)
    .replace('127.0.0.1:3000', `127.0.0.1:${serverPort}`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`)
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid nginx.pid; error_log stderr; events {} http { access_log off; ${temporary.join(' ')} ${site} }`,
  )
  const proxy = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  proxy.stderr.on('data', (text) => (errors += String(text)))
  onTestFinished(async () => {
    proxy.kill('SIGQUIT')
    if (proxy.exitCode === null) await once(proxy, 'exit')
  })
  await waitFor('the proxy', async () => {
    if (proxy.exitCode !== null) throw new Error(`nginx exited: ${errors}`)
    return (await fetch(`https://localhost:${port}/readyz`)).ok
  })
}

/** Returns a function that returns the events so far. */
async function openEvents(person: Client) {
  const closed = new AbortController()
  onTestFinished(() => closed.abort())
  const response = await fetch(`${person.origin}/api/events`, {
    headers: { Cookie: cookieOf(person) },
    signal: closed.signal,
  })
  expect(response.status).toBe(200)
  let text = ''
  void response.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeTo(new WritableStream({ write: (piece) => void (text += piece) }))
    .catch(() => {})
  return () => text
}

async function chatOf(person: Client, pageId: string, chat_history: unknown[]): Promise<string> {
  const selection = { crawled_pages: [pageId], selected_pages: [pageId] }
  return (await person.post('/api/chats', { title: 'Lighthouses', ...selection, chat_history })).body.id
}

/** The first words arrive while the model has not finished. */
async function streamsWordByWord(person: Client, ai: Awaited<ReturnType<typeof startAiService>>, chat: string) {
  const rest = Promise.withResolvers<void>()
  ai.next = [{ hold: rest.promise }]
  const { events } = await person.stream(`/api/chats/${chat}/messages`, { question: 'Who built it?' }, (soFar) => {
    if (soFar.some(({ event }) => event === 'delta')) rest.resolve()
  })
  expect(events.at(-1)).toMatchObject({ event: 'done' })
}

async function uploadChat(administrator: Client, zoho: Awaited<ReturnType<typeof startZohoService>>, chat: string) {
  await administrator.patch('/api/admin/settings', zoho.stored)
  const { body } = await administrator.post('/api/admin/storage/authorisation')
  const { searchParams } = new URL(zoho.consent(body.url))
  const connected = await administrator.post('/api/admin/storage/tokens', Object.fromEntries(searchParams))
  expect(connected.status).toBe(200)
  await administrator.put('/api/storage/folder', { workspace_id: 'ws1', folder_id: 'fo1' })
  const content = { kind: 'chat', format: 'markdown' }
  const { body: file } = await administrator.post('/api/storage/files', { source_id: chat, content })
  return waitFor('the upload', async () => {
    const { files } = (await administrator.get(`/api/storage/files?source=${chat}`)).body
    const found = files.find(({ id }: { id: string }) => id === file.id)
    return ['saved', 'failed'].includes(found.status) && found
  })
}
