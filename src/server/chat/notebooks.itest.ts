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
  it('creates, lists and renames notebooks, the default one first', async () => {
    await save('Creates the default one')
    const created = await newNotebook('  Travel ')
    expect(created).toMatchObject({ title: 'Travel', is_default: false })
    const renamed = await person.patch(`/api/notebooks/${created.id}`, { title: 'Journeys' })
    expect(renamed).toMatchObject({ status: 200, body: { title: 'Journeys' } })
    const { body } = await person.get('/api/notebooks')
    expect(body.notebooks).toMatchObject([{ title: 'Default Notebook', is_default: true }, { title: 'Journeys' }])
    const described = await person.post('/api/notebooks', { title: 'Sea', description: ' Charts and tides ' })
    expect(described).toMatchObject({ status: 201, body: { description: 'Charts and tides' } })
    expect((await person.get(`/api/notebooks/${described.body.id}`)).body.description).toBe('Charts and tides')
    expect((await person.post('/api/notebooks', { title: ' ' })).body.error.message).toBe('Title cannot be empty')
  })

  it('saves and moves chats into a notebook without changing their update time', async () => {
    const [one, other] = [await newNotebook('One'), await newNotebook('Other')]
    const chat = await save('Moves', { notebook_id: one.id })
    expect(await titlesIn(one.id)).toEqual(['Moves'])
    const moved = await person.patch(`/api/chats/${chat.id}`, { notebook_id: other.id })
    expect(moved.body).toMatchObject({ title: 'Moves', notebook_id: other.id, updated_at: chat.updated_at })
    expect(await titlesIn(one.id)).toEqual([])
    expect(await titlesIn(other.id)).toEqual(['Moves'])
  })

  it("rejects another user's notebook for a chat, for renaming and for deleting", async () => {
    const theirs = (await stranger.post('/api/notebooks', { title: 'Theirs' })).body
    const chat = await save('Stays')
    expect((await person.patch(`/api/chats/${chat.id}`, { notebook_id: theirs.id })).status).toBe(404)
    expect((await stranger.get(`/api/notebooks/${theirs.id}`)).body.chats).toEqual([])
    expect((await person.patch(`/api/notebooks/${theirs.id}`, { title: 'Mine' })).status).toBe(404)
    expect((await person.delete(`/api/notebooks/${theirs.id}`)).status).toBe(404)
  })

  it('moves the chats of a deleted notebook to the default one', async () => {
    const doomed = await newNotebook('Doomed')
    const chat = await save('Survives', { notebook_id: doomed.id })
    expect((await person.delete(`/api/notebooks/${doomed.id}`)).status).toBe(204)
    expect((await person.get(`/api/notebooks/${doomed.id}`)).status).toBe(404)
    const { body } = await person.get('/api/notebooks')
    const { notebook_id: notebookId } = (await person.get(`/api/chats/${chat.id}`)).body
    expect(body.notebooks.find((each: { id: string }) => each.id === notebookId)).toMatchObject({ is_default: true })
  })

  it('refuses to delete the default notebook, even after it was renamed', async () => {
    const { notebook_id: defaultId } = await save('In the default one')
    await person.patch(`/api/notebooks/${defaultId}`, { title: 'Renamed' })
    const rejected = await person.delete(`/api/notebooks/${defaultId}`)
    expect(rejected).toMatchObject({ status: 409, body: { error: { code: 'notebook.default-stays' } } })
    expect((await save('Also in the default one')).notebook_id).toBe(defaultId)
  })
})
