/** Chat export and share links. */
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import type { Client } from '#test/client.ts'
import { expectNoViolation } from './support/axe.ts'
import { crawlManual, signUp, saveChat } from './support/user.ts'
import { expect, test } from './test.ts'

/** Saves a chat with one answered question about the manual. */
async function answeredChat(person: Client, title: string) {
  const { pages } = await crawlManual(person, 4)
  await person.post('/api/knowledge', { pageIds: pages.map(({ id }) => id) })
  const path = await saveChat(person, title, pages)
  await person.put(`/api${path}/pages`, {
    crawled_pages: pages.map(({ id }) => id),
    selected_pages: pages.map(({ id }) => id),
  })
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

test('exports a chat in three formats by keyboard alone', async ({ page, server, browser }) => {
  const person = await signUp(page, server, 'export@example.org')
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
  expect(markdown.text).toMatch(/^\[\^2-1\]: Quoted: “.+”, .+, <http:.*>, crawled on \d{4}-\d\d-\d\d\.$/m)
  const html = await download(page, () => choose(1))
  expect(html.name).toBe('Free how much.html')
  const json = await download(page, () => choose(2))
  expect(json.name).toBe('Free how much.json')
  expect(JSON.parse(json.text).messages[1].footnotes[0]).toMatchObject({ marker: 1, state: 'quoted' })

  const context = await browser.newContext({ offline: true })
  const file = await context.newPage()
  await file.goto(pathToFileURL(html.path).href)
  await expectNoViolation(file, 'the exported page')
  await file.getByRole('link', { name: '1', exact: true }).first().click()
  await expect(file.locator('#note-2-1 q')).toBeVisible()
  await context.close()
})

test('reports an export that fails and tries again', async ({ page, server }) => {
  const person = await signUp(page, server, 'export-fails@example.org')
  await page.goto(await saveChat(person, 'Taken', []))
  await page.route('**/export?*', (route) => route.abort())
  // Its bar scrolls in a low window, and a menu in it would be cut.
  await page.setViewportSize({ width: 844, height: 390 })
  await page.getByRole('button', { name: 'Export chat' }).click()
  await expect(page.getByRole('menuitem', { name: 'JSON (.json)' })).toBeInViewport({ ratio: 1 })
  await page.getByRole('menuitem', { name: 'Web page (.html)' }).click()
  await expect(page.getByText('Failed to download data. Please try again.')).toBeVisible()
  await page.unroute('**/export?*')
  const again = await download(page, () => page.getByRole('button', { name: 'Try Again' }).click())
  expect(again.name).toBe('Taken.html')
  await expect(page.getByText('Failed to download data. Please try again.')).toBeHidden()
})

test('shares a chat by a link that works signed out until it is revoked', async ({ page, server, browser }) => {
  const person = await signUp(page, server, 'share@example.org')
  await page.goto(await answeredChat(person, 'To be read by friends'))
  await page.getByRole('button', { name: 'Share chat' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Share chat' })
  await expect(dialog.getByRole('button', { name: 'Create link' })).toBeFocused()
  await expect(dialog.getByText(/can read this chat, including later messages, without signing in\./)).toBeVisible()
  await page.keyboard.press('Enter')
  const link = await dialog.getByLabel('Link').inputValue()
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeFocused()
  await expectNoViolation(page, 'a new link')

  const context = await browser.newContext({ baseURL: server.url })
  const reader = await context.newPage()
  const asked: string[] = []
  reader.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await reader.goto(link)
  await expect(reader.getByRole('heading', { level: 1, name: 'To be read by friends' })).toBeVisible()
  const question = reader.getByRole('article', { name: 'Question' })
  await expect(question, 'not “You”').toHaveText('How many pages does the free plan crawl?')
  await reader
    .getByRole('button', { name: /^Citation 1:/ })
    .first()
    .focus()
  await reader.keyboard.press('Enter')
  const cited = reader.getByRole('dialog', { name: 'Cited sentence' })
  await expect(cited.locator('mark')).toContainText('10 pages')
  await expectNoViolation(reader, 'a cited sentence of a shared chat')
  await reader.keyboard.press('Escape')
  await expect(cited).toBeHidden()
  await expect(reader.getByRole('textbox')).toHaveCount(0)
  for (const action of ['Edit', 'Regenerate', 'Share', 'Export', 'Add']) {
    await expect(reader.getByRole('button', { name: new RegExp(action) })).toHaveCount(0)
  }
  expect(asked.filter((path) => /^\/api\/(pages|chats|crawls)/.test(path))).toEqual([])
  await expectNoViolation(reader, 'a shared chat')

  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByRole('button', { name: 'Share chat' }).click()
  await expect(dialog.getByText(/^Shared since/)).toBeVisible()
  await expect(dialog.getByLabel('Link'), 'the owner can see the link again').toHaveValue(link)
  await page.route('**/share', (route) => (route.request().method() === 'DELETE' ? route.abort() : route.continue()))
  await dialog.getByRole('button', { name: 'Revoke link' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Can’t reach Readback.')
  await page.unroute('**/share')
  await dialog.getByRole('button', { name: 'Revoke link' }).click()
  await expect(dialog.getByText('Link revoked. It no longer works.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Create link' })).toBeFocused()
  await expectNoViolation(page, 'a revoked link')
  expect((await reader.goto(link))?.status()).toBe(404)
  await expect(reader.getByText('This link no longer works.')).toBeVisible()
  await expectNoViolation(reader, 'a link that no longer works')
  await context.close()
})
