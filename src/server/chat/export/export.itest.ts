import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chatMessages } from '#server/platform/db/schema/index.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'
import { exportChat } from './export-chat.ts'

let app: TestApp
let site: Website
let person: Person
let page: { id: string; url: string; title: string; content: string }
/** The sentence in the page's Markdown. */
let stored = ''

beforeAll(async () => {
  site = await openWebsite({
    '/': `<!doctype html><html lang="en"><title>Hook &lt;b&gt; "Head"</title><main><h1>Hook Head</h1>
      <p>The lighthouse of Hook Head was built in the thirteenth century.</p>
      <p>Its walls are up to four metres thick &amp; rise &lt;firmly&gt;.</p></main></html>`,
  })
  app = await openTestApp({ allowPrivateHosts: [site.host] })
  person = await app.signUp()
  const { body } = await person.post('/api/crawls', { url: site.origin, maxPages: 1 })
  const crawl = await waitFor('the crawl', async () => {
    const answer = await person.get(`/api/crawls/${body.id}`)
    return answer.body.status === 'finished' && answer.body
  })
  page = crawl.pages[0]
  stored = page.content.match(/Its walls.*\./)?.[0] ?? ''
})

afterAll(async () => {
  await app?.close()
  await site?.close()
})

const cite = (marker: number, sentence: string) => ({
  marker,
  pageId: page.id,
  url: page.url,
  title: page.title,
  passageId: '',
  sentence,
})

async function save(title: string, messages: object[]) {
  const chat = { title, crawled_pages: [page.id], selected_pages: [page.id], chat_history: messages }
  return (await person.post('/api/chats', chat)).body.id as string // The API returns the id as a string.
}
const fetchExport = (id: string, format: string) => person.get(`/api/chats/${id}/export?format=${format}`)

describe('an exported chat', () => {
  it('writes citations in Markdown as footnotes with quote, address and crawl date', async () => {
    const id = await save('Walls: how thick?', [
      { role: 'user', content: 'How *thick*?' },
      {
        role: 'assistant',
        content:
          'Its walls are up to four metres thick & rise <firmly>. [1] It sank in 1900. Perhaps [9].\n\n```\nnever closed [1]',
        citations: [cite(1, stored)],
        engine: 'built-in',
      },
    ])
    const { status, body, headers } = await fetchExport(id, 'markdown')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(headers.get('content-disposition')).toContain(`filename*=UTF-8''Walls%20how%20thick.md`)
    const today = new Date().toISOString().slice(0, 10)
    expect(body).toContain('# Walls: how thick?\n')
    expect(body).toContain('> How \\*thick\\*?')
    expect(body).toContain(
      '> Its walls are up to four metres thick & rise <firmly>. [^2-1] It sank in 1900. Perhaps [9].\n>\n> ```\n> never closed [1]',
    )
    expect(body).toContain(`[^2-1]: Quoted: “Its walls are up to four metres thick`)
    expect(body).toContain(`<${page.url}>, crawled on ${today}.`)
    expect(body).toContain('*1 quoted · 2 without a source*\n\nWithout a source:\n\n- It sank in 1900.\n- ')
    expect(body.indexOf('## Pages')).toBeGreaterThan(body.indexOf('[^2-1]:'))
  })

  it('is in the language of the owner’s screens [export-2]', async () => {
    const german = {
      role: 'assistant',
      content: `${stored} [1] It sank in 1900.`,
      citations: [cite(1, stored)],
      engine: 'built-in',
    }
    const id = await save('Mauern', [{ role: 'user', content: 'Wie dick?' }, german])
    await person.put('/api/account/language', { language: 'de' })
    try {
      const markdown = (await fetchExport(id, 'markdown')).body
      expect(markdown).toMatch(/Exportiert am \d{4}-\d\d-\d\d\n[^]+## Sie\n[^]+## KI-Assistent\n/)
      expect(markdown).toContain('*1 zitiert · 1 ohne Quelle*\n\nOhne Quelle:\n\n- It sank in 1900.')
      expect(markdown).toContain('[^2-1]: Zitiert: „')
      const html = (await fetchExport(id, 'html')).body
      expect(html).toContain('<html lang="de">')
      expect(html).toContain('<h2>Seiten</h2>')
    } finally {
      await person.put('/api/account/language', { language: 'en' })
    }
  })

  it('escapes footnotes that are part of an answer', async () => {
    const id = await save('Spoofed', [
      {
        role: 'assistant',
        content: 'Hook Head [1].\n\n[^1-1]: “A lie”, <https://a.example>',
        citations: [cite(1, 'Hook Head')],
      },
    ])
    const { body } = await fetchExport(id, 'markdown')
    expect(body.match(/^\[\^1-1\]:/gm)).toHaveLength(1)
    expect(body).toContain('> \\[^1-1]: “A lie”')
  })

  it('writes one HTML file that loads nothing and runs nothing [export-1]', async () => {
    const id = await save('<script>alert("title")</script>', [
      { role: 'user', content: '<img src=x onerror=alert(1)> & "quotes"' },
      {
        role: 'assistant',
        content: 'Its walls are up to four metres thick & rise <firmly>. [1] <iframe src="https://a.example"></iframe>',
        citations: [cite(1, stored)],
      },
    ])
    const { body, headers } = await fetchExport(id, 'html')
    expect(headers.get('content-disposition')).toMatch(/^attachment; /)
    expect(body).toContain("default-src 'none'")
    expect(body).toContain('&lt;script&gt;alert(&quot;title&quot;)&lt;/script&gt;</h1>')
    expect(body).not.toMatch(/<(script|img|iframe|link|object|embed|form)\b/i)
    expect(body).not.toMatch(/\b(src|srcset|onerror|onload)=["']?[^&]*>/i)
    expect(body).toContain('<sup><a href="#note-2-1">1</a></sup>')
    expect(body).toContain(
      '<li id="note-2-1" value="1" class="quoted"><strong>Quoted:</strong> <q>Its walls are up to four metres thick &amp; rise &lt;firmly&gt;.</q>',
    )
    expect(body).toContain(`<a href="${page.url}" rel="noopener noreferrer nofollow">`)
    expect(body).toMatch(/crawled on <time datetime="[^"]+">\d{4}-\d\d-\d\d<\/time>/)
  })

  it('says in every format which claims differ, were not found or have no source, and that an answer was cut', async () => {
    const id = await save('Data', [
      { role: 'user', content: 'How thick?' },
      {
        role: 'assistant',
        content: 'Its walls are up to nine metres thick. [1] There are five of them. [2] It sank in 1900. The end',
        citations: [cite(1, stored), cite(2, '')],
        stopped: true,
        truncated: true,
      },
    ])
    const { body } = await fetchExport(id, 'json')
    expect(body).toMatchObject({ title: 'Data', pages: [{ url: page.url, selected: true }] })
    expect(body.messages[1]).toMatchObject({
      role: 'assistant',
      stopped: true,
      truncated: true,
      footnotes: [
        {
          marker: 1,
          quote: stored,
          url: page.url,
          state: 'differs',
          claim: 'Its walls are up to nine metres thick.',
          differences: [{ claim: 'nine', source: 'four' }],
          crawled_at: expect.stringMatching(/^\d{4}-/),
        },
        { marker: 2, quote: '', state: 'not-found', claim: 'There are five of them.' },
      ],
      uncited: ['It sank in 1900.'],
    })
    const markdown = (await fetchExport(id, 'markdown')).body
    const html = (await fetchExport(id, 'html')).body
    for (const text of [
      '1 differs from its source · 1 not found · 1 without a source',
      'The answer was cut at the length limit. Ask for the rest.',
      'the answer says “nine”, the page “four”',
      'Not found: no sentence on the selected pages supports this.',
    ]) {
      expect(markdown).toContain(text)
      expect(html).toContain(text)
    }
    expect(markdown).toContain('[^2-2]: Not found:')
  })

  it.each(['markdown', 'html', 'json'])('exports a chat without messages and pages as %s', async (format) => {
    const empty = await person.post('/api/chats', {
      title: 'Empty',
      crawled_pages: [],
      selected_pages: [],
      chat_history: [],
    })
    const { status, body } = await fetchExport(empty.body.id, format)
    expect(status).toBe(200)
    if (format === 'json') expect(body).toMatchObject({ title: 'Empty', messages: [], pages: [] })
    else expect(body).toContain('No pages.')
  })

  it('loads a long chat while it is sent, so later messages are included', async () => {
    const messages = Array.from({ length: 60 }, (_, n) => ({ role: 'user', content: `Question ${n}` }))
    const chatId = await save('Long', messages)
    const { db } = app.services
    const { pieces } = await exportChat(app.services, { userId: person.userId, chatId, format: 'json' })
    await pieces.next()
    await pieces.next()
    await db.insert(chatMessages).values({ chatId, role: 'user', content: 'Added during the export' })
    let rest = ''
    for await (const piece of pieces) rest += piece
    expect(rest.match(/"Question \d+"/g)).toHaveLength(59)
    expect(rest).toContain('Added during the export')
  })

  it('is available only to its owner and only in known formats', async () => {
    const id = await save('Mine', [])
    const stranger = await app.signUp()
    expect((await stranger.get(`/api/chats/${id}/export`)).body.error.code).toBe('chat.not-found')
    expect((await app.visitor.get(`/api/chats/${id}/export`)).status).toBe(401)
    expect((await fetchExport(id, 'docx')).status).toBe(400)
  })
})
