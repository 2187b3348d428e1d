/** The Checks tab of a notebook. */
import { readFile } from 'node:fs/promises'
import { openWebsite } from '#test/website.ts'
import { expectNoViolation } from './support/axe.ts'
import { takeManualPicture } from './support/readme-picture.ts'
import { crawl, saveChat, signUp } from './support/user.ts'
import { openInApp } from './support/open-in-app.ts'
import { expect, test } from './test.ts'

const LIMIT = 'Uploads to the harbour archive are limited to 10 MB for each file.'
const CHANGED = 'Uploads to the harbour archive are limited to 25 MB for each file.'
const SUGGESTED = 'What are wick holders?'
const INSTEAD = 'An upload to the harbour archive may be as large as your plan allows.'
const LAMP =
  '<h2>Wick Holders</h2><p>Wick holders are small tubes of brass. A wick holder keeps the wick upright, so that the flame of the lamp stays even and does not blacken the glass.</p>'
const html = (text: string) =>
  `<html lang="en"><title>Limits</title><main><h1>Limits</h1><p>This page lists what is allowed. ${text}</p>${LAMP}</main></html>`

test('keeps an answer as a check, reports what changed on its page, and edits, imports and deletes checks [golden-2]', async ({
  page,
  server,
}) => {
  const client = await signUp(page, server, 'checks@example.org')
  const site = await openWebsite({ '/': html(LIMIT) })
  const { pages } = await crawl(client, { url: site.origin, maxPages: 1 })
  const path = await saveChat(client, 'Harbour', pages)
  const { notebooks } = (await client.get('/api/notebooks')).body

  await page.goto(`/notebooks/${notebooks[0].id}?tab=checks`)
  await expect(page.getByRole('heading', { name: 'No checks yet' })).toBeVisible()
  await expectNoViolation(page, 'no checks')

  // From a suggested question: the sentence that answers it is kept with it.
  await page.getByRole('button', { name: 'Suggest checks' }).click()
  await expect(page.getByRole('heading', { name: SUGGESTED })).toBeVisible()
  await expectNoViolation(page, 'suggested checks')
  await page.getByRole('button', { name: `Keep as a check: ${SUGGESTED}` }).click()
  await expect(page.getByText('Kept as a check')).toBeFocused()
  await page.getByRole('button', { name: `Delete “${SUGGESTED}”` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'No checks yet' })).toBeVisible()

  await client.post('/api/knowledge', { pageIds: [pages[0]?.id] })
  await openInApp(page, path)
  await page.getByPlaceholder('Type your message...').fill('How large may an upload to the harbour archive be?')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Keep as a check' }).click()
  const kept = page.getByRole('status').filter({ hasText: `Kept as a check of “${LIMIT}”` })
  await expect(kept).toBeFocused()
  await expect(kept.getByRole('link', { name: 'Checks' })).toHaveAttribute('href', /^\/notebooks\/.+\?tab=checks$/)

  await openInApp(page, `/notebooks/${notebooks[0].id}?tab=checks`)
  await page.getByRole('button', { name: 'Run checks' }).click()
  await expect(page.getByText('1 passed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Run checks' })).toBeFocused()
  await expectNoViolation(page, 'a passed check')

  site.set('/', html(CHANGED))
  await saveChat(client, 'Harbour again', (await crawl(client, { url: site.origin, maxPages: 1 })).pages)
  await page.getByRole('button', { name: 'Run checks' }).click()
  await expect(page.getByText('0 passed · 1 changed')).toBeVisible()
  await expect(page.getByRole('blockquote')).toHaveText([LIMIT, CHANGED])
  await expect(page.locator('blockquote mark')).toHaveText(['10', '25'])
  await expectNoViolation(page, 'a changed check')
  await page.getByText('Earlier runs').click()
  await expect(page.getByRole('table', { name: 'Checks that passed' }).getByRole('row')).toHaveCount(2)

  await page.getByRole('button', { name: /^Edit “How large/ }).click()
  await page.getByLabel('Sentence').fill(CHANGED)
  await page.getByLabel('Page').fill('limits')
  await page.getByRole('button', { name: 'Save check' }).click()
  await expect(page.getByLabel('Page')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Enter an address, or a path that starts with /.')).toBeVisible()
  await page.getByLabel('Page').fill('/')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: 'Run checks' }).click()
  await expect(page.getByText('Newly answered')).toBeVisible()

  // Gone from the page: the sentence of then beside what the page answers to the question now.
  site.set('/', html(INSTEAD))
  await saveChat(client, 'Harbour once more', (await crawl(client, { url: site.origin, maxPages: 1 })).pages)
  await site.close()
  await page.getByRole('button', { name: 'Run checks' }).click()
  await expect(page.getByText('0 passed · 1 not found')).toBeVisible()
  await expect(page.getByRole('blockquote')).toHaveText([CHANGED, INSTEAD])
  await expect(page.getByText('What the pages answer now')).toBeVisible()
  await expectNoViolation(page, 'a lost check')
  await takeManualPicture(page, 'checks')

  await page.getByRole('button', { name: 'Export file' }).click()
  await page.getByLabel('Site', { exact: true }).fill('docs.example.org')
  await page.getByRole('button', { name: 'Download file' }).click()
  await expect(page.getByLabel('Site', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Enter an address that starts with http:// or https://.')).toBeVisible()
  await page.getByLabel('Site', { exact: true }).fill('https://docs.example.org/')
  await page.getByLabel('Maximum pages').fill('200')
  await expectNoViolation(page, 'the export dialog')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download file' }).click()
  const exported = await readFile(await (await download).path(), 'utf8')
  expect(exported).toMatch(/^site: https:\/\/docs\.example\.org\/\npages: 200\nquestions:\n/)
  await page.getByRole('button', { name: 'Export file' }).click()
  await expect(page.getByLabel('Maximum pages')).toHaveValue('200')
  await page.keyboard.press('Escape')

  const choose = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Import file' }).click()
  const chooser = await choose
  await chooser.setFiles({
    name: 'checks.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('question,page\nWhat is the archive for?,harbour\n'),
  })
  await expect(page.getByText('Entry 1 of the file isn’t valid. Check page.')).toBeVisible()

  await page.getByRole('button', { name: /^Delete “How large/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'No checks yet' })).toBeVisible()
  await expect(page.getByRole('main'), 'nothing of the list is left').toBeFocused()
})
