import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { skipReasonTexts } from '#shared/crawl/crawls.ts'
import { userLimits, planLimits } from '#shared/limits.ts'
import { plans } from '#shared/plans.ts'
import { listSettings } from '#server/platform/environment.ts'
import { asides, contents } from './contents.ts'
import { createManual, renderManual } from './create-manual.ts'
import { helpRoutes } from './help-routes.ts'

const manual = createManual()
const everyPage = renderManual()
const isGerman = (path: string) => /^\/help\/de([/#]|$)/.test(path)
const isAside = (path: string) => asides.some((each) => each.path === path.replace('/help/de', '/help'))
const pages = new Map([...everyPage].filter(([path]) => !isGerman(path) && !isAside(path)))
const germanPages = new Map([...everyPage].filter(([path]) => isGerman(path) && !isAside(path)))
const links = (html: string) => [...html.matchAll(/<a\b[^>]*\bhref="([^"]+)"/g)].map(([, href]) => String(href))
const articleOf = (html: string) => /<article>([\s\S]*)<\/article>/.exec(html)?.[1] ?? ''

describe('the free plan can crawl the whole manual', () => {
  test('it has at most as many pages as the plan allows', () => {
    expect(pages.size).toBeLessThanOrEqual(plans.free.maxPagesPerCrawl)
  })

  test('every page is linked from the text of the start page', () => {
    const reached = links(articleOf(pages.get('/help') ?? ''))
    expect([...pages.keys()].filter((path) => path !== '/help' && !reached.includes(path))).toEqual([])
  })

  test('a crawl of ten pages reads no page beside them, because the start page links all ten and no other', () => {
    expect(links(pages.get('/help') ?? '').filter(isAside)).toEqual([])
    const linked = new Set([...everyPage.values()].flatMap(links))
    expect([...everyPage.keys()].filter(isAside).filter((path) => !linked.has(path))).toEqual([])
  })

  test('its paths have at most three levels and no excluded segment', () => {
    const excluded = /^(api|login|logout|auth|account|admin|static|assets|cdn|img|images|js|css|fonts)$/
    for (const path of [...pages.keys(), ...asides.map(({ path: aside }) => aside)]) {
      const segments = path.split('/').filter(Boolean)
      expect(segments.length).toBeLessThanOrEqual(3)
      expect(segments.filter((segment) => excluded.test(segment))).toEqual([])
    }
  })
})

test('a crawl of the German start page stays within the free plan and reaches every German page', () => {
  const reached = links(articleOf(germanPages.get('/help/de') ?? ''))
  expect(germanPages.size).toBeLessThanOrEqual(plans.free.maxPagesPerCrawl)
  expect([...germanPages.keys()].filter((path) => path !== '/help/de' && !reached.includes(path))).toEqual([])
  expect(links(germanPages.get('/help/de') ?? '').filter(isAside)).toEqual([])
})

test('every link of a German page stays in German', () => {
  const german = [...everyPage].filter(([path]) => isGerman(path)).map(([, html]) => html)
  expect(german.flatMap(links).filter((href) => href.startsWith('/help') && !isGerman(href))).toEqual([])
})

test('no English page links to a German one, which a crawl of ten pages would read instead', () => {
  expect([...pages.values()].flatMap(links).filter(isGerman)).toEqual([])
})

test('offers the same page in the other language', () => {
  expect(pages.get('/help/crawling')).toContain(
    '<form action="/help/de/crawling"><button class="plain" lang="de">Deutsch',
  )
  expect(germanPages.get('/help/de/crawling')).toContain('<form action="/help/crawling">')
  expect(germanPages.get('/help/de')).toContain('<html lang="de">')
})

test('finds the sections that contain every word, those with the words in a heading first', () => {
  const bodyOf = (path: string, query: string) => String(manual.page(path, query)?.body)
  expect(links(articleOf(bodyOf('/help/search', 'STOP crawl')))[0]).toBe('/help/crawling#stop-a-crawl')
  expect(bodyOf('/help/search', 'zebra <b>')).toContain('Nothing found for “zebra &lt;b&gt;”')
  expect(links(articleOf(bodyOf('/help/de/search', 'Seitenlimit')))[0]).toMatch(/^\/help\/de/)
})

test.each([...everyPage])('every link of %s leads to an existing page and section', (_path, html) => {
  const broken = links(html).filter((href) => {
    const [path = '', section] = decodeURIComponent(href).split('#')
    const target = path === '' ? html : path === '/' ? '' : everyPage.get(path)
    return target === undefined || (section && !target.includes(`id="${section}"`))
  })
  expect(broken).toEqual([])
})

test.each([...everyPage])(
  '%s has one heading of the first level, a description and no script or inline style',
  (_path, html) => {
    expect(html.match(/<h1>/g)).toHaveLength(1)
    expect(html).toMatch(/<meta name="description" content="[^"]{40,}"/)
    expect(html).not.toMatch(/<script|style="|<style|onclick/)
  },
)

test.each(['/help', '/help/de'])('a search at %s finds the pages about providers', (start) => {
  const { body } = manual.page(`${start}/search`, 'vllm serve') ?? { body: '' }
  expect(links(articleOf(String(body)))).toContain(`${start}/models/vllm`)
})

test('each page about a provider shows a picture, which is served', () => {
  for (const path of [...everyPage.keys()].filter(isAside).filter((each) => !each.endsWith('/models'))) {
    const [, picture = ''] = /<img src="([^"]+)"/.exec(articleOf(everyPage.get(path) ?? '')) ?? []
    const { pathname } = new URL(picture, `http://any-host${path}`)
    expect(pathname).toBe(`/help/pictures/${path.split('/').at(-1)}.webp`)
    expect(manual.page(pathname)).toMatchObject({
      status: 200,
      contentType: 'image/webp',
    })
  }
})

test('every Markdown file of the manual is in the contents', () => {
  const files = readdirSync('manual', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'))
  const known = [...contents, ...asides].map(({ file }): string => file)
  expect(files.toSorted()).toEqual([...known, ...known.map((file) => `de/${file}`)].toSorted())
})

test('the manual explains every skip reason in the words of the list', () => {
  const page = (pages.get('/help/crawling/skipped-addresses') ?? '').replaceAll('&#39;', "'")
  for (const words of Object.values(skipReasonTexts)) expect(page).toContain(`${words}.`)
})

test('the manual and the example file name every setting, and no other', () => {
  const known = listSettings().map(({ name }) => name)
  for (const file of ['manual/running/settings.md', 'manual/de/running/settings.md']) {
    const named = new Set([...readFileSync(file, 'utf8').matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name))
    expect({ file, named: [...named].toSorted() }).toEqual({ file, named: known.toSorted() })
  }
  const example = [...readFileSync('.env.example', 'utf8').matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name)
  expect(known.length).toBeGreaterThan(20)
  expect(example.toSorted()).toEqual(known.toSorted())
})

test('the manual gives the enforced limits of the plans', () => {
  const page = pages.get('/help/plans') ?? ''
  for (const plan of Object.values(plans)) {
    for (const number of [plan.credits, plan.maxPagesPerCrawl, plan.maxDepth]) {
      expect(page).toContain(`<td>${number.toLocaleString('en')}</td>`)
    }
  }
})

test('the manual gives the enforced limits per user', () => {
  const page = pages.get('/help/plans') ?? ''
  for (const { unfinishedCrawls, answersAtOnce, questionsWaiting, questionsPerMinute } of Object.values(planLimits)) {
    const cells = [unfinishedCrawls, answersAtOnce, questionsWaiting, questionsPerMinute].map(
      (number) => `<td>${number}</td>`,
    )
    expect(page.replaceAll('\n', '')).toContain(cells.join(''))
  }
  expect(page).toContain(`previewed ${userLimits.previewsPerMinute} times in a minute`)
})

test('serves pages with and without a trailing slash, and the style sheet, but nothing else', () => {
  expect(manual.page('/help')?.contentType).toBe('text/html; charset=utf-8')
  expect(manual.page('/help/')?.body).toBe(manual.page('/help')?.body)
  expect(manual.page('/help/style.css')?.contentType).toBe('text/css; charset=utf-8')
  expect(manual.page('/help/../package.json')).toBeNull()
  expect(manual.page('/help/nothing')).toBeNull()
  const missing = manual.missingPage('/help/nothing')
  expect(missing).toContain('<h1>This page of the manual doesn’t exist.</h1>')
  expect(missing, 'with the navigation').toContain('<a href="/help/crawling">')
  expect(manual.missingPage('/help/de/nichts')).toContain('<h1>Diese Seite des Handbuchs existiert nicht.</h1>')
})

test('every picture of a page is served, and every file is used', () => {
  const used = [...everyPage].flatMap(([path, html]) =>
    Array.from(
      articleOf(html).matchAll(/<img src="([^"]+)" alt="[^"]{20,}">/g),
      ([, src = '']) => new URL(src, `http://any-host${path}`).pathname,
    ),
  )
  expect([...everyPage.values()].join('').split('<img ').length - 1 - everyPage.size).toBe(used.length)
  expect(used.filter((path) => !manual.page(path)?.contentType.startsWith('image/'))).toEqual([])
  const files = readdirSync('manual/pictures').map((name) => `/help/pictures/${name}`)
  expect([...new Set(used)].toSorted()).toEqual(files.toSorted())
})

test('redirects the address of a page that became a section to that section', async () => {
  for (const path of ['/help/asking/citations', '/help/de/asking/citations/']) {
    const response = await helpRoutes.request(path)
    expect(response.status).toBe(301)
    const { pathname, hash } = new URL(response.headers.get('location') ?? '', 'http://any-host')
    expect(everyPage.get(pathname)).toContain(`id="${decodeURIComponent(hash.slice(1))}"`)
  }
})
