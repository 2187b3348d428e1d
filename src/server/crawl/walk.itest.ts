/** What a crawl does with its custom settings, with duplicates, with sitemaps, when it is stopped and out of credits. */
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crawls, creditLedger, frontier, savedChats, userCredits, userSettings } from '#server/db/schema/index.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { crawlEnded } from '#test/crawls.ts'
import { openScrapingServiceStandIn } from '#test/scraping-service.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'

type Ended = {
  status: string
  error: { code: string; message: string } | null
  progress: { pagesCrawled: number; pagesFound: number }
  pages: { url: string; title: string }[]
  skipped: { url: string; reason: string; detail: string }[]
  skippedByReason: Record<string, number>
}

let app: TestApp
let site: Website

/** The text is the title's own unless given. */
const page = (title: string, { links = [], text = '', head = '', lang = 'en' }: { links?: string[]; text?: string; head?: string; lang?: string } = {}) =>
  `<!doctype html><html lang="${lang}"><head><title>${title}</title>${head}</head><body><main>
   <p>${text || `${title} is described here in a sentence that is long enough to be kept.`}</p>
   ${links.map((link) => `<a href="${link}"><img src="/x.png" alt=""></a>`).join(' ')}</main></body></html>`

beforeAll(async () => {
  site = await openWebsite({})
  app = await openTestApp({ allowPrivateHosts: [site.host] })
})

afterAll(async () => {
  await app?.close()
  await site?.close()
})

async function customer(): Promise<Person> {
  const person = await app.signUp()
  const { db } = app.services
  await db.update(userSettings).set({ tier: 'pro' }).where(eq(userSettings.userId, person.userId))
  return person
}

async function start(person: Person, path: string, wish: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await person.post('/api/crawls', { url: site.origin + path, maxPages: 10, maxDepth: 3, ...wish })
  expect({ status, error: body.error }).toEqual({ status: 201, error: null })
  return body.id
}

const crawlToEnd = async (person: Person, path: string, wish: Record<string, unknown> = {}): Promise<Ended> =>
  crawlEnded(person, await start(person, path, wish))

const short = (url: string) => url.replace(site.origin, '')
const paths = (crawl: Ended) => crawl.pages.map(({ url }) => short(url))
const reasons = (crawl: Ended) => Object.fromEntries(crawl.skipped.map(({ url, reason }) => [short(url), reason]))
const asked = (path: string) => site.requests.filter((request) => request.path === path)
const credits = async (person: Person) => (await person.get('/api/credits')).body.credits_count

describe('custom settings', () => {
  it('limit a crawl to the patterns and the ticked parts; the start page is read in any case', async () => {
    const links = ['/in/blog/a', '/in/blog/old/b', '/in/news/c', '/in/docs/d']
    site.set('/in', page('Start', { links }))
    for (const link of links) site.set(link, page(link))
    const person = await customer()
    const settings = { include: ['/in/blog/*', '/in/news/*'], exclude: ['/*/old/*'] }
    const crawl = await crawlToEnd(person, '/in', { settings, branches: [{ path: '/in/blog', exact: false }] })
    expect(paths(crawl)).toEqual(['/in', '/in/blog/a'])
    expect(reasons(crawl)).toEqual({
      '/in/blog/old/b': 'excluded-pattern',
      '/in/docs/d': 'excluded-pattern',
      '/in/news/c': 'not-chosen',
    })
  })

  it('keep queries apart when asked to, and drop what only tracks', async () => {
    const answer = (_: { url?: string }, response: { setHeader(name: string, value: string): void; end(body: string): void }) => {
      response.setHeader('content-type', 'text/html')
      response.end(page(`List ${_.url}`, { links: ['/list?page=2&utm_source=x', '/list?utm_medium=y', '/list?page=2'] }))
    }
    site.set('/list', answer)
    const person = await customer()
    expect(paths(await crawlToEnd(person, '/list', { settings: { keepQuery: true } }))).toEqual(['/list', '/list?page=2'])
    expect(paths(await crawlToEnd(person, '/list'))).toEqual(['/list'])
  })

  it('make the pause longer, never shorter', async () => {
    site.set('/slow', page('Slow', { links: ['/slow/a'] }))
    site.set('/slow/a', page('Slow a'))
    const person = await customer()
    const id = await start(person, '/slow', { settings: { delayMs: 60_000 } })
    const crawl = await waitFor('the first page', async () => {
      const [row] = await app.services.db.select().from(crawls).where(and(eq(crawls.id, id), eq(crawls.pagesCrawled, 1)))
      return row
    })
    expect((crawl.nextStepAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(50_000)
    await person.post(`/api/crawls/${id}/stop`)
    await crawlEnded(person, id)
  })

  it('send the headers to the site and store them sealed', async () => {
    site.set('/members', page('Members', { links: ['/members/a'] }))
    site.set('/members/a', page('Members a'))
    const person = await customer()
    const id = await start(person, '/members', { settings: { headers: [{ name: 'Cookie', value: 'session=abcdef123' }] } })
    expect(paths(await crawlEnded(person, id))).toEqual(['/members', '/members/a'])
    for (const path of ['/members', '/members/a']) expect(asked(path)[0]?.headers.cookie).toBe('session=abcdef123')
    const [row] = await app.services.db.select().from(crawls).where(eq(crawls.id, id))
    expect(JSON.stringify(row)).not.toContain('abcdef123')
  })
})

describe('one page under two addresses', () => {
  it('is read once when only the spelling differs', async () => {
    site.set('/spell', page('Spell', { links: ['/spell/%61', '/spell/a', '/spell/a/', '/spell/a#b'] }))
    site.set('/spell/%61', page('A'))
    site.set('/spell/a', page('A'))
    const crawl = await crawlToEnd(await app.signUp(), '/spell')
    expect(paths(crawl)).toEqual(['/spell', '/spell/a'])
    expect(asked('/spell/a').length + asked('/spell/%61').length).toBe(1)
  })

  it('is folded when the text and the language are the same, costs nothing, and its links are followed', async () => {
    site.set('/twin', page('Twins', { links: ['/twin/one', '/twin/two'] }))
    site.set('/twin/one', page('One', { text: 'The very same words stand on both of these pages.' }))
    site.set('/twin/two', page('Two', { text: 'The very same words stand on both of these pages.', links: ['/twin/behind'] }))
    site.set('/twin/behind', page('Behind'))
    const person = await app.signUp()
    const crawl = await crawlToEnd(person, '/twin')
    expect(paths(crawl)).toEqual(['/twin', '/twin/one', '/twin/behind'])
    expect(crawl.skipped).toEqual([
      { url: `${site.origin}/twin/two`, reason: 'duplicate', detail: `The same text as ${site.origin}/twin/one` },
    ])
    expect(await credits(person)).toBe(27)
  })

  it('is not folded when the language differs', async () => {
    site.set('/code', page('Code', { links: ['/code/en', '/code/de'] }))
    const text = 'const answer = 42; print(answer); exit(0); // 1 2 3 4 5 6 7 8 9'
    site.set('/code/en', page('Same', { text }))
    site.set('/code/de', page('Same', { text, lang: 'de' }))
    expect(paths(await crawlToEnd(await app.signUp(), '/code'))).toEqual(['/code', '/code/en', '/code/de'])
  })
})

describe('a canonical address', () => {
  const long = Array.from({ length: 60 }, (_, index) => `Step ${index} of ${index * 7} is told in words of its own.`).join(' ')
  const canonical = (path: string) => `<link rel="canonical" href="${path}">`

  it('folds a page into the one that it names, when both say nearly the same', async () => {
    site.set('/canon', page('Canon', { links: ['/canon/real', '/canon/print'] }))
    site.set('/canon/real', page('Real', { text: long, head: canonical('/canon/real') }))
    site.set('/canon/print', page('Print', { text: `${long} Printed today.`, head: canonical('/canon/real') }))
    const crawl = await crawlToEnd(await app.signUp(), '/canon')
    expect(paths(crawl)).toEqual(['/canon', '/canon/real'])
    expect(crawl.skipped).toMatchObject([{ reason: 'duplicate', detail: `The same text as ${site.origin}/canon/real` }])
  })

  it('that is not read yet is queued, and folds when it says nearly the same', async () => {
    site.set('/later', page('Later', { links: ['/later/print'] }))
    site.set('/later/print', page('Print', { text: `${long} Printed today.`, head: canonical('/later/real') }))
    site.set('/later/real', page('Real', { text: long, head: canonical('/later/real') }))
    const crawl = await crawlToEnd(await app.signUp(), '/later')
    expect(paths(crawl)).toEqual(['/later', '/later/print'])
    expect(crawl.skipped).toEqual([
      { url: `${site.origin}/later/real`, reason: 'duplicate', detail: `The same text as ${site.origin}/later/print` },
    ])
  })

  it('that has another text folds nothing: a whole site may name its front page', async () => {
    site.set('/wrong', page('Wrong', { links: ['/wrong/a', '/wrong/b'], head: canonical('/wrong') }))
    site.set('/wrong/a', page('First', { head: canonical('/wrong') }))
    site.set('/wrong/b', page('Second', { head: canonical('/wrong') }))
    const crawl = await crawlToEnd(await app.signUp(), '/wrong')
    expect(paths(crawl)).toEqual(['/wrong', '/wrong/a', '/wrong/b'])
    expect(crawl.skipped).toEqual([])
  })

  it('never folds a translation', async () => {
    site.set('/lang', page('Lang', { links: ['/lang/en', '/lang/de'] }))
    site.set('/lang/en', page('Same', { text: long, head: canonical('/lang/en') }))
    site.set('/lang/de', page('Same', { text: `${long} Übersetzt.`, lang: 'de', head: canonical('/lang/en') }))
    expect(paths(await crawlToEnd(await app.signUp(), '/lang'))).toEqual(['/lang', '/lang/en', '/lang/de'])
  })

  it('never folds what a page names as its other languages or countries, unless the text is the same', async () => {
    site.set('/lands', page('Lands', { links: ['/lands/us', '/lands/gb'] }))
    const head = '<link rel="alternate" hreflang="en-us" href="/lands/us"><link rel="alternate" hreflang="en-gb" href="/lands/gb">'
    site.set('/lands/us', page('Same', { text: `${long} The color.`, head }))
    site.set('/lands/gb', page('Same', { text: `${long} The colour.`, head: head + canonical('/lands/us') }))
    expect(paths(await crawlToEnd(await app.signUp(), '/lands'))).toEqual(['/lands', '/lands/us', '/lands/gb'])
  })
})

describe('a page with more than can be kept', () => {
  it('is read with all of its 100,000 links', async () => {
    const links = Array.from({ length: 100_000 }, (_, at) => `<a href="/wide/an-address-of-a-usual-length-${at}">x</a>`)
    site.set('/wide', page('Wide') + links.join(''))
    const crawl = await crawlToEnd(await app.signUp(), '/wide', { maxPages: 1 })
    expect(paths(crawl)).toEqual(['/wide'])
    expect(crawl.skippedByReason).toEqual({ 'beyond-limit': 100_000 })
  }, 120_000)

  it('is read, and the skipped list says what was left out of it', async () => {
    site.set('/vast', page('Vast', { links: ['/vast/near'] }) + `<a href="/${'x'.repeat(200_000)}">Far</a>`)
    site.set('/vast/near', page('Near'))
    const crawl = await crawlToEnd(await app.signUp(), '/vast')
    expect(paths(crawl)).toEqual(['/vast', '/vast/near'])
    expect(crawl.skipped).toEqual([{ url: `${site.origin}/vast#cut`, reason: 'cut', detail: 'Not kept: 1 link' }])
  })
})

describe('a crawl that asks for the sitemap', () => {
  it('reads what the site lists of its own, behind the start page and its links', async () => {
    const pages = ['/map/linked', '/map/listed', '/map/private-login/login', '/elsewhere/x', '/map/llms']
    site.set('/map', page('Map', { links: ['/map/linked'] }))
    for (const path of pages) site.set(path, page(path))
    const list = pages.slice(0, 4).map((path) => `<url><loc>${site.origin}${path}</loc></url>`)
    site.set('/sitemap.xml', { headers: { 'content-type': 'application/xml' }, body: `<urlset>${list.join('')}</urlset>` })
    site.set('/llms.txt', '# Site\n- [LLMs](/map/llms)\n')
    const person = await customer()
    const id = await start(person, '/map', { settings: { sitemap: true } })
    const crawl = await crawlEnded(person, id)
    expect(paths(crawl)).toEqual(['/map', '/map/linked', '/map/llms', '/map/listed'])
    expect(crawl.progress.pagesFound).toBe(4)
    const [row] = await app.services.db.select().from(crawls).where(eq(crawls.id, id))
    expect(row?.seedsPending).toBe(false)
    expect(paths(await crawlToEnd(person, '/map'))).toEqual(['/map', '/map/linked'])
  })

  it('is also one whose parts were ticked, on every plan: a part may stand in the sitemap alone', async () => {
    site.set('/ticked', page('Ticked'))
    site.set('/ticked/only-listed', page('Only listed'))
    site.set('/sitemap.xml', {
      headers: { 'content-type': 'application/xml' },
      body: `<urlset><url><loc>${site.origin}/ticked/only-listed</loc></url></urlset>`,
    })
    const crawl = await crawlToEnd(await customer(), '/ticked', { branches: [{ path: '/ticked/only-listed', exact: true }] })
    expect(paths(crawl)).toEqual(['/ticked', '/ticked/only-listed'])
  })
})

describe('a stop', () => {
  it('lets go of a page that never answers, also the start page, and charges nothing', async () => {
    const gate = site.hold('/hang')
    const person = await app.signUp()
    const id = await start(person, '/hang')
    await gate.asked
    const stoppedAt = Date.now()
    await person.post(`/api/crawls/${id}/stop`)
    const crawl = await crawlEnded(person, id)
    expect(Date.now() - stoppedAt).toBeLessThan(5_000)
    expect(crawl).toMatchObject({ status: 'stopped', error: { message: 'Crawling was stopped by user' } })
    expect(crawl.skipped).toEqual([{ url: `${site.origin}/hang`, reason: 'stopped', detail: '' }])
    expect(await credits(person)).toBe(30)
    gate.release()
  })
})

describe('credits', () => {
  it('never go below zero, however many crawls run at once', async () => {
    const person = await app.signUp()
    const { db } = app.services
    await db.update(userCredits).set({ creditsCount: 20 }).where(eq(userCredits.userId, person.userId))
    await db.insert(creditLedger).values({ userId: person.userId, amount: -10, reason: 'operator' })
    const sites = await Promise.all(Array.from({ length: 8 }, () => openWebsite(manyPages())))
    app.config.allowPrivateHosts.push(...sites.map(({ host }) => host))
    await app.restart()
    try {
      const ids = await Promise.all(sites.map(async ({ origin }) => {
        const { body } = await person.post('/api/crawls', { url: `${origin}/many`, maxPages: 10 })
        return body.id as string
      }))
      const all: Ended[] = await Promise.all(ids.map((id) => crawlEnded(person, id)))
      expect(all.reduce((sum, crawl) => sum + crawl.pages.length, 0)).toBe(20)
      for (const crawl of all.filter(({ status }) => status === 'failed')) {
        expect(crawl.error?.code).toBe('credits.ran-out')
        expect(crawl.skipped.some(({ reason }) => reason === 'no-credits')).toBe(true)
      }
      expect(all.filter(({ status }) => status === 'failed').length).toBeGreaterThanOrEqual(6)
      const [sum] = await app.services.db
        .select({ amount: sql<number>`sum(${creditLedger.amount})::int` })
        .from(creditLedger)
        .where(eq(creditLedger.userId, person.userId))
      expect(sum?.amount).toBe(0)
      expect(await credits(person)).toBe(0)
    } finally {
      for (const each of sites) await each.close()
    }
  })
})

function manyPages() {
  const links = Array.from({ length: 12 }, (_, index) => `/many/${index}`)
  return { '/many': page('Many', { links }), ...Object.fromEntries(links.map((link) => [link, page(`Page ${link}`)])) }
}

describe('a crawl whose chat is deleted meanwhile', () => {
  it('goes on without it', async () => {
    site.set('/chatted', page('Chatted', { links: ['/chatted/a', '/chatted/b'] }))
    site.set('/chatted/a', page('Chatted a'))
    site.set('/chatted/b', page('Chatted b'))
    const person = await app.signUp()
    const chat = await person.post('/api/chats', { title: 'Short-lived', crawled_pages: [], selected_pages: [], chat_history: [] })
    const gate = site.hold('/chatted/a')
    const id = await start(person, '/chatted', { chatId: chat.body.id })
    await gate.asked
    await app.services.db.delete(savedChats).where(eq(savedChats.id, chat.body.id))
    gate.release()
    const crawl = await crawlEnded(person, id)
    expect(crawl.status).toBe('finished')
    expect(paths(crawl)).toEqual(['/chatted', '/chatted/a', '/chatted/b'])
  })
})

describe('a reader that cannot read at all', () => {
  it('ends the crawl with its words; pages read so far stay, the rest was not tried', async () => {
    site.set('/fatal', page('Fatal', { links: ['/fatal/a', '/fatal/b'] }))
    const service = await openScrapingServiceStandIn('key')
    const scraped = await openTestApp({
      allowPrivateHosts: [site.host],
      scrapingService: { apiKey: 'key', baseUrl: service.baseUrl },
    })
    try {
      const gate = site.hold('/fatal')
      const person = await scraped.signUp()
      const id = await start(person, '/fatal')
      await gate.asked
      // The second page is asked for with a key that is no longer good.
      service.answerNext({ status: 401, body: '{"message":"Invalid api key"}' })
      gate.release()
      const crawl = await crawlEnded(person, id)
      expect(crawl).toMatchObject({ status: 'failed', error: { message: 'Invalid ScrapingBee API key' } })
      expect(paths(crawl)).toEqual(['/fatal'])
      expect(reasons(crawl)).toEqual({ '/fatal/a': 'stopped', '/fatal/b': 'stopped' })

      // The words of the service stay its own, also where they name the only failure of a crawl.
      const bad = { status: 403, body: '{"message":"Not today"}' }
      service.answerNext(bad, bad, bad, bad)
      const other: Ended = await crawlToEnd(person, '/fatal/a', { maxPages: 1 })
      expect(other.skipped.map(({ detail }) => detail)).toEqual(['ScrapingBee API error (403): Not today'])
    } finally {
      await scraped.close()
      await service.close()
    }
  })
})

it('leaves nothing waiting behind', async () => {
  const waiting = await app.services.db.select().from(frontier).where(eq(frontier.state, 'waiting'))
  expect(waiting).toEqual([])
})
