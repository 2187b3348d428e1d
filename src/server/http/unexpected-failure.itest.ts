import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminUsers } from '#server/platform/db/schema/index.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { openWebsite, type Website } from '#test/website.ts'

let app: TestApp
let site: Website
let person: Person

beforeAll(async () => {
  site = await openWebsite({})
  app = await openTestApp({ allowPrivateHosts: [site.host] })
  person = await app.signUp()
  await app.services.db.insert(adminUsers).values({ id: person.userId })
})

afterAll(async () => {
  await app?.close()
  await site?.close()
})

/** Runs `request` while `table` has another name. */
async function without<T>(table: string, request: () => Promise<T>): Promise<T> {
  const rename = (from: string, to: string) =>
    app.services.db.execute(sql`alter table ${sql.identifier(from)} rename to ${sql.identifier(to)}`)
  await rename(table, `${table}_away`)
  try {
    return await request()
  } finally {
    await rename(`${table}_away`, table)
  }
}

const newChat = { title: 'Tides', crawled_pages: [], selected_pages: [] }

it.each([
  ['saved_chats', 'Failed to save chat. Please try again.', () => person.post('/api/chats', newChat)],
  ['saved_chats', 'Failed to load chat', () => person.get(`/api/chats/${crypto.randomUUID()}`)],
  ['frontier', 'Failed to crawl the website', () => person.post('/api/crawls', { url: site.origin })],
  ['user_credits', 'Failed to load credits', () => person.get('/api/credits')],
  ['user_credits', 'Failed to check credit balance', () => person.post('/api/crawls', { url: site.origin })],
  ['system_settings', 'Failed to load settings', () => person.get('/api/admin/settings')],
] as const)(
  'without the table %s a request fails with “%s” [unexpected-failure-1]',
  async (table, message, request) => {
    const { status, body } = await without(table, request)
    expect({ status, message: body.error.message }).toEqual({ status: 500, message })
  },
)

it('without the table user_credits still knows who asks [unexpected-failure-2]', async () => {
  const me = await without('user_credits', () => person.get('/api/me'))
  expect(me).toMatchObject({ status: 200, body: { user: { id: person.userId, isAdmin: true } } })
})
