/**
 * Bench: how long the Found Pages panel takes from a key or click to the next frame, with 1,000 pages in Chromium.
 *   npm run e2e once (it builds the web app), then CHROMIUM_PATH=… node bench/tree.ts [--rounds 9] [--slowdown 1]
 * Each action is done by real input; what is printed is the browser's own event timing (in steps of 8 ms, nothing
 * below 16 ms is reported), and the longest task while 1,000 pages are downloaded.
 */
import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import { enter } from '#e2e/person.ts'
import { startServer } from '#test/running-server.ts'
import { manyPages, showCrawl } from '#e2e/many-pages.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' }, slowdown: { type: 'string', default: '1' } } })
const rounds = Number(values.rounds)

const server = await startServer()
const browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'], args: ['--no-sandbox', '--disable-dev-shm-usage'] })
try {
  const page = await browser.newPage({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
  await enter(page, server, 'bench@example.org')
  await showCrawl(page, manyPages(1_000))
  const slow = await page.context().newCDPSession(page)
  await slow.send('Emulation.setCPUThrottlingRate', { rate: Number(values.slowdown) })
  await page.evaluate(recordEvents)

  const tree = page.getByRole('tree')
  const button = (name: RegExp) => page.getByRole('button', { name }).first()
  const press = (keys: string) => async () => {
    await tree.focus()
    await page.keyboard.press(keys)
  }
  const filter = page.getByRole('searchbox', { name: 'Filter pages' })
  const hasFilter = (await filter.count()) > 0

  console.log('| action | middle ms | worst ms |')
  console.log('|---|---|---|')
  await measure(page, 'tick a page by mouse', () => tree.getByRole('checkbox').nth(4).click())
  await measure(page, 'tick by Space', press(' '))
  await measure(page, 'tick 1,000 pages by Shift+Space', press('Shift+Space'))
  await measure(page, 'Select all', () => button(/^Select all/).click())
  await measure(page, 'Select none', () => button(/^Select none/).click())
  await measure(page, 'collapse and expand the root', async () => {
    await tree.getByRole('button', { name: /^(Collapse|Expand)/ }).first().click()
  })
  if (hasFilter) {
    await measure(page, 'Collapse all', () => button(/^Collapse all/).click())
    await measure(page, 'Expand all', () => button(/^Expand all/).click())
  }
  await measure(page, 'arrow down', press('ArrowDown'))
  await measure(page, 'End', press('End'))
  await measure(page, 'Home', press('Home'))
  await measure(page, 'More… by Enter', press('Enter'))
  if (hasFilter) {
    for (const letter of 'chapter 77') {
      await measure(page, `filter, “${letter}”`, async () => {
        await filter.focus()
        await page.keyboard.press(letter === ' ' ? 'Space' : letter)
      }, 1)
    }
    await measure(page, 'filter, a letter less', async () => {
      await filter.focus()
      await page.keyboard.press('Backspace')
    }, 9)
    await filter.fill('')
  }
  await page.getByRole('button', { name: 'Select all' }).click()
  await page.waitForTimeout(1_500)
  await page.evaluate(() => void (window.measured.tasks = []))
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Crawled Data' }).click()
  await downloading
  await page.waitForTimeout(300)
  const tasks = await page.evaluate(() => window.measured.tasks)
  console.log(`| download, longest task | ${Math.round(Math.max(0, ...tasks))} | ${tasks.length} tasks over 50 ms |`)
} finally {
  await browser.close()
  await server.close()
}

declare global {
  interface Window {
    measured: { events: number[]; tasks: number[] }
  }
}

/** Runs in the page: every event's time to the next frame, and every long task. */
function recordEvents() {
  window.measured = { events: [], tasks: [] }
  const durations = (list: PerformanceObserverEntryList) => list.getEntries().map((entry) => entry.duration)
  new PerformanceObserver((list) => window.measured.events.push(...durations(list))).observe({
    type: 'event',
    durationThreshold: 16,
  } as PerformanceObserverInit)
  new PerformanceObserver((list) => window.measured.tasks.push(...durations(list))).observe({ type: 'longtask' })
}

async function measure(page: Page, name: string, act: () => Promise<void>, times = rounds) {
  const worst: number[] = []
  for (let round = 0; round < times; round++) {
    await page.evaluate(() => void (window.measured.events = []))
    await act()
    // Saving the selection follows half a second later and is no part of the answer to the key.
    await page.waitForTimeout(700)
    worst.push(Math.max(0, ...(await page.evaluate(() => window.measured.events))))
  }
  worst.sort((a, b) => a - b)
  const words = (ms: number | undefined) => (ms ? String(Math.round(ms)) : 'under 16')
  console.log(`| ${name} | ${words(worst[Math.floor(worst.length / 2)])} | ${words(worst.at(-1))} |`)
}
