import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chatMessages, savedChats } from '#server/platform/db/schema/index.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { waitFor } from '#test/wait-for.ts'
import { unsafePurgeChat } from './delete-chat.ts'

type Card = { id: string; title: string }

let app: TestApp
let person: Person

beforeAll(async () => {
  app = await openTestApp()
  person = await app.signUp()
})

afterAll(() => app?.close())

const save = async (owner: Person, title: string, messages: object[] = []): Promise<Card> => {
  const chat = { title, crawled_pages: [], selected_pages: [], chat_history: messages }
  return (await owner.post('/api/chats', chat)).body
}
const titles = async (owner: Person, query = '') =>
  (await owner.get(`/api/chats${query}`)).body.chats.map((chat: Card) => chat.title)

describe('the list of chats', () => {
  it('shows pinned chats first and sorts by creation, update or title', async () => {
    const sorter = await app.signUp()
    const [b, , c] = [await save(sorter, 'b'), await save(sorter, 'A'), await save(sorter, 'C')]
    expect(await titles(sorter)).toEqual(['C', 'A', 'b'])
    await sorter.patch(`/api/chats/${b.id}`, { title: 'b' })
    expect(await titles(sorter, '?sort=updated')).toEqual(['b', 'C', 'A'])
    expect(await titles(sorter, '?sort=title')).toEqual(['A', 'b', 'C'])
    const before = (await sorter.get(`/api/chats/${c.id}`)).body.updated_at
    const pinned = await sorter.patch(`/api/chats/${c.id}`, { pinned: true })
    expect(pinned.body.updated_at).toBe(before)
    expect(await titles(sorter, '?sort=title')).toEqual(['C', 'A', 'b'])
    expect(await titles(sorter, '?sort=updated')).toEqual(['C', 'b', 'A'])
  })

  it.each(['created', 'updated', 'title'])('pages through chats sorted by %s without gaps or repeats', async (sort) => {
    const reader = await app.signUp()
    for (let index = 0; index < 7; index++) await save(reader, index % 2 ? 'Same title' : `Title ${index}`)
    const all = await titles(reader, `?sort=${sort}`)
    const [first] = (await reader.get('/api/chats')).body.chats
    await reader.patch(`/api/chats/${first.id}`, { pinned: true })
    const ids: string[] = []
    let after = ''
    do {
      const { body } = await reader.get(`/api/chats?sort=${sort}&limit=2${after && `&after=${after}`}`)
      ids.push(...body.chats.map((chat: Card) => chat.id))
      after = body.next ?? ''
    } while (after)
    expect(ids[0]).toBe(first.id)
    expect(new Set(ids).size).toBe(all.length)
  })

  it('continues after a cursor whose chat was deleted', async () => {
    const reader = await app.signUp()
    for (const title of ['Last', 'Middle', 'First']) await save(reader, title)
    const { body } = await reader.get('/api/chats?limit=2')
    await reader.delete(`/api/chats/${body.chats[1].id}`)
    expect(await titles(reader, `?limit=2&after=${body.next}`)).toEqual(['Last'])
    expect((await reader.get('/api/chats?after=nonsense')).status).toBe(400)
  })

  it.each([
    ['%', ['100% wool']],
    ['_', ['snake_case']],
    ['\\', ['back\\slash']],
    ['WOOL', ['100% wool']],
    ['École', ['ÉCOLE de Paris']],
    ['nothing', []],
  ])('finds titles that contain %s', async (query, expected) => {
    const reader = await app.signUp()
    for (const title of ['100% wool', 'snake_case', 'back\\slash', 'ÉCOLE de Paris']) await save(reader, title)
    expect(await titles(reader, `?title=${encodeURIComponent(query)}`)).toEqual(expected)
  })

  it('pages through 1,000 chats in index order', async () => {
    const reader = await app.signUp()
    await save(reader, 'One')
    const notebookId = (await reader.get('/api/notebooks')).body.notebooks[0].id
    await app.services.db.execute(sql`insert into saved_chats (user_id, notebook_id, title, created_at)
      select ${reader.userId}, ${notebookId}, 'Chat ' || n, now() - make_interval(mins => n) from generate_series(1, 999) n`)
    await app.services.db.execute(sql`insert into chat_messages (chat_id, role, content)
      select id, 'user', 'Words of a message.' from saved_chats, generate_series(1, 2) where user_id = ${reader.userId}`)
    await app.services.db.execute(sql`analyze saved_chats, chat_messages`)
    const plan = await app.services.db.execute(sql`explain select id from saved_chats
      where user_id = ${reader.userId} and deleted_at is null order by pinned desc, created_at desc, id desc limit 101`)
    expect(JSON.stringify(plan)).toContain('saved_chats_listed')
    expect((await reader.get('/api/chats')).body.chats).toHaveLength(100)
  })
})

describe('a deleted chat', () => {
  it('is not found by any route after deletion, and is complete after Undo', async () => {
    const { id, title } = await save(person, 'Regretted', [{ role: 'user', content: 'Hello?' }])
    expect((await person.delete(`/api/chats/${id}`)).status).toBe(204)
    expect(await titles(person, '?title=Regretted')).toEqual([])
    for (const response of [
      await person.get(`/api/chats/${id}`),
      await person.patch(`/api/chats/${id}`, { title: 'New' }),
      await person.delete(`/api/chats/${id}`),
      await person.put(`/api/chats/${id}/pages`, { crawled_pages: [], selected_pages: [] }),
      await person.post(`/api/chats/${id}/messages`, { question: 'Who?' }),
      await person.post(`/api/chats/${id}/stop`),
      await person.post(`/api/chats/${id}/duplicate`),
      await person.post('/api/crawls', { url: 'https://example.org', maxPages: 1, chatId: id }),
    ]) {
      expect(response.status).toBe(404)
    }
    const { body } = await person.post(`/api/chats/${id}/restore`)
    expect(body).toMatchObject({ id, title, chat_history: [{ content: 'Hello?' }] })
    // The queued job must not purge a restored chat.
    await unsafePurgeChat(app.services, { chatId: id })
    expect((await person.get(`/api/chats/${id}`)).status).toBe(200)
  })

  it('can be restored only by its owner', async () => {
    const { id } = await save(person, 'Mine')
    await person.delete(`/api/chats/${id}`)
    const stranger = await app.signUp()
    expect((await stranger.post(`/api/chats/${id}/restore`)).status).toBe(404)
  })

  it('is purged with its messages when the Undo period is over', async () => {
    const { id } = await save(person, 'Forgotten', [{ role: 'user', content: 'Bye?' }])
    await person.delete(`/api/chats/${id}`)
    await unsafePurgeChat(app.services, { chatId: id })
    const { db } = app.services
    const row = () => db.select().from(savedChats).where(eq(savedChats.id, id))
    expect(await row()).toHaveLength(1)
    // The test does not wait for the Undo period.
    await db.execute(sql`update saved_chats set deleted_at = deleted_at - interval '3 minutes' where id = ${id}`)
    await db.execute(sql`update pgboss.job set start_after = now() where name = 'forget-chat' and state = 'created'`)
    await waitFor('the row to be deleted', async () => (await row()).length === 0)
    expect(await db.select().from(chatMessages).where(eq(chatMessages.chatId, id))).toEqual([])
    expect((await person.post(`/api/chats/${id}/restore`)).status).toBe(404)
  })
})

describe('a duplicate', () => {
  it('copies pages, messages and citations, and is independent of the original', async () => {
    const citation = {
      marker: 1,
      pageId: '',
      url: 'https://example.org/',
      title: 'T',
      passageId: '',
      sentence: 'S.',
    }
    const original = await save(person, 'Twice', [
      { role: 'user', content: 'What?' },
      { role: 'assistant', content: 'That [1].', citations: [citation] },
    ])
    const { status, body: copy } = await person.post(`/api/chats/${original.id}/duplicate`)
    expect(status).toBe(201)
    expect(copy).toMatchObject({
      title: 'Copy of Twice',
      chat_history: [
        { content: 'What?' },
        { content: 'That [1].', citations: [{ url: 'https://example.org/', claim: 'That' }] },
      ],
    })
    await person.delete(`/api/chats/${original.id}`)
    expect((await person.get(`/api/chats/${copy.id}`)).body.chat_history).toHaveLength(2)
  })

  it('has the pages alone if the request leaves the messages out', async () => {
    const original = await save(person, 'Asked', [{ role: 'user', content: 'What?' }])
    const copyOf = async (request: object) =>
      (await person.post(`/api/chats/${original.id}/duplicate`, request)).body.chat_history.length
    expect([await copyOf({ messages: false }), await copyOf({ messages: true })]).toEqual([0, 1])
  })

  it('has the title that the request names, as the screens do in their language', async () => {
    const original = await save(person, 'Twice', [])
    const { status, body } = await person.post(`/api/chats/${original.id}/duplicate`, { title: 'Kopie von Twice' })
    expect(status).toBe(201)
    expect(body.title).toBe('Kopie von Twice')
    expect((await person.post(`/api/chats/${original.id}/duplicate`, { title: ' ' })).status).toBe(400)
  })
})

describe('a change that the database rejects', () => {
  it('reports which change failed and changes nothing [keeping-1]', async () => {
    const { id } = await save(person, 'Stays')
    const { db } = app.services
    await db.execute(sql`alter table saved_chats add constraint refused check (title = '') not valid`)
    const responses = [
      [await person.put(`/api/chats/${id}/pages`, { crawled_pages: [], selected_pages: [] }), 'Failed to update pages'],
      [await person.patch(`/api/chats/${id}`, { title: 'Goes' }), 'Failed to update title'],
    ] as const
    await db.execute(sql`alter table saved_chats drop constraint refused`)
    for (const [{ status, body }, message] of responses) {
      expect(status).toBe(500)
      expect(body.error.message).toBe(message)
    }
    expect((await person.get(`/api/chats/${id}`)).body.title).toBe('Stays')
  })
})
