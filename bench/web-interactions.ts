/**
 * From a key or click to the next frame, with 1,000 pages and 500 messages, by the browser's own event timing: in steps of
 * 8 ms, and what took less than 16 ms is not told. What INP says of a visit is about the worst of its interactions.
 */
import type { Page } from '@playwright/test'
import { manyPages, showCrawl } from '#e2e/many-pages.ts'
import { saveChat } from '#e2e/person.ts'
import type { Client } from '#test/client.ts'

export async function measureInteractions(page: Page, person: Client) {
  await page.addInitScript(recordInteractions)
  console.log('\n| interaction | until the next frame, ms: middle | worst |')
  console.log('|---|---|---|')
  await inTheTree(page)
  await inTheChat(page, person)
}

async function inTheTree(page: Page) {
  await showCrawl(page, manyPages(1_000))
  const tree = page.getByRole('tree')
  const tick = () => tree.getByRole('checkbox').nth(4).click()
  const fold = () => tree.getByRole('button', { name: /^(Collapse|Expand)/ }).first().click()
  await measure(page, '1,000 pages: tick a page', tick)
  await measure(page, '1,000 pages: select all', () => page.getByRole('button', { name: 'Select all' }).click())
  await measure(page, '1,000 pages: collapse the root', fold, 10)
  const filter = page.getByRole('searchbox', { name: 'Filter pages' })
  await filter.focus()
  await measure(page, '1,000 pages: a letter in the filter', () => page.keyboard.press('c'))
  await filter.fill('')
  await page.getByRole('button', { name: /^Topics of/ }).click()
  await measure(page, '1,000 pages: tick with the topics open', tick)
  await measure(page, '1,000 pages: open the site map', async () => {
    await page.getByRole('button', { name: 'Site map' }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })
}

async function inTheChat(page: Page, person: Client) {
  const said = Array.from({ length: 500 }, (_, at) => ({
    role: at % 2 ? 'assistant' : 'user',
    content: at % 2 ? `Answer ${at} stands on **this** [1].\n\n- one\n- two` : `Question ${at}?`,
  }))
  await page.goto(await saveChat(person, 'A long chat', [], said))
  const messages = page.getByRole('region', { name: 'Messages' })
  await messages.getByText('Answer 499 stands on').waitFor()
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
  const words = (ms: number | undefined) => (ms ? String(Math.round(ms)) : 'under 16')
  const sorted = frames.toSorted((a, b) => a - b)
  console.log(`| ${name} | ${words(sorted[Math.floor(times / 2)])} | ${words(sorted.at(-1))} |`)
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
    // The threshold stands in the specification, not yet in TypeScript's types.
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}
