import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { customPage, pathsOf, runCrawl } from '#test/crawls.ts'
import { openWebsite, type Website } from '#test/website.ts'

let app: TestApp
let site: Website

beforeAll(async () => {
  site = await openWebsite({})
  app = await openTestApp({ allowPrivateHosts: [site.host] })
})

afterAll(async () => {
  await app?.close()
  await site?.close()
})

const asked = (path: string) => site.requests.filter((request) => request.path === path)
const credits = async (person: Person) => (await person.get('/api/credits')).body.credits_count

describe('one page under two addresses', () => {
  it('is fetched once when only the spelling differs [duplicates-1]', async () => {
    site.set('/spell', customPage('Spell', { links: ['/spell/%61', '/spell/a', '/spell/a/', '/spell/a#b'] }))
    site.set('/spell/%61', customPage('A'))
    site.set('/spell/a', customPage('A'))
    const crawl = await runCrawl(await app.signUp(), site, '/spell')
    expect(pathsOf(site, crawl)).toEqual(['/spell', '/spell/a'])
    expect(asked('/spell/a').length + asked('/spell/%61').length).toBe(1)
  })

  it('is a duplicate when text and language are the same; it costs nothing and its links are followed', async () => {
    site.set('/twin', customPage('Twins', { links: ['/twin/one', '/twin/two'] }))
    site.set('/twin/one', customPage('One', { text: 'Exactly the same text is on both of these pages.' }))
    site.set(
      '/twin/two',
      customPage('Two', { text: 'Exactly the same text is on both of these pages.', links: ['/twin/behind'] }),
    )
    site.set('/twin/behind', customPage('Behind'))
    const person = await app.signUp()
    const crawl = await runCrawl(person, site, '/twin')
    expect(pathsOf(site, crawl)).toEqual(['/twin', '/twin/one', '/twin/behind'])
    expect(crawl.skipped).toMatchObject([
      { url: `${site.origin}/twin/two`, reason: 'duplicate', detail: `Same text as ${site.origin}/twin/one` },
    ])
    expect(await credits(person)).toBe(27)
  })

  it('is not a duplicate when the language differs', async () => {
    site.set('/code', customPage('Code', { links: ['/code/en', '/code/de'] }))
    const text = 'const answer = 42; print(answer); exit(0); // 1 2 3 4 5 6 7 8 9'
    site.set('/code/en', customPage('Same', { text }))
    site.set('/code/de', customPage('Same', { text, lang: 'de' }))
    expect(pathsOf(site, await runCrawl(await app.signUp(), site, '/code'))).toEqual(['/code', '/code/en', '/code/de'])
  })
})

describe('a canonical address', () => {
  const long = Array.from({ length: 60 }, (_, index) => `Step ${index} of ${index * 7} has its own description.`).join(
    ' ',
  )
  const canonical = (path: string) => `<link rel="canonical" href="${path}">`

  it('makes a page a duplicate of the named one when both have nearly the same text', async () => {
    site.set('/canon', customPage('Canon', { links: ['/canon/real', '/canon/print'] }))
    site.set('/canon/real', customPage('Real', { text: long, head: canonical('/canon/real') }))
    site.set('/canon/print', customPage('Print', { text: `${long} Printed today.`, head: canonical('/canon/real') }))
    const crawl = await runCrawl(await app.signUp(), site, '/canon')
    expect(pathsOf(site, crawl)).toEqual(['/canon', '/canon/real'])
    expect(crawl.skipped).toMatchObject([{ reason: 'duplicate', detail: `Same text as ${site.origin}/canon/real` }])
  })

  it('is fetched later and then found to be a duplicate', async () => {
    site.set('/later', customPage('Later', { links: ['/later/print'] }))
    site.set('/later/print', customPage('Print', { text: `${long} Printed today.`, head: canonical('/later/real') }))
    site.set('/later/real', customPage('Real', { text: long, head: canonical('/later/real') }))
    const crawl = await runCrawl(await app.signUp(), site, '/later')
    expect(pathsOf(site, crawl)).toEqual(['/later', '/later/print'])
    expect(crawl.skipped).toMatchObject([
      { url: `${site.origin}/later/real`, reason: 'duplicate', detail: `Same text as ${site.origin}/later/print` },
    ])
  })

  it('with another text makes no duplicate: a whole site may name its front page', async () => {
    site.set('/wrong', customPage('Wrong', { links: ['/wrong/a', '/wrong/b'], head: canonical('/wrong') }))
    site.set('/wrong/a', customPage('First', { head: canonical('/wrong') }))
    site.set('/wrong/b', customPage('Second', { head: canonical('/wrong') }))
    const crawl = await runCrawl(await app.signUp(), site, '/wrong')
    expect(pathsOf(site, crawl)).toEqual(['/wrong', '/wrong/a', '/wrong/b'])
    expect(crawl.skipped).toEqual([])
  })

  it('never makes a translation a duplicate', async () => {
    site.set('/lang', customPage('Lang', { links: ['/lang/en', '/lang/de'] }))
    site.set('/lang/en', customPage('Same', { text: long, head: canonical('/lang/en') }))
    site.set('/lang/de', customPage('Same', { text: `${long} Übersetzt.`, lang: 'de', head: canonical('/lang/en') }))
    expect(pathsOf(site, await runCrawl(await app.signUp(), site, '/lang'))).toEqual(['/lang', '/lang/en', '/lang/de'])
  })

  it('never makes alternates for other languages or countries duplicates unless the text is the same', async () => {
    site.set('/lands', customPage('Lands', { links: ['/lands/us', '/lands/gb'] }))
    const head =
      '<link rel="alternate" hreflang="en-us" href="/lands/us"><link rel="alternate" hreflang="en-gb" href="/lands/gb">'
    site.set('/lands/us', customPage('Same', { text: `${long} The color.`, head }))
    site.set('/lands/gb', customPage('Same', { text: `${long} The colour.`, head: head + canonical('/lands/us') }))
    expect(pathsOf(site, await runCrawl(await app.signUp(), site, '/lands'))).toEqual([
      '/lands',
      '/lands/us',
      '/lands/gb',
    ])
  })
})
