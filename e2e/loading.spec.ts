/** Script size, prerendering and layout shifts. */
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { crawlManual, signUp, saveChat } from './support/user.ts'
import { expect, test } from './test.ts'

// The first load of a visitor, with an empty cache.
test.use({ ownContext: true })

const SCRIPT_BYTES = 200_000

test('loads at most 200 kB of compressed script on the first screen, with Brotli and with gzip', async ({ page }) => {
  const read: Promise<{ url: string; coding: string | undefined; gzip: number }>[] = []
  page.on('response', (response) => {
    const url = response.url()
    const coding = response.headers()['content-encoding']
    if (url.endsWith('.js'))
      read.push(response.body().then((body) => ({ url, coding, gzip: gzipSync(body, { level: 9 }).length })))
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect(page.getByRole('button', { name: 'Try it on our manual' })).toBeVisible()
  const scripts = await Promise.all(read)
  const loaded = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ encodedBodySize }) => encodedBodySize),
  )
  const sum = (sizes: number[]) => sizes.reduce((all, size) => all + size, 0)
  const largest = scripts.toSorted((a, b) => b.gzip - a.gzip)[0]
  expect(largest?.coding, 'scripts are compressed').toBe('br')
  const each = scripts.map(({ url, gzip }) => `${url} ${gzip}`).join('\n')
  expect(sum(loaded), each).toBeLessThan(SCRIPT_BYTES)
  expect(sum(scripts.map(({ gzip }) => gzip)), each).toBeLessThan(SCRIPT_BYTES)
})

test('prerenders the first screen in the requested language and keeps text typed before the script loads', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ baseURL: server.url, locale: 'de-DE' })
  try {
    const page = await context.newPage()
    await page.addInitScript(recordShifts)
    const refusals: string[] = []
    page.on('console', (message) => /Content Security Policy/.test(message.text()) && refusals.push(message.text()))
    page.on('pageerror', (error) => refusals.push(error.message))
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(/\.(js|woff2)$/, async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fragen an jede Website. Antworten mit Beleg.')
    const address = page.getByLabel('Website-Adresse')
    await address.pressSequentially('docs.example.org')
    release()
    await expect(page.getByRole('button', { name: 'Mit dem Handbuch testen' })).toBeVisible()
    await expect(address, 'there is one form').toHaveValue('docs.example.org')
    await expect(address).toBeFocused()
    await expect(page.getByRole('button', { name: 'Crawl starten' })).toBeEnabled()
    expect(await page.evaluate(() => window.shifts)).toEqual([])
    expect(refusals, 'React hydrates the prerendered screen').toEqual([])
  } finally {
    await context.close()
  }
})

for (const [name, viewport] of [
  ['a wide screen', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const) {
  test(`loads every screen without layout shifts and transitions on ${name}`, async ({ page, server }) => {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.addInitScript(recordShifts)
    await page.addInitScript(recordTransitions)
    await page.addInitScript(recordSlowFormats)
    await expectStill(page, '/', 'Ask a website. Check every answer.')
    const person = await signUp(page, server, `still-${viewport.width}@example.org`)
    await expectStill(page, '/', 'Ask a website. Check every answer.')
    const crawl = await crawlManual(person)
    const said = [
      { role: 'user', content: 'How many pages?' },
      { role: 'assistant', content: 'A free plan crawls 50 pages.' },
    ]
    const path = await saveChat(person, 'The manual', crawl.pages, said)
    const { body: chat } = await person.get(`/api${path}`)
    await expectStill(page, '/', 'Ask a website. Check every answer.')
    for (const [address, text] of [
      [`/?crawl=${crawl.id}`, /pages crawled from/],
      ['/chats', 'The manual'],
      [path, 'A free plan crawls 50 pages.'],
    ] as const) {
      await expectStill(page, address, text)
      expect.soft(await page.evaluate(() => window.slowFormats), `${address} opens without slow formats`).toEqual([])
    }
    await expectStill(page, `/notebooks/${chat.notebook_id}`, 'The manual')
    await expectStill(page, '/account', 'this session')
    await expectStill(page, '/usage', 'Sign-up credits')
    await expectStill(page, '/connect', 'curl')
  })
}

async function expectStill(page: Page, path: string, text: string | RegExp) {
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
  // The frames that render the last response.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect.soft(await page.evaluate(() => window.shifts), path).toEqual([])
  expect.soft(await page.evaluate(() => window.transitions), `${path}: transitions`).toEqual([])
}

declare global {
  interface Window {
    shifts: string[]
    transitions: string[]
    slowFormats: string[]
  }
}

/**
 * Runs in the page. Records uses of the browser's formats for dates and numbers, the first of which takes up to 30 ms.
 */
function recordSlowFormats() {
  window.slowFormats = []
  record(Intl.NumberFormat, 'supportedLocalesOf')
  for (const prototype of [Date.prototype, Number.prototype]) record(prototype, 'toLocaleString')
  for (const name of ['DateTimeFormat', 'NumberFormat'] as const) record(Intl, name)

  function record<Name extends string>(owner: Record<Name, unknown>, name: Name) {
    owner[name] = new Proxy(owner[name] as CallableFunction, {
      apply: (target, self, values) => (window.slowFormats.push(name), Reflect.apply(target, self, values)),
      construct: (target, values) => (window.slowFormats.push(name), Reflect.construct(target, values)),
    })
  }
}

/** Runs in the page. Records every layout shift without recent input: which element moved, from where to where. */
function recordShifts() {
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & LayoutShift)[]) {
      if (!entry.hadRecentInput) window.shifts.push(`${entry.value.toFixed(4)}: ${entry.sources.map(moved).join('; ')}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })

  type LayoutShift = { value: number; hadRecentInput: boolean; sources: Source[] }
  type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }
  function moved({ node, previousRect, currentRect }: Source) {
    const box = (rect: DOMRectReadOnly) => [rect.x, rect.y, rect.width, rect.height].map(Math.round).join(',')
    const element = node instanceof Element ? node : node?.parentElement
    return `${element?.outerHTML.slice(0, 60) ?? 'gone'} from ${box(previousRect)} to ${box(currentRect)}`
  }
}

/** Runs in the page. Records what fades or moves without an action of the user. */
function recordTransitions() {
  window.transitions = []
  document.addEventListener('transitionrun', ({ propertyName, target }) => {
    window.transitions.push(
      `${propertyName}: ${target instanceof Element ? target.outerHTML.slice(0, 80) : 'document'}`,
    )
  })
}
