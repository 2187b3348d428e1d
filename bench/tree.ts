/**
 * Bench: interaction latency of the Found Pages panel with 1,000 pages in Chromium.
 *   Build the web app (node scripts/build-web.mjs), then CHROMIUM_PATH=… node bench/tree.ts [--rounds 9] [--slowdown 1]
 * Uses real input. Prints the browser's event timing (8 ms resolution, 16 ms minimum), the CPU time of the main thread
 * until the second frame, which does not depend on other load, and the longest task during a download of 1,000 pages.
 */
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { signUp } from '#e2e/support/user.ts'
import { startServer } from '#test/running-server.ts'
import { fakeCrawl, showCrawl } from '#e2e/support/fake-crawl.ts'
import { median } from './median.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '9' }, slowdown: { type: 'string', default: '1' } },
})
const rounds = Number(values.rounds)

const server = await startServer()
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'],
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
try {
  const page = await browser.newPage({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
  await signUp(page, server, 'bench@example.org')
  await showCrawl(page, fakeCrawl(1_000))
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: Number(values.slowdown) })
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
  /** The CPU time of the main thread so far, in milliseconds. */
  const cpuTime = async () => {
    const { metrics } = await devTools.send('Performance.getMetrics')
    return 1_000 * (metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? 0)
  }
  await page.evaluate(recordEvents)

  async function measure(name: string, act: () => Promise<void>, times = rounds) {
    const frames: number[] = []
    const cpu: number[] = []
    for (let round = 0; round < times; round++) {
      await page.evaluate(() => void (window.measured.events = []))
      const before = await cpuTime()
      await act()
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
      cpu.push((await cpuTime()) - before)
      // The selection is saved half a second later, which must not count toward the next action.
      await page.waitForTimeout(700)
      frames.push(Math.max(0, ...(await page.evaluate(() => window.measured.events))))
    }
    const format = (ms: number) => (ms > 0 ? String(Math.round(ms)) : 'under 16')
    console.log(`| ${name} | ${format(median(frames))} | ${format(Math.max(...frames))} | ${Math.round(median(cpu))} |`)
  }

  const tree = page.getByRole('tree')
  const button = (name: RegExp) => page.getByRole('button', { name }).first()
  const press = (keys: string) => async () => {
    await tree.focus()
    await page.keyboard.press(keys)
  }
  const filter = page.getByRole('searchbox', { name: 'Filter pages' })
  const hasFilter = (await filter.count()) > 0

  console.log('| action | next frame, median ms | worst ms | CPU, median ms |')
  console.log('|---|---|---|---|')
  await measure('select a page by mouse', () => tree.getByRole('checkbox').nth(4).click())
  await measure('select by Space', press(' '))
  await measure('select 1,000 pages by Shift+Space', press('Shift+Space'))
  await measure('Select all', () => button(/^Select all/).click())
  await measure('Clear selection', () => button(/^Select none/).click())
  await measure('collapse and expand the root', async () => {
    await tree
      .getByRole('button', { name: /^(Collapse|Expand)/ })
      .first()
      .click()
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
      await measure(
        `filter, “${letter}”`,
        async () => {
          await filter.focus()
          await page.keyboard.press(letter === ' ' ? 'Space' : letter)
        },
        1,
      )
    }
    await measure(
      'filter, Backspace',
      async () => {
        await filter.focus()
        await page.keyboard.press('Backspace')
      },
      9,
    )
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

/** Runs in the page. Records each event's time to the next frame, and each long task. */
function recordEvents() {
  window.measured = { events: [], tasks: [] }
  const durations = (list: PerformanceObserverEntryList) => list.getEntries().map((entry) => entry.duration)
  new PerformanceObserver((list) => window.measured.events.push(...durations(list))).observe({
    type: 'event',
    durationThreshold: 16,
  } as PerformanceObserverInit)
  new PerformanceObserver((list) => window.measured.tasks.push(...durations(list))).observe({ type: 'longtask' })
}
