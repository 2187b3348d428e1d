/** The Conflicts tab of a notebook. */
import { openWebsite } from '#test/website.ts'
import { expectNoViolation } from './support/axe.ts'
import { takeManualPicture } from './support/readme-picture.ts'
import { crawl, saveChat, signUp } from './support/user.ts'
import { openInApp } from './support/open-in-app.ts'
import { expect, test } from './test.ts'

const LIMIT = 'Uploads to the harbour archive are limited to 10 MB.'
const OTHER = 'The maximum size of uploads to the harbour archive is 25 MB.'
const html = (title: string, text: string, links = '') =>
  `<html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${text}</p>${links}</main></html>`

test('shows both sentences of a conflict side by side, opens their pages and remembers what was dismissed [conflicts-2]', async ({
  page,
  server,
}) => {
  const client = await signUp(page, server, 'conflicts@example.org')
  const site = await openWebsite({
    '/': html('Limits', `This page lists what the harbour archive allows. ${LIMIT}`, '<a href="/uploads">Uploads</a>'),
    '/uploads': html('Uploads', `You can upload files in the browser or with a program. ${OTHER}`),
  })
  const { pages } = await crawl(client, { url: site.origin, maxPages: 2 })
  await site.close()
  await saveChat(client, 'Harbour', pages)
  const { notebooks } = (await client.get('/api/notebooks')).body

  await page.goto(`/notebooks/${notebooks[0].id}`)
  await page.getByRole('tab', { name: 'Conflicts' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/tab=conflicts/)
  await expect(page.getByText('For example, if two pages')).toBeVisible()
  await expectNoViolation(page, 'no search yet')

  await page.getByRole('button', { name: 'Find conflicts' }).click()
  await expect(page.getByRole('heading', { name: '1 conflict' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Uploads harbour archive' })).toBeVisible()
  await expect(page.getByText('2 pages compared')).toBeVisible()
  await expect(page.getByRole('blockquote')).toHaveText([LIMIT, OTHER])
  await expect(page.locator('blockquote mark')).toHaveText(['10 MB', '25 MB'])
  await expectNoViolation(page, 'a conflict')
  await takeManualPicture(page, 'conflicts')

  await page.getByRole('button', { name: 'Open Uploads' }).click()
  await expect(page.getByRole('dialog').locator('mark')).toHaveText(OTHER)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  // The same notice under an answer that cites one of the sentences.
  const { chats } = (await client.get(`/api/notebooks/${notebooks[0].id}`)).body
  await client.post('/api/knowledge', { pageIds: pages.map(({ id }) => id) })
  await client.put(`/api/chats/${chats[0].id}/pages`, {
    crawled_pages: pages.map(({ id }) => id),
    selected_pages: pages.filter(({ title }) => title === 'Limits').map(({ id }) => id),
  })
  await client.post(`/api/chats/${chats[0].id}/messages`, { question: 'What are uploads limited to?' })
  await openInApp(page, `/chats/${chats[0].id}`)
  await expect(page.getByText('Another page of this notebook says something else:')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: OTHER })).toBeVisible()
  await expectNoViolation(page, 'a notice under an answer')

  const ids = pages.map(({ id }) => id)
  await client.put(`/api/chats/${chats[0].id}/pages`, { crawled_pages: ids, selected_pages: ids })
  const both = 'What is the maximum size of uploads, and what are uploads limited to?'
  await client.post(`/api/chats/${chats[0].id}/messages`, { question: both })
  await page.reload()
  await expect(page.getByText('Pages cited here contradict each other:')).toBeVisible()
  await page.getByRole('link', { name: 'Show all conflicts' }).last().click()

  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByRole('heading', { name: 'No conflicts found' })).toBeVisible()
  await page.getByRole('button', { name: 'Search again' }).click()
  await expect(page.getByText('1 dismissed conflict')).toBeVisible()
  await page.reload()
  await page.getByText('1 dismissed conflict').click()
  await page.getByRole('button', { name: 'Show again' }).click()
  await expect(page.getByRole('heading', { name: '1 conflict' })).toBeVisible()
})
