/**
 * Measures the time from input to the next frame with 1,000 pages and 500 messages, by the browser's event timing (8 ms
 * resolution, 16 ms minimum). INP is about the worst interaction of a visit.
 */
import type { Page } from '@playwright/test'
import { fakeCrawl, showCrawl } from '#e2e/support/fake-crawl.ts'
import { saveChat } from '#e2e/support/user.ts'
import type { Client } from '#test/client.ts'

/** `slowdown` divides the speed of the processor, as Lighthouse does for phones. */
export async function measureInteractions(page: Page, person: Client, slowdown: number) {
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript(recordInteractions)
  console.log('\n| interaction | until the next frame, ms: median | worst |')
  console.log('|---|---|---|')
  await measureTree(page)
  await measureChat(page, person)
}

async function measureTree(page: Page) {
  await showCrawl(page, fakeCrawl(1_000))
  const tree = page.getByRole('tree')
  const selectPage = () => tree.getByRole('checkbox').nth(4).click()
  const toggleRoot = () =>
    tree
      .getByRole('button', { name: /^(Collapse|Expand)/ })
      .first()
      .click()
  await measure(page, '1,000 pages: select a page', selectPage)
  await measure(page, '1,000 pages: select all', () =>
    page.getByRole('button', { name: 'Select all', exact: true }).click(),
  )
  await measure(page, '1,000 pages: collapse the root', toggleRoot, 10)
  const filter = page.getByRole('searchbox', { name: 'Filter pages' })
  await filter.focus()
  await measure(page, '1,000 pages: a letter in the filter', () => page.keyboard.press('c'))
  await filter.fill('')
  await page.getByRole('button', { name: /^Topics in/ }).click()
  await measure(page, '1,000 pages: select with the topics open', selectPage)
  await measure(page, '1,000 pages: open the site map', async () => {
    await page.getByRole('button', { name: 'Site map' }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })
}

async function measureChat(page: Page, person: Client) {
  const history = Array.from({ length: 500 }, (_, at) => ({
    role: at % 2 ? 'assistant' : 'user',
    content: at % 2 ? `Answer ${at} is based on **this** [1].\n\n- one\n- two` : `Question ${at}?`,
  }))
  await page.goto(await saveChat(person, 'A long chat', [], history))
  const messages = page.getByRole('region', { name: 'Messages' })
  await messages.getByText('Answer 499 is based on').waitFor()
  const earlier = messages.getByRole('button', { name: /^Show earlier messages/ })
  let shown = 40
  await measure(
    page,
    '500 messages: show 100 earlier',
    async () => {
      await earlier.click()
      shown = Math.min(500, shown + 100)
      await page.waitForFunction((count) => document.querySelectorAll('article').length >= count, shown)
    },
    5,
  )
  await page.getByPlaceholder('Type your message...').focus()
  await measure(page, '500 messages: a letter of a question', () => page.keyboard.press('q'))
  await measure(page, '500 messages: edit a question', async () => {
    await page.getByRole('button', { name: 'Edit and resend' }).last().click()
    await page.getByRole('button', { name: 'Cancel' }).last().click()
  })
}

async function measure(page: Page, name: string, act: () => Promise<void>, times = 9) {
  const frames: number[] = []
  for (let round = 0; round < times; round++) {
    await page.evaluate(() => void (window.interactions = []))
    await act()
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await page.waitForTimeout(300)
    frames.push(Math.max(0, ...(await page.evaluate(() => window.interactions))))
  }
  const format = (ms: number | undefined) => (ms ? String(Math.round(ms)) : 'under 16')
  const sorted = frames.toSorted((a, b) => a - b)
  console.log(`| ${name} | ${format(sorted[Math.floor(times / 2)])} | ${format(sorted.at(-1))} |`)
}

declare global {
  interface Window {
    interactions: number[]
  }
}

/** Runs in the page. */
function recordInteractions() {
  window.interactions = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
      if (entry.interactionId > 0) window.interactions.push(entry.duration)
    }
    // TypeScript's types lack durationThreshold.
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}
