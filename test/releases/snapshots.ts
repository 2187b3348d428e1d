/**
 * Snapshots of installations with earlier schemas (make-snapshot.ts), and the data that every later version must find
 * in them. A snapshot is named after the last migration of its schema.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { PASSWORD, type TestApp } from '#test/app.ts'
import { type Client, createClient } from '#test/client.ts'
import { signIn } from '#test/auth-requests.ts'
import { waitFor } from '#test/wait-for.ts'

export const SNAPSHOT_SECRET = 'the secret of every released fixture, of 32 characters and more'
export const PERSON = 'ada@example.org'
export const QUESTION = 'Who built the lighthouse of Hook Head?'
export const CITED_SENTENCE = 'The lighthouse of Hook Head was built in the thirteenth century by William Marshal.'
export const ADMINISTRATOR = 'grace@example.org'
export const GOLDEN = { question: 'Who built the lighthouse?', sentence: CITED_SENTENCE }
export const GAP = 'Who replaces the batteries of the submarine?'
export const PUBLIC_ADDRESS = 'lighthouses'

/** The snapshot of the first schema has accounts, a crawl and a chat alone. */
const FIRST = '0001_functions'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** Oldest first. */
export const snapshots = readdirSync(folder)
  .filter((name) => name.endsWith('.backup'))
  .toSorted()
  .map((name) => ({ schema: name.slice(0, -'.backup'.length), file: join(folder, name) }))

/** The SHA-256 of every migration that was in a snapshot, by file name. */
export const pinnedMigrations = (): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, 'migrations.json'), 'utf8'))

/** Signs in, checks balance, crawl, chat and citation, searches, and asks a new question. */
export async function expectSnapshotData(app: TestApp, schema: string) {
  const person = createClient(app.origin)
  expect((await signIn(person, PERSON)).status, `${PERSON} signs in with ${PASSWORD}`).toBe(200)
  // The free plan's 30, less the pages of the crawl and those that the check read.
  expect((await person.get('/api/credits')).body.credits_count).toBe(schema === FIRST ? 28 : 26)
  const { crawls } = (await person.get('/api/crawls')).body
  expect(crawls).toMatchObject([{ status: 'finished', progress: { pagesCrawled: 2 } }])
  const { chats } = (await person.get('/api/chats')).body
  expect(chats).toMatchObject([{ title: 'Lighthouses' }])
  const path = `/api/chats/${chats[0].id}`
  const [question, answer] = (await person.get(path)).body.chat_history
  expect(question).toMatchObject({ role: 'user', content: QUESTION })
  const citation = answer.citations.find(({ sentence }: { sentence: string }) => sentence === CITED_SENTENCE)
  expect(citation).toMatchObject({ state: 'quoted' })
  const page = await person.get(`/api/pages/${citation.pageId}`)
  expect(page.body.content).toContain(CITED_SENTENCE)
  for (const [scope, hits] of [
    ['messages', 2],
    ['pages', 1],
  ]) {
    // Pages are indexed after the import.
    await waitFor(`the hits of a search in ${scope}`, async () => {
      const { body } = await person.get(`/api/chats/search?q=lighthouse+hook&in=${scope}`)
      return body.hits.length === hits
    })
  }
  if (schema !== FIRST) await expectNotebookData(app, person, chats[0].notebook_id)
  const { events } = await person.stream(`${path}/messages`, { question: 'Who invented the lens?' })
  expect(events.find(({ event }) => event === 'citations')?.data[0]).toMatchObject({
    state: 'quoted',
    sentence: expect.stringContaining('Fresnel'),
  })
}

/** Checks, conflicts, gaps, changes, the published notebook, the share link and the second factor. */
async function expectNotebookData(app: TestApp, person: Client, notebookId: string) {
  const notebook = `/api/notebooks/${notebookId}`
  const golden = (await person.get(`${notebook}/golden-questions`)).body
  expect(golden).toMatchObject({ questions: [GOLDEN], results: [{ expected: CITED_SENTENCE, outcome: 'passed' }] })
  expect((await person.get(`${notebook}/conflicts`)).body.conflicts).toMatchObject([{ dismissed: true }])
  expect((await person.get(`${notebook}/gaps`)).body.gaps).toMatchObject([{ questions: [GAP], decision: 'ignored' }])
  expect((await person.get(`${notebook}/changes`)).body).toMatchObject({
    feed: { created_at: expect.any(String) },
    webhook: { url: expect.stringMatching(/\/hook$/) },
    reports: [{ counts: { added: 1, changed: 1 }, delivery: { status: 'delivered' } }],
  })
  const { publication } = (await person.get(`${notebook}/publication`)).body
  expect(publication).toMatchObject({ settings: { address: PUBLIC_ADDRESS }, usage: { questions: 1 } })
  const visitor = createClient(app.origin)
  expect((await visitor.get(`/api/published/${PUBLIC_ADDRESS}/pages`)).body.pages).toHaveLength(3)
  const { chats } = (await person.get('/api/chats')).body
  const { share } = (await person.get(`/api/chats/${chats[0].id}/share`)).body
  expect((await visitor.get(`/api/shares/${share.url.split('/').at(-1)}`)).body.title).toBe('Lighthouses')
  expect((await person.get('/api/keys')).body.keys).toMatchObject([{ name: 'A program', scopes: ['read'] }])
  // Not signed in before the code of the second factor.
  await signIn(visitor, ADMINISTRATOR)
  expect((await visitor.get('/api/me')).status).toBe(401)
}
