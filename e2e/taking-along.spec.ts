/** What leaves a chat with its person: the exported file, the share link. */
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import type { Client } from '#test/client.ts'
import { expectNoViolation } from './axe.ts'
import { crawlManual, enter, saveChat } from './person.ts'
import { expect, test } from './test.ts'

/** A saved chat in which one question about our manual was answered. */
async function answeredChat(person: Client, title: string) {
  const { pages } = await crawlManual(person, 4)
  await person.post('/api/knowledge', { pageIds: pages.map(({ id }) => id) })
  const path = await saveChat(person, title, pages)
  await person.put(`/api${path}/pages`, { crawled_pages: pages.map(({ id }) => id), selected_pages: pages.map(({ id }) => id) })
  await person.stream(`/api${path}/messages`, { question: 'How many pages does the free plan crawl?' })
  return path
}

async function download(page: Page, act: () => Promise<void>) {
  const [file] = await Promise.all([page.waitForEvent('download'), act()])
  const name = file.suggestedFilename()
  const path = test.info().outputPath(name)
  await file.saveAs(path)
  return { name, path, text: await readFile(path, 'utf8') }
}

test('a chat is taken along in three formats, by keys alone', async ({ page, server, browser }) => {
  const person = await enter(page, server, 'export@example.org')
  await page.goto(await answeredChat(person, 'Free: how much?'))
  const menu = page.getByRole('button', { name: 'Export chat' })
  const choose = async (presses: number) => {
    await menu.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Markdown (.md)' })).toBeFocused()
    for (let press = 0; press < presses; press++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  }
  const markdown = await download(page, () => choose(0))
  expect(markdown.name).toBe('Free how much.md')
  expect(markdown.text).toMatch(/^\[\^2-1\]: “.+”, .+, <http:.*>, crawled on \d{4}-\d\d-\d\d\.$/m)
  const html = await download(page, () => choose(1))
  expect(html.name).toBe('Free how much.html')
  const json = await download(page, () => choose(2))
  expect(json.name).toBe('Free how much.json')
  expect(JSON.parse(json.text).messages[1].footnotes[0]).toMatchObject({ marker: 1, verified: true })

  const context = await browser.newContext({ offline: true })
  const file = await context.newPage()
  await file.goto(pathToFileURL(html.path).href)
  await expectNoViolation(file, 'the exported page')
  await file.getByRole('link', { name: '1', exact: true }).first().click()
  await expect(file.locator('#note-2-1 q')).toBeVisible()
  await context.close()
})

test('an export that fails says so and is tried again', async ({ page, server }) => {
  const person = await enter(page, server, 'export-fails@example.org')
  await page.goto(await saveChat(person, 'Taken', []))
  await page.route('**/export?*', (route) => route.abort())
  await page.getByRole('button', { name: 'Export chat' }).click()
  await page.getByRole('menuitem', { name: 'Web page (.html)' }).click()
  await expect(page.getByText('Failed to download data. Please try again.')).toBeVisible()
  await page.unroute('**/export?*')
  const again = await download(page, () => page.getByRole('button', { name: 'Try Again' }).click())
  expect(again.name).toBe('Taken.html')
  await expect(page.getByText('Failed to download data. Please try again.')).toBeHidden()
})
