import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChatHit } from '#shared/chat/chats.ts'
import { chatPages, pageWords } from '#server/platform/db/schema/index.ts'
import { searchChats } from './search-chats.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'

let app: TestApp
let site: Website
let person: Person
let pageIds: string[]

beforeAll(async () => {
  site = await openWebsite({
    '/': '<title>Towers</title><main><h1>Towers</h1><p>The tower is built of <b>granite</b> and its keeper lives there.</p><a href="/lens">Lens</a></main>',
    '/lens':
      '<title>Lenses</title><main><h1>Lenses</h1><p>A lens of glass gathers the light. 灯台のレンズの話.</p></main>',
  })
  app = await openTestApp({ allowPrivateHosts: [site.host] })
  person = await app.signUp()
  const { body } = await person.post('/api/crawls', { url: site.origin, maxPages: 2 })
  const crawl = await waitFor('the crawl', async () => {
    const answer = await person.get(`/api/crawls/${body.id}`)
    return answer.body.status === 'finished' && answer.body
  })
  pageIds = crawl.pages.map(({ id }: { id: string }) => id)
})

afterAll(async () => {
  await app?.close()
  await site?.close()
})

async function save(owner: Person, title: string, contents: string[], pages: string[] = []) {
  const chat_history = contents.map((content, index) => ({ role: index % 2 ? 'assistant' : 'user', content }))
  const { body } = await owner.post('/api/chats', { title, crawled_pages: pages, selected_pages: [], chat_history })
  return String(body.id)
}
async function search(owner: Person, q: string, scope = 'messages', more = '') {
  const { body } = await owner.get(`/api/chats/search?q=${encodeURIComponent(q)}&in=${scope}${more}`)
  return { hits: (body.hits ?? []) as ChatHit[], next: body.next as string | null }
}
const marked = ({ excerpt, marks }: ChatHit) => marks.map(([start, end]) => excerpt.slice(start, end))

describe('searching messages', () => {
  it('finds messages that contain every word, newest first, with the words marked', async () => {
    const reader = await app.signUp()
    const id = await save(reader, 'Coast', [
      'Where do lighthouse keepers live?',
      'Keepers live in the Lighthouse itself.',
    ])
    await save(reader, 'Lake', ['Where does a keeper live?'])
    const { hits } = await search(reader, 'lighthouse KEEP')
    expect(hits.map(({ chatId, chatTitle }) => [chatId, chatTitle])).toEqual([
      [id, 'Coast'],
      [id, 'Coast'],
    ])
    expect(hits.map(marked)).toEqual([
      ['Keep', 'Lighthouse'],
      ['lighthouse', 'keep'],
    ])
  })

  it.each([["d'être"], ['foo-bar'], ['3.14'], ["'; drop table"], ['a & b | !c'], [':*'], ['\\']])(
    'treats %s as text, not as operators',
    async (q) => {
      const reader = await app.signUp()
      await save(reader, 'Signs', [`It says ${q} here.`, 'Something else.'])
      const { hits } = await search(reader, q)
      expect(hits).toHaveLength(/[a-z0-9]/i.test(q) ? 1 : 0)
    },
  )

  it('shows no markers of citations', async () => {
    const reader = await app.signUp()
    await save(reader, 'Coast', [
      'Where is it?',
      '**Coast › Ferry** [1]\n\n> The ferry leaves at noon.\\[3] It is free [2].',
    ])
    const { hits } = await search(reader, 'ferry noon')
    expect(hits[0]?.excerpt).toBe('Coast › Ferry The ferry leaves at noon.[3] It is free.')
  })

  it('finds the parts of an address or a name', async () => {
    const reader = await app.signUp()
    await save(reader, 'Names', ['Call get_user_name of https://docs.example.org/api/v2.'])
    for (const q of ['user', 'example', 'get_user', 'docs.example.org/api', 'v2']) {
      expect((await search(reader, q)).hits).toHaveLength(1)
    }
  })

  it('indexes as many different words as 200,000 characters hold', async () => {
    const reader = await app.signUp()
    const id = await save(reader, 'Dense', [])
    // Two Tangut letters of four bytes: the words of 200,000 characters that need the most bytes.
    const letter = (n: number) => String.fromCodePoint(0x17000 + n)
    const words = Array.from({ length: 66_000 }, (_, n) => letter(n % 6000) + letter(Math.floor(n / 6000)))
    const insert = sql`insert into chat_messages (chat_id, role, content) values (${id}, 'user', ${words.join(' ')})`
    await app.services.db.execute(insert)
    // The index sorts words, so an overflow would lose the last one.
    expect((await search(reader, words.at(-1) ?? '')).hits).toHaveLength(1)
  })

  it('finds answers written after the chat was saved', async () => {
    const id = await save(person, 'Asked', [], pageIds)
    await person.put(`/api/chats/${id}/pages`, { crawled_pages: pageIds, selected_pages: pageIds })
    await person.stream(`/api/chats/${id}/messages`, { question: 'What is the tower built of?' })
    expect((await search(person, 'granite')).hits.map((hit) => hit.chatId)).toEqual([id])
  })

  it('pages through results without gaps or repeats', async () => {
    const reader = await app.signUp()
    await save(
      reader,
      'Long',
      Array.from({ length: 45 }, (_, index) => `Repeated word ${index}`),
    )
    const found: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const page = await search(reader, 'repeated', 'messages', next && `&after=${next}`)
      found.push(...page.hits.map(({ id }) => id))
      next = page.next
    }
    expect(new Set(found).size).toBe(45)
    expect(found).toHaveLength(45)
    expect((await reader.get('/api/chats/search?q=a&in=messages&after=nonsense')).status).toBe(400)
  })
})

describe('searching the pages of chats', () => {
  it('finds pages by text and title, also in scripts without spaces', async () => {
    const reader = person
    const id = await save(reader, 'Pages', [], pageIds)
    const found = async (q: string) => (await search(reader, q, 'pages')).hits.filter(({ chatId }) => chatId === id)
    const keepers = await waitFor('the pages in the index', async () => {
      const hits = await found('granite keeper')
      return hits.length > 0 && hits
    })
    expect(keepers.map((hit) => [hit.title, ...marked(hit)])).toEqual([['Towers', 'granite', 'keeper']])
    expect((await found('lenses')).map(({ title }) => title)).toEqual(['Lenses'])
    expect((await found('灯台 glass')).map(marked)).toEqual([['glass', '灯台']])
    expect(await found('nowhere')).toEqual([])
    await reader.delete(`/api/chats/${id}`)
    expect(await found('granite')).toEqual([])
  })

  it('indexes pages after the transaction in which they join a chat [search-pages-1]', async () => {
    const { db } = app.services
    const chatId = await save(person, 'Joined', [])
    const { body } = await person.post('/api/crawls', { url: `${site.origin}/lens`, maxPages: 1 })
    const pageId = await waitFor('the crawl', async () => {
      const answer = await person.get(`/api/crawls/${body.id}`)
      return answer.body.status === 'finished' && String(answer.body.pages[0].id)
    })
    const reader = await app.signUp()
    const wordsOf = (tx: typeof db) =>
      tx.select({ words: pageWords.words }).from(pageWords).where(eq(pageWords.pageId, pageId))
    const inTransaction = await db.transaction(async (tx) => {
      await tx.insert(chatPages).values({ chatId, pageId })
      const found = await searchChats({ db: tx }, { userId: person.userId, q: 'lens', in: 'pages' })
      const others = await searchChats({ db: tx }, { userId: reader.userId, q: 'lens', in: 'pages' })
      return { words: await wordsOf(tx), indexing: [found.indexing, others.indexing] }
    })
    expect(inTransaction).toEqual({ words: [{ words: null }], indexing: [true, false] })
    await waitFor('the end of indexing', async () => {
      const { body: found } = await person.get('/api/chats/search?q=lens&in=pages')
      return found.indexing === false
    })
    await waitFor('the page in the index', async () => (await wordsOf(db))[0]?.words?.includes('lens'))
  })

  it('finds nothing that belongs to other users', async () => {
    await save(person, 'Private', ['A secret about granite'], pageIds)
    await waitFor('the pages in the index', async () => (await search(person, 'granite', 'pages')).hits.length > 0)
    const stranger = await app.signUp()
    await save(stranger, 'Own', ['Nothing to see'])
    for (const scope of ['messages', 'pages']) expect((await search(stranger, 'granite', scope)).hits).toEqual([])
  })
})

describe('a search with 1,000 chats', () => {
  it('returns pages of twenty', { timeout: 120_000 }, async () => {
    const reader = await app.signUp()
    await save(reader, 'One', ['A word'])
    const notebookId = (await reader.get('/api/notebooks')).body.notebooks[0].id
    await app.services.db.execute(sql`insert into saved_chats (user_id, notebook_id, title)
      select ${reader.userId}, ${notebookId}, 'Chat ' || n from generate_series(1, 999) n`)
    await app.services.db.execute(sql`insert into chat_messages (chat_id, role, content)
      select id, 'user', 'Words of message ' || n || ' about ' || md5(id::text || n) || repeat(' and so on', 10)
        from saved_chats, generate_series(1, 3) n where user_id = ${reader.userId}`)
    await app.services.db.execute(sql`analyze saved_chats, chat_messages, message_words`)
    for (const q of ['message', 'ab']) expect((await search(reader, q)).hits).toHaveLength(20)
  })
})
