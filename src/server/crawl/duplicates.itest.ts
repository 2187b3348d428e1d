import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { pageWith, pathsOf, walk } from '#test/crawls.ts'
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
  it('is read once when only the spelling differs', async () => {
    site.set('/spell', pageWith('Spell', { links: ['/spell/%61', '/spell/a', '/spell/a/', '/spell/a#b'] }))
    site.set('/spell/%61', pageWith('A'))
    site.set('/spell/a', pageWith('A'))
    const crawl = await walk(await app.signUp(), site, '/spell')
    expect(pathsOf(site, crawl)).toEqual(['/spell', '/spell/a'])
    expect(asked('/spell/a').length + asked('/spell/%61').length).toBe(1)
  })

  it('is folded when the text and the language are the same, costs nothing, and its links are followed', async () => {
    site.set('/twin', pageWith('Twins', { links: ['/twin/one', '/twin/two'] }))
    site.set('/twin/one', pageWith('One', { text: 'The very same words stand on both of these pages.' }))
    site.set('/twin/two', pageWith('Two', { text: 'The very same words stand on both of these pages.', links: ['/twin/behind'] }))
    site.set('/twin/behind', pageWith('Behind'))
    const person = await app.signUp()
    const crawl = await walk(person, site, '/twin')
    expect(pathsOf(site, crawl)).toEqual(['/twin', '/twin/one', '/twin/behind'])
    expect(crawl.skipped).toEqual([
      { url: `${site.origin}/twin/two`, reason: 'duplicate', detail: `The same text as ${site.origin}/twin/one` },
    ])
    expect(await credits(person)).toBe(27)
  })

  it('is not folded when the language differs', async () => {
    site.set('/code', pageWith('Code', { links: ['/code/en', '/code/de'] }))
    const text = 'const answer = 42; print(answer); exit(0); // 1 2 3 4 5 6 7 8 9'
    site.set('/code/en', pageWith('Same', { text }))
    site.set('/code/de', pageWith('Same', { text, lang: 'de' }))
    expect(pathsOf(site, await walk(await app.signUp(), site, '/code'))).toEqual(['/code', '/code/en', '/code/de'])
  })
})

describe('a canonical address', () => {
  const long = Array.from({ length: 60 }, (_, index) => `Step ${index} of ${index * 7} is told in words of its own.`).join(' ')
  const canonical = (path: string) => `<link rel="canonical" href="${path}">`

  it('folds a page into the one that it names, when both say nearly the same', async () => {
    site.set('/canon', pageWith('Canon', { links: ['/canon/real', '/canon/print'] }))
    site.set('/canon/real', pageWith('Real', { text: long, head: canonical('/canon/real') }))
    site.set('/canon/print', pageWith('Print', { text: `${long} Printed today.`, head: canonical('/canon/real') }))
    const crawl = await walk(await app.signUp(), site, '/canon')
    expect(pathsOf(site, crawl)).toEqual(['/canon', '/canon/real'])
    expect(crawl.skipped).toMatchObject([{ reason: 'duplicate', detail: `The same text as ${site.origin}/canon/real` }])
  })

  it('that is not read yet is queued, and folds when it says nearly the same', async () => {
    site.set('/later', pageWith('Later', { links: ['/later/print'] }))
    site.set('/later/print', pageWith('Print', { text: `${long} Printed today.`, head: canonical('/later/real') }))
    site.set('/later/real', pageWith('Real', { text: long, head: canonical('/later/real') }))
    const crawl = await walk(await app.signUp(), site, '/later')
    expect(pathsOf(site, crawl)).toEqual(['/later', '/later/print'])
    expect(crawl.skipped).toEqual([
      { url: `${site.origin}/later/real`, reason: 'duplicate', detail: `The same text as ${site.origin}/later/print` },
    ])
  })

  it('that has another text folds nothing: a whole site may name its front page', async () => {
    site.set('/wrong', pageWith('Wrong', { links: ['/wrong/a', '/wrong/b'], head: canonical('/wrong') }))
    site.set('/wrong/a', pageWith('First', { head: canonical('/wrong') }))
    site.set('/wrong/b', pageWith('Second', { head: canonical('/wrong') }))
    const crawl = await walk(await app.signUp(), site, '/wrong')
    expect(pathsOf(site, crawl)).toEqual(['/wrong', '/wrong/a', '/wrong/b'])
    expect(crawl.skipped).toEqual([])
  })

  it('never folds a translation', async () => {
    site.set('/lang', pageWith('Lang', { links: ['/lang/en', '/lang/de'] }))
    site.set('/lang/en', pageWith('Same', { text: long, head: canonical('/lang/en') }))
    site.set('/lang/de', pageWith('Same', { text: `${long} Übersetzt.`, lang: 'de', head: canonical('/lang/en') }))
    expect(pathsOf(site, await walk(await app.signUp(), site, '/lang'))).toEqual(['/lang', '/lang/en', '/lang/de'])
  })

  it('never folds what a page names as its other languages or countries, unless the text is the same', async () => {
    site.set('/lands', pageWith('Lands', { links: ['/lands/us', '/lands/gb'] }))
    const head = '<link rel="alternate" hreflang="en-us" href="/lands/us"><link rel="alternate" hreflang="en-gb" href="/lands/gb">'
    site.set('/lands/us', pageWith('Same', { text: `${long} The color.`, head }))
    site.set('/lands/gb', pageWith('Same', { text: `${long} The colour.`, head: head + canonical('/lands/us') }))
    expect(pathsOf(site, await walk(await app.signUp(), site, '/lands'))).toEqual(['/lands', '/lands/us', '/lands/gb'])
  })
})
