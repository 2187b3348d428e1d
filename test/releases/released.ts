/** What installations of released versions hold (make.ts), and what must be true of it in every later one. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { PASSWORD, type TestApp } from '#test/app.ts'
import { createClient } from '#test/client.ts'
import { signIn } from '#test/enter.ts'

export const RELEASE_SECRET = 'the secret of every released fixture, of 32 characters and more'
export const PERSON = 'ada@example.org'
export const QUESTION = 'Who built the lighthouse of Hook Head?'
export const ANSWERED = 'The lighthouse of Hook Head was built in the thirteenth century by William Marshal.'
/** The free plan's 30, less the two pages of the crawl. */
const BALANCE = 28

const here = fileURLToPath(new URL('.', import.meta.url))

/** Each version with its export, oldest first. */
export const releases = readdirSync(here)
  .filter((name) => name.endsWith('.backup'))
  .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  .map((name) => ({ version: name.slice(0, -'.backup'.length), file: join(here, name) }))

/** The digest of every migration that was released, by its file. */
export const releasedMigrations = (): Record<string, string> => JSON.parse(readFileSync(join(here, 'migrations.json'), 'utf8'))

/** The person enters, and finds the balance, the crawl, and the chat whose citation is read back; a new question is answered. */
export async function expectEverythingThere(app: TestApp) {
  const person = createClient(app.origin)
  expect((await signIn(person, PERSON)).status, `${PERSON} enters with ${PASSWORD}`).toBe(200)
  expect((await person.get('/api/credits')).body.credits_count).toBe(BALANCE)
  const { crawls } = (await person.get('/api/crawls')).body
  expect(crawls).toMatchObject([{ status: 'finished', progress: { pagesCrawled: 2 } }])
  const { chats } = (await person.get('/api/chats')).body
  expect(chats).toMatchObject([{ title: 'Kept' }])
  const path = `/api/chats/${chats[0].id}`
  const [question, answer] = (await person.get(path)).body.chat_history
  expect(question).toMatchObject({ role: 'user', content: QUESTION })
  const citation = answer.citations.find(({ sentence }: { sentence: string }) => sentence === ANSWERED)
  expect(citation).toMatchObject({ verified: true })
  const cited = await person.get(`/api/pages/${citation.pageId}`)
  expect(cited.body.content).toContain(ANSWERED)
  const { events } = await person.stream(`${path}/messages`, { question: 'Who invented the lens?' })
  expect(events.find(({ event }) => event === 'citations')?.data[0]).toMatchObject({ verified: true, sentence: expect.stringContaining('Fresnel') })
}
