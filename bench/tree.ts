/**
 * Bench: how long the Found Pages panel takes from a key or click to the next frame, with 1,000 pages in Chromium.
 *   npm run e2e once (it builds the web app), then CHROMIUM_PATH=… node bench/tree.ts [--rounds 9] [--slowdown 1]
 * Each action is done by real input. Printed are the browser's own event timing (in steps of 8 ms, nothing below 16 ms
 * is reported), the processor time of the page's main thread until the second frame after, which a busy machine does
 * not lengthen, and the longest task while 1,000 pages are downloaded.
 */
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
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
  await slow.send('Performance.enable', { timeDomain: 'threadTicks' })
  /** Milliseconds of processor time that the main thread has spent so far. */
  const spent = async () => {
    const { metrics } = await slow.send('Performance.getMetrics')
    return 1_000 * (metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? 0)
  }
  await page.evaluate(recordEvents)

  async function measure(name: string, act: () => Promise<void>, times = rounds) {
    const frames: number[] = []
    const processor: number[] = []
    for (let round = 0; round < times; round++) {
      await page.evaluate(() => void (window.measured.events = []))
      const before = await spent()
      await act()
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
      processor.push((await spent()) - before)
      // Saving the selection follows half a second later and is no part of the answer to the key.
      await page.waitForTimeout(700)
      frames.push(Math.max(0, ...(await page.evaluate(() => window.measured.events))))
    }
    const words = (ms: number) => (ms > 0 ? String(Math.round(ms)) : 'under 16')
    console.log(`| ${name} | ${words(middle(frames))} | ${words(Math.max(...frames))} | ${Math.round(middle(processor))} |`)
  }

  const tree = page.getByRole('tree')
  const button = (name: RegExp) => page.getByRole('button', { name }).first()
  const press = (keys: string) => async () => {
    await tree.focus()
    await page.keyboard.press(keys)
  }
  const filter = page.getByRole('searchbox', { name: 'Filter pages' })
  const hasFilter = (await filter.count()) > 0

  console.log('| action | to the next frame, middle ms | worst ms | processor, middle ms |')
  console.log('|---|---|---|---|')
  await measure('tick a page by mouse', () => tree.getByRole('checkbox').nth(4).click())
  await measure('tick by Space', press(' '))
  await measure('tick 1,000 pages by Shift+Space', press('Shift+Space'))
  await measure('Select all', () => button(/^Select all/).click())
  await measure('Select none', () => button(/^Select none/).click())
  await measure('collapse and expand the root', async () => {
    await tree.getByRole('button', { name: /^(Collapse|Expand)/ }).first().click()
  })
  if (hasFilter) {
    await measure('Collapse all', () => button(/^Collapse all/).click())
    await measure('Expand all', () => button(/^Expand all/).click())
  }
  await measure('arrow down', press('ArrowDown'))
  await measure('End', press('End'))
  await measure('Home', press('Home'))
  await measure('More… by Enter', press('Enter'))
  if (hasFilter) {
    for (const letter of 'chapter 77') {
      await measure(`filter, “${letter}”`, async () => {
        await filter.focus()
        await page.keyboard.press(letter === ' ' ? 'Space' : letter)
      }, 1)
    }
    await measure('filter, a letter less', async () => {
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
  console.log(`| download, longest task | ${Math.round(Math.max(0, ...tasks))} | ${tasks.length} over 50 ms | |`)
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

function middle(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
