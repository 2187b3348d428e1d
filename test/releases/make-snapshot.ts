/**
 * Writes a snapshot of this version's data, which every later version must be able to open. Run it once per release:
 * `node test/releases/make-snapshot.ts`. Starts the product, creates rows of every table that it exports (a table
 * without rows is an error), exports them to LAST_MIGRATION.backup and pins the migrations so far in migrations.json.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrationsFolder } from '#server/platform/db/migrations-folder.ts'
import { PASSWORD } from '#test/app.ts'
import { codeOf } from '#test/authenticator.ts'
import { type Answered, type Client, createClient } from '#test/client.ts'
import { signUp, verify } from '#test/auth-requests.ts'
import { startServer } from '#test/running-server.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite } from '#test/website.ts'
import {
  ADMINISTRATOR,
  CITED_SENTENCE,
  GAP,
  GOLDEN,
  PERSON,
  PUBLIC_ADDRESS,
  QUESTION,
  SNAPSHOT_SECRET,
} from './snapshots.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const migrations = readdirSync(migrationsFolder)
  .filter((file) => file.endsWith('.sql'))
  .toSorted()
const schema = migrations.at(-1)?.replace(/\.sql$/, '')

const LENS = 'Augustin-Jean Fresnel invented the lens that bears his name in 1822.'
/** On two pages with different numbers: a conflict. */
const SETTING = 'The default timeout of the lamp server is N seconds.'

/** Tables whose rows need a service of others, or a program that signs in. */
const WITHOUT_ROWS = [
  'oauth_access_tokens',
  'oauth_client_assertions',
  'oauth_client_resources',
  'oauth_clients',
  'oauth_consents',
  'oauth_refresh_tokens',
  'oauth_resources',
  'passage_vectors',
  'passages',
  'payment_events',
  'stored_files',
  'subscriptions',
  'zoho_auth_logs',
  'zoho_tokens',
]

const page = (title: string, text: string) =>
  `<html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${text}</p><a href="/lamps">Lamps</a></main></html>`
const site = await openWebsite({
  '/': page('Lighthouses', `${CITED_SENTENCE} Its tower is four storeys high. ${SETTING.replace('N', '30')}`),
  '/lamps': page('Lamps', `${LENS} ${SETTING.replace('N', '60')}`),
  '/hook': { status: 204 },
})
const server = await startServer({ APP_SECRET: SNAPSHOT_SECRET, ALLOW_PRIVATE_HOSTS: site.host })
try {
  const person = createClient(server.url)
  await signUp(person, PERSON)
  await verify(person, PERSON, await server.codeFor(PERSON))
  const { body: crawl } = await person.post('/api/crawls', { url: site.origin, maxPages: 3, maxDepth: 2 })
  const pageIds = await waitFor('the crawl', async () => {
    const { body } = await person.get(`/api/crawls/${crawl.id}`)
    return body.status === 'finished' && body.pages.map(({ id }: { id: string }) => id)
  })
  await person.post('/api/knowledge', { pageIds })
  const { body: chat } = await person.post('/api/chats', {
    title: 'Lighthouses',
    crawled_pages: pageIds,
    selected_pages: pageIds,
    chat_history: [],
  })
  await person.stream(`/api/chats/${chat.id}/messages`, { question: QUESTION })
  const notebook = `/api/notebooks/${chat.notebook_id}`
  await ok(person.post(`/api/chats/${chat.id}/share`))
  await ok(person.post('/api/keys', { name: 'A program', scopes: ['read'] }))
  await addQuestions(person, notebook, { crawlId: crawl.id, pageIds })
  await publish(person, notebook)
  await changeSite(person, notebook, `/api/chats/${chat.id}/changes`)
  await administer()
  const file = join(folder, `${schema}.backup`)
  await server.admin(['export', file])
  const empty = emptyTables(file).filter((table) => !WITHOUT_ROWS.includes(table))
  if (empty.length > 0) throw new Error(`The snapshot has no row of ${empty.join(', ')}`)
} finally {
  await server.close()
  await site.close()
}

const digestOf = (file: string) =>
  createHash('sha256')
    .update(readFileSync(join(migrationsFolder, file)))
    .digest('hex')
const digests = Object.fromEntries(migrations.map((file) => [file, digestOf(file)]))
writeFileSync(join(folder, 'migrations.json'), `${JSON.stringify(digests, null, 2)}\n`)

async function ok(answered: Promise<Answered>) {
  const { status, body } = await answered
  if (status >= 300) throw new Error(`Status ${status}: ${JSON.stringify(body)}`)
  return body
}

/** Golden questions, conflicts, gaps, and messages that no chat has saved. */
async function addQuestions(person: Client, notebook: string, crawl: { crawlId: string; pageIds: string[] }) {
  await ok(person.post(`${notebook}/golden-questions`, GOLDEN))
  await ok(person.post(`${notebook}/golden-runs`))
  const { conflicts } = await ok(person.post(`${notebook}/conflicts`))
  await ok(person.patch(`/api/conflicts/${conflicts[0].id}`, { dismissed: true }))
  await person.stream('/api/answers', { question: 'Who invented the lens?', ...crawl })
  await person.stream('/api/answers', { question: GAP, pageIds: crawl.pageIds })
  const { gaps } = await waitFor('the gap', async () => {
    const { body } = await person.get(`${notebook}/gaps`)
    return body.gaps.length > 0 && body
  })
  await ok(person.patch(`${notebook}/gaps/${gaps[0].id}`, { decision: 'ignored' }))
}

async function publish(person: Client, notebook: string) {
  const settings = { address: PUBLIC_ADDRESS, title: 'Lighthouses', origins: ['https://docs.example.org'] }
  await ok(person.put(`${notebook}/publication`, settings))
  await createClient(server.url).stream(`/api/published/${PUBLIC_ADDRESS}/answers`, { question: QUESTION })
}

/** A page changes and one is new; a check reports both to a feed and a webhook. */
async function changeSite(person: Client, notebook: string, changes: string) {
  await ok(person.post(`${notebook}/changes/feed`))
  await ok(person.put(`${notebook}/changes/webhook`, { url: `${site.origin}/hook` }))
  site.set('/lamps', page('Lamps', `${LENS} ${SETTING.replace('N', '90')} <a href="/new">New</a>`))
  site.set('/new', page('New', 'The keeper of the lamp lives in the tower since the autumn of last year.'))
  await ok(person.post(changes))
  await waitFor('the report', async () => {
    const { reports } = (await person.get(`${notebook}/changes`)).body
    return reports[0]?.delivery?.status === 'delivered'
  })
}

/** An administrator with a second factor, who has changed a setting. */
async function administer() {
  const administrator = createClient(server.url)
  await signUp(administrator, ADMINISTRATOR)
  await verify(administrator, ADMINISTRATOR, await server.codeFor(ADMINISTRATOR))
  await server.admin(['grant', ADMINISTRATOR])
  await ok(administrator.patch('/api/admin/settings', { zoho_client_id: 'a-client' }))
  const { secret } = await ok(administrator.post('/api/auth/two-factor/enable', { password: PASSWORD }))
  await ok(administrator.post('/api/auth/two-factor/verify-totp', { code: codeOf(secret) }))
}

/** Each table of a backup ends with its number of rows. */
function emptyTables(file: string): string[] {
  const lines = gunzipSync(readFileSync(file)).toString().split('\n')
  const ends = lines.filter((line) => line.startsWith('["end"')).map((line) => JSON.parse(line))
  return ends.filter(([, , rows]) => rows === 0).map(([, table]) => table)
}
