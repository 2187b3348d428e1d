/** Check for changes, as a person meets it: a small website changes between two looks at it. */
import type { Page } from '@playwright/test'
import type { Client } from '#test/client.ts'
import { openWebsite, type Website } from '#test/website.ts'
import { type RunningServer, startServer } from '#test/running-server.ts'
import { waitFor } from '#test/wait-for.ts'
import { expectNoViolation } from './axe.ts'
import { enter } from './person.ts'
import { expect, test as base } from './test.ts'

/** A server that may read a website on this machine, and that website. */
const test = base.extend<object, { site: Website; server: RunningServer }>({
  site: [
    // Playwright reads the fixtures a fixture needs from its first argument, which must therefore be a pattern.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const site = await openWebsite({})
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ site }, use) => {
      const server = await startServer({ ALLOW_PRIVATE_HOSTS: site.host, CRAWL_DELAY_MS: '0' })
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

const article = (title: string, ...sentences: string[]) =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1>${sentences.map((each) => `<p>${each}</p>`).join('')}</main></html>`
const HOME = 'The lighthouse of Hook Head was built in the thirteenth century.'
const WALLS = 'Its walls are up to four metres thick and stand firmly.'
const LAMPS = 'Augustin-Jean Fresnel invented the lens that bears his name.'
const links = '<a href="/lamps">Lamps</a> <a href="/keepers">Keepers</a>'

async function chatAbout(site: Website, person: Client) {
  site.set('/', article('Lighthouses', HOME, WALLS, links))
  site.set('/lamps', article('Lamps', LAMPS, 'The lens gathers the light into one strong beam.'))
  site.set('/keepers', article('Keepers', 'Monks kept the light burning for many hundred years.'))
  const { body } = await person.post('/api/crawls', { url: site.origin, maxPages: 3 })
  const { pages } = await waitFor('the crawl', async () => {
    const crawl = await person.get(`/api/crawls/${body.id}?content=false`)
    return crawl.body.finishedAt && crawl.body
  })
  const ids = pages.map((each: { id: string }) => each.id)
  await person.post('/api/knowledge', { pageIds: ids })
  const chat = await person.post('/api/chats', { title: 'About lighthouses', crawled_pages: ids, selected_pages: ids, chat_history: [] })
  const path = `/chats/${chat.body.id}`
  await person.stream(`/api${path}/messages`, { question: 'How thick are the walls?' })
  await person.stream(`/api${path}/messages`, { question: 'Who invented the lens?' })
  return path
}

const openChanges = async (page: Page) => {
  await page.getByRole('button', { name: 'Check for changes' }).focus()
  await page.keyboard.press('Enter')
  return page.getByRole('dialog', { name: 'Check for changes' })
}

test('a chat shows what has changed on its pages, what is gone, and which answers that touches', async ({ page, server, site }) => {
  const person = await enter(page, server, 'changes@example.org')
  await page.goto(await chatAbout(site, person))
  const dialog = await openChanges(page)
  await expect(dialog.getByText('These pages have not been checked yet.')).toBeVisible()
  await expect(dialog.getByLabel('Check these pages')).toBeDisabled()
  await expectNoViolation(page, 'before the first check')
  await dialog.getByRole('button', { name: 'Check now' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Nothing has changed')).toBeVisible()

  site.set('/', article('Lighthouses', HOME, 'Its walls are five metres thick since the last repair.', links))
  site.set('/lamps', { status: 404 })
  const held = site.hold('/keepers')
  await dialog.getByRole('button', { name: 'Check again' }).click()
  await held.asked
  await expect(dialog.getByText('2 of 3 pages checked')).toBeVisible()
  await expectNoViolation(page, 'a running check')
  held.release()
  await expect(dialog.getByText('1 page changed · 1 page gone · 1 page unchanged')).toBeVisible()
  await expect(dialog.getByText('Check again')).toBeVisible()
  const changed = dialog.getByRole('listitem').filter({ hasText: 'Lighthouses' })
  await changed.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(changed.locator('del')).toHaveText(WALLS)
  await expect(changed.locator('ins')).toHaveText('Its walls are five metres thick since the last repair.')
  await dialog.getByRole('listitem').filter({ hasText: 'Lamps' }).locator('summary').click()
  await expect(dialog.getByText('The site does not have this page any more (404 Not Found). Its last text is kept.')).toBeVisible()
  await expectNoViolation(page, 'what has changed')

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/^Cited sentence no longer on the page/)).toBeVisible()
  await expect(page.getByText(/^This page is gone from the site/).first()).toBeVisible()
  await expect(page.getByText(/^Gone from the site since/)).toBeVisible()
  await expectNoViolation(page, 'answers whose sentences are gone')
  // The answer opens the version that it was read back against.
  await page.getByRole('button', { name: 'Citation 2: Lighthouses' }).first().click()
  await expect(page.locator('mark')).toContainText('four metres thick')
})

test('a check that runs out of credits says so and offers the upgrade; a paid plan checks by itself', async ({ page, server, site }) => {
  const email = 'changes-plan@example.org'
  const person = await enter(page, server, email)
  const path = await chatAbout(site, person)
  await server.admin(['credits', email, '0'])
  site.set('/', article('Lighthouses', HOME, links))
  await page.goto(path)
  const dialog = await openChanges(page)
  await dialog.getByRole('button', { name: 'Check now' }).click()
  await expect(dialog.getByText('Insufficient credits to continue crawling. Please upgrade your plan to continue.')).toBeVisible()
  await expectNoViolation(page, 'a check without credits')
  await dialog.getByRole('button', { name: 'Upgrade' }).last().click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('dialog')).toContainText('Pro')
  await page.keyboard.press('Escape')

  await server.admin(['tier', email, 'pro'])
  await page.reload()
  await openChanges(page)
  await dialog.getByLabel('Check these pages').selectOption('Every week')
  await expect(dialog.getByText(/^Next check/)).toBeVisible()
  await page.reload()
  await openChanges(page)
  await expect(dialog.getByLabel('Check these pages')).toHaveValue('weekly')
  await expectNoViolation(page, 'a schedule')
})

test('changes that cannot be loaded, and a check that cannot be started, say so', async ({ page, server, site }) => {
  const person = await enter(page, server, 'changes-fail@example.org')
  const path = await chatAbout(site, person)
  await page.route('**/changes', (route) => (route.request().method() === 'GET' ? route.fulfill({ status: 400, json: {} }) : route.continue()))
  await page.goto(path)
  const dialog = await openChanges(page)
  await expect(dialog.getByText('The changes could not be loaded.')).toBeVisible()
  await page.unroute('**/changes')
  await page.route('**/changes', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await dialog.getByRole('button', { name: 'Try Again' }).click()
  await dialog.getByRole('button', { name: 'Check now' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Please try again.')
  await page.unroute('**/changes')
  await dialog.getByRole('button', { name: 'Check now' }).click()
  await expect(dialog.getByText('Nothing has changed')).toBeVisible()
})
