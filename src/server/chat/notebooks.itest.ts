import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'

let app: TestApp
let person: Person
let stranger: Person

beforeAll(async () => {
  app = await openTestApp()
  person = await app.signUp()
  stranger = await app.signUp()
})

afterAll(() => app?.close())

const save = async (title: string, more: object = {}) => {
  const chat = { title, crawled_pages: [], selected_pages: [], chat_history: [], ...more }
  return (await person.post('/api/chats', chat)).body
}
const titlesIn = async (notebookId: string) => {
  const { body } = await person.get(`/api/notebooks/${notebookId}`)
  return body.chats.map((chat: { title: string }) => chat.title)
}
const newNotebook = async (title: string) => (await person.post('/api/notebooks', { title })).body

describe('notebooks', () => {
  it('are made, listed after the default one, and renamed', async () => {
    await save('Makes the default one')
    const made = await newNotebook('  Travel ')
    expect(made).toMatchObject({ title: 'Travel', is_default: false })
    const renamed = await person.patch(`/api/notebooks/${made.id}`, { title: 'Journeys' })
    expect(renamed).toMatchObject({ status: 200, body: { title: 'Journeys' } })
    const { body } = await person.get('/api/notebooks')
    expect(body.notebooks).toMatchObject([{ title: 'Default Notebook', is_default: true }, { title: 'Journeys' }])
    expect((await person.post('/api/notebooks', { title: ' ' })).body.error.message).toBe('Title cannot be empty')
  })

  it('take a chat that is saved into them or moved there, which says nothing new', async () => {
    const [one, other] = [await newNotebook('One'), await newNotebook('Other')]
    const chat = await save('Moves', { notebook_id: one.id })
    expect(await titlesIn(one.id)).toEqual(['Moves'])
    const moved = await person.patch(`/api/chats/${chat.id}`, { notebook_id: other.id })
    expect(moved.body).toMatchObject({ title: 'Moves', notebook_id: other.id, updated_at: chat.updated_at })
    expect(await titlesIn(one.id)).toEqual([])
    expect(await titlesIn(other.id)).toEqual(['Moves'])
  })

  it("are no place for somebody else's chat", async () => {
    const theirs = (await stranger.post('/api/notebooks', { title: 'Theirs' })).body
    const chat = await save('Stays')
    expect((await person.patch(`/api/chats/${chat.id}`, { notebook_id: theirs.id })).status).toBe(404)
    expect((await stranger.get(`/api/notebooks/${theirs.id}`)).body.chats).toEqual([])
    expect((await person.patch(`/api/notebooks/${theirs.id}`, { title: 'Mine' })).status).toBe(404)
    expect((await person.delete(`/api/notebooks/${theirs.id}`)).status).toBe(404)
  })

  it('leave their chats to the default one when they are deleted', async () => {
    const doomed = await newNotebook('Doomed')
    const chat = await save('Survives', { notebook_id: doomed.id })
    expect((await person.delete(`/api/notebooks/${doomed.id}`)).status).toBe(204)
    expect((await person.get(`/api/notebooks/${doomed.id}`)).status).toBe(404)
    const { body } = await person.get('/api/notebooks')
    const { notebook_id: home } = (await person.get(`/api/chats/${chat.id}`)).body
    expect(body.notebooks.find((each: { id: string }) => each.id === home)).toMatchObject({ is_default: true })
  })

  it('keep the default one, whatever its title', async () => {
    const { notebook_id: home } = await save('At home')
    await person.patch(`/api/notebooks/${home}`, { title: 'Home' })
    const refused = await person.delete(`/api/notebooks/${home}`)
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'notebook.default-stays' } } })
    expect((await save('Also at home')).notebook_id).toBe(home)
  })
})

describe('a change of a chat that the database refuses', () => {
  const refuse = async (table: string) => {
    await app.services.db.execute(sql`create or replace function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused by the test'; end $$`)
    await app.services.db.execute(
      sql.raw(`create trigger refuse before insert or update on ${table} execute function refuse()`),
    )
  }
  const allow = (table: string) => app.services.db.execute(sql.raw(`drop trigger refuse on ${table}`))

  it.each([
    ['saved_chats', 'patch', '', { title: 'New' }, 'Failed to update title'],
    ['saved_chats', 'put', '/pages', { crawled_pages: [], selected_pages: [] }, 'Failed to update pages'],
  ] as const)('%s: %s%s %j says so in its own words', async (table, method, path, body, words) => {
    const chat = await save('Old')
    await refuse(table)
    const answer = await person[method](`/api/chats/${chat.id}${path}`, body)
    await allow(table)
    expect(answer).toMatchObject({ status: 500, body: { error: { message: words } } })
    expect((await person.get(`/api/chats/${chat.id}`)).body.title).toBe('Old')
  })
})
