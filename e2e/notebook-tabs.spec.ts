/** Every tab of a notebook on a phone, in German, by keyboard alone. */
import type { Page } from '@playwright/test'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite } from '#test/website.ts'
import { expectNoViolation } from './support/axe.ts'
import { crawl, saveChat, signUp } from './support/user.ts'
import { expect, test } from './test.ts'

test.use({ ownContext: true, locale: 'de-DE', viewport: { width: 390, height: 844 } })

const LIMIT = 'Uploads to the harbour archive are limited to 10 MB.'
const OTHER = 'The maximum size of uploads to the harbour archive is 25 MB.'
const html = (title: string, text: string, links = '') =>
  `<html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${text}</p>${links}</main></html>`

/** What the tab shows once it has loaded, in the order of the tabs. */
const tabs = [
  { name: 'Chats', shows: 'Harbour' },
  { name: 'Prüfungen', shows: 'Nicht gefunden' },
  { name: 'Lücken', shows: 'Is there a parking lot for visitors?' },
  { name: 'Widersprüche', shows: '1 Widerspruch' },
  { name: 'Änderungen', shows: 'Harbour' },
  { name: 'Audit', shows: 'Punktzahl' },
]

test('shows checks, gaps, conflicts, changes and the audit on a phone in German, reached by keyboard [notebook-tabs-1]', async ({
  page,
  server,
}) => {
  const client = await signUp(page, server, 'notebook-tabs@example.org')
  const site = await openWebsite({
    '/': html('Limits', `This page lists what is allowed. ${LIMIT}`, '<a href="/uploads">Uploads</a>'),
    '/uploads': html('Uploads', `You can upload files in the browser. ${OTHER}`, '<a href="/gone">Gone</a>'),
  })
  const { pages } = await crawl(client, { url: site.origin, maxPages: 3 })
  const pageIds = pages.map(({ id }) => id)
  await client.post('/api/knowledge', { pageIds })
  const chat = await saveChat(client, 'Harbour', pages)
  const { notebooks } = (await client.get('/api/notebooks')).body
  const notebook = `/notebooks/${notebooks[0].id}`
  await client.post('/api/answers', { question: 'Is there a parking lot for visitors?', pageIds })
  await client.post(`/api${notebook}/conflicts`)
  const golden = { question: 'How large may an upload be?', page: '/', sentence: 'An upload may have 3 parts.' }
  await client.post(`/api${notebook}/golden-questions`, golden)
  await client.post(`/api${notebook}/golden-runs`)
  site.set('/', html('Limits', `This page lists what is allowed. ${LIMIT} Files are kept for a year.`))
  await client.post(`/api${chat}/changes`)
  await waitFor('the check', async () => (await client.get(`/api${chat}/changes`)).body.checks[0]?.finishedAt)
  await site.close()

  await page.goto(notebook)
  await page.getByRole('tab', { name: 'Chats' }).focus()
  for (const [index, { name, shows }] of tabs.entries()) {
    if (index > 0) await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name })).toBeFocused()
    await expect(page.getByRole('tab', { name }), 'the focused tab is within the screen').toBeInViewport({ ratio: 0.9 })
    await page.keyboard.press('Enter')
    const panel = page.getByRole('tabpanel', { name })
    await expect(panel.getByText(shows).first()).toBeVisible()
    await expect(page.getByRole('tab', { name }), 'the chosen tab is within the screen').toBeInViewport({ ratio: 0.9 })
    await expectNoViolation(page, name)
    expect(await isWiderThanScreen(page), `${name} scrolls sideways`).toBe(false)
    await page.setViewportSize({ width: 320, height: 568 })
    expect.soft(await isWiderThanScreen(page), `${name} scrolls sideways at 320 px`).toBe(false)
    expect.soft(await page.evaluate(tablesBeyondCards), `${name}: tables wider than their cards`).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
  }
  await page.getByRole('button', { name: 'Titel bearbeiten' }).click()
  const field = await page.getByRole('textbox', { name: 'Titel', exact: true }).boundingBox()
  expect(field?.width, 'a new title has the width of the screen').toBeGreaterThan(340)
})

/** Runs in the page. */
function tablesBeyondCards() {
  const right = (element: Element | null) => element?.getBoundingClientRect().right ?? 0
  return [...document.querySelectorAll('main table')]
    .map((table) => right(table) - right(table.parentElement))
    .filter((beyond) => beyond > 0)
}

const isWiderThanScreen = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
