/** Check for changes: a website changes between two checks of the same chat. */
import type { Page } from '@playwright/test'
import type { Client } from '#test/client.ts'
import { openWebsite, type Website } from '#test/website.ts'
import { expectNoViolation } from './support/axe.ts'
import { openInApp } from './support/open-in-app.ts'
import { crawl, signUp } from './support/user.ts'
import { expect, test as base } from './test.ts'

const test = base.extend<{ site: Website }>({
  // Playwright requires a destructuring pattern as first parameter.
  // eslint-disable-next-line no-empty-pattern
  site: async ({}, use) => {
    const site = await openWebsite({})
    await use(site)
    await site.close()
  },
})

const article = (title: string, ...sentences: string[]) =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1>${sentences.map((each) => `<p>${each}</p>`).join('')}</main></html>`
const HOME = 'The lighthouse of Hook Head was built in the thirteenth century.'
const WALLS = 'Its walls are up to four metres thick and rise firmly.'
const LAMPS = 'Augustin-Jean Fresnel invented the lens that bears his name.'
const OTHER_WALLS = 'Its walls are up to five metres thick and rise firmly.'
const TABLE = '</p><table><tr><th>Lamp</th><th>Watts</th></tr><tr><td>Main</td><td>400</td></tr></table><p>'
const links = '<a href="/lamps">Lamps</a> <a href="/keepers">Keepers</a>'

async function chatAbout(site: Website, person: Client) {
  site.set('/', article('Lighthouses', HOME, WALLS, links))
  site.set('/lamps', article('Lamps', LAMPS, 'The lens gathers the light into one strong beam.'))
  site.set('/keepers', article('Keepers', 'Monks kept the light burning for many hundred years.'))
  const { pages } = await crawl(person, { url: site.origin, maxPages: 3 })
  const ids = pages.map(({ id }) => id)
  await person.post('/api/knowledge', { pageIds: ids })
  const chat = await person.post('/api/chats', {
    title: 'About lighthouses',
    crawled_pages: ids,
    selected_pages: ids,
    chat_history: [],
  })
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

test('shows changed and removed pages of a chat and the answers they affect', async ({ page, server, site }) => {
  const person = await signUp(page, server, 'changes@example.org')
  await page.goto(await chatAbout(site, person))
  const dialog = await openChanges(page)
  await expect(dialog.getByText('These pages haven’t been checked yet.')).toBeVisible()
  await expect(dialog.getByLabel('Schedule')).toBeDisabled()
  await expectNoViolation(page, 'before the first check')
  await expect(dialog.getByRole('button', { name: 'Check now' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('No changes')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Check again' })).toBeFocused()

  site.set('/', article('Lighthouses', HOME, OTHER_WALLS, TABLE, links))
  site.set('/lamps', { status: 404 })
  const held = site.hold('/keepers')
  await dialog.getByRole('button', { name: 'Check again' }).click()
  await held.asked
  await expect(dialog.getByText('2 of 3 pages checked')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Stop check' })).toBeFocused()
  await expectNoViolation(page, 'a running check')
  held.release()
  await expect(dialog.getByText('1 page changed · 1 page no longer on the site · 1 page unchanged')).toBeVisible()
  await expect(dialog.getByText('Check again')).toBeVisible()
  const changed = dialog.getByRole('listitem').filter({ hasText: 'Lighthouses' })
  await changed.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(changed.locator('del')).toHaveText(WALLS)
  await expect(changed.locator('ins'), 'without Markdown').toHaveText([OTHER_WALLS, 'Lamp — Watts', 'Main — 400'])
  await dialog.getByRole('listitem').filter({ hasText: 'Lamps' }).locator('summary').click()
  await expect(
    dialog.getByText('This page is no longer on the site (404 Not Found). Its last text is kept.'),
  ).toBeVisible()
  await expectNoViolation(page, 'what has changed')
  await page.setViewportSize({ width: 390, height: 844 })
  const address = await dialog.getByText(`${site.origin}/lamps`, { exact: true }).boundingBox()
  expect(address?.height, 'on a phone, the state of a page leaves its address one line').toBeLessThan(24)
  await page.setViewportSize({ width: 1280, height: 720 })

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/^The cited sentence is no longer on the page/)).toBeVisible()
  await expect(page.getByText(/^This page is no longer on the site/).first()).toBeVisible()
  await expect(page.getByText(/^No longer on the site since/)).toBeVisible()
  await expectNoViolation(page, 'answers whose cited sentences are gone')
  // The citation opens the version that it was checked against.
  await page.getByRole('button', { name: 'Citation 1: Lighthouses' }).first().click()
  await expect(page.locator('mark:not([data-other])')).toContainText('four metres thick')

  const [notebook] = (await person.get('/api/notebooks')).body.notebooks
  await openInApp(page, `/notebooks/${notebook.id}?tab=changes`)
  await page.getByRole('link', { name: '1 page removed, 1 page changed' }).click()
  await expect(page.locator('blockquote')).toHaveText([WALLS, OTHER_WALLS])
  await expect(page.getByText('Main — 400')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Webhook deliveries' }), 'without a webhook').toBeHidden()
})

test('offers the upgrade when a check runs out of credits, and schedules checks on a paid plan', async ({
  page,
  server,
  site,
}) => {
  const email = 'changes-plan@example.org'
  const person = await signUp(page, server, email)
  const path = await chatAbout(site, person)
  await server.admin(['credits', email, '0'])
  site.set('/', article('Lighthouses', HOME, links))
  await page.goto(path)
  const dialog = await openChanges(page)
  await dialog.getByRole('button', { name: 'Check now' }).click()
  await expect(
    dialog.getByText('Insufficient credits to continue crawling. Please upgrade your plan to continue.'),
  ).toBeVisible()
  await expectNoViolation(page, 'a check without credits')
  await dialog.getByRole('button', { name: 'Upgrade' }).last().click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('dialog')).toContainText('Pro')
  await page.keyboard.press('Escape')

  await server.admin(['tier', email, 'pro'])
  await page.reload()
  await openChanges(page)
  await dialog.getByLabel('Schedule').selectOption('Weekly')
  await expect(dialog.getByText(/^Next check/)).toBeVisible()
  await page.reload()
  await openChanges(page)
  await expect(dialog.getByLabel('Schedule')).toHaveValue('weekly')
  await expectNoViolation(page, 'a schedule')
})

test('reports changes that cannot be loaded and a check that cannot be started', async ({ page, server, site }) => {
  const person = await signUp(page, server, 'changes-fail@example.org')
  const path = await chatAbout(site, person)
  await page.route('**/changes', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 400, json: {} }) : route.continue(),
  )
  await page.goto(path)
  const dialog = await openChanges(page)
  await expect(dialog.getByText('Couldn’t load the changes.')).toBeVisible()
  await page.unroute('**/changes')
  await page.route('**/changes', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await dialog.getByRole('button', { name: 'Try Again' }).click()
  await dialog.getByRole('button', { name: 'Check now' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Can’t reach Readback.')
  await page.unroute('**/changes')
  await dialog.getByRole('button', { name: 'Check now' }).click()
  await expect(dialog.getByText('No changes')).toBeVisible()
})

test('adds a report to the Changes tab, sends it to a webhook again, and shows a feed address once [change-reports-1]', async ({
  page,
  server,
  site,
}) => {
  const person = await signUp(page, server, 'reports@example.org')
  const path = await chatAbout(site, person)
  const [notebook] = (await person.get('/api/notebooks')).body.notebooks
  await page.goto(`/notebooks/${notebook.id}?tab=changes`)
  await expect(page.getByRole('heading', { name: 'No changes found yet' })).toBeVisible()
  await expectNoViolation(page, 'no report')

  await page.getByText('Send reports').click()
  await page.getByRole('switch', { name: 'Email' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('switch', { name: 'Email' })).toBeChecked()
  await page.getByRole('button', { name: 'Create feed address' }).click()
  const feed = await page.getByLabel('Feed address').inputValue()
  await page.getByLabel(/^Address/).fill('http://10.0.0.1/hook')
  await page.getByRole('button', { name: 'Set webhook' }).click()
  await expect(page.getByText('10.0.0.1 is a private address')).toBeVisible()
  const received: string[] = []
  site.set('/hook', (request, response) => {
    received.push(String(request.headers['readback-signature']))
    response.writeHead(204).end()
  })
  await page.getByLabel(/^Address/).fill(`${site.origin}/hook`)
  await page.getByRole('button', { name: 'Set webhook' }).click()
  await expect(page.getByLabel('Secret')).toHaveValue(/^whsec_/)
  await expectNoViolation(page, 'feed and webhook')

  site.set('/', article('Lighthouses', HOME, OTHER_WALLS, links))
  site.set('/lamps', { status: 404 })
  await person.post(`/api${path}/changes`)
  const report = page.getByRole('link', { name: '1 page removed, 1 page changed' })
  await expect(report).toBeVisible()
  await expect(page.getByText('Webhook: Delivered')).toBeVisible()
  await report.click()
  await expect(page.getByRole('heading', { name: 'Changes in About lighthouses' })).toBeVisible()
  await expect(page.getByText(WALLS).first()).toBeVisible()
  await expect(page.getByText(OTHER_WALLS)).toBeVisible()
  await expect(page.getByText('HTTP 204')).toHaveCount(1)
  await expectNoViolation(page, 'a report')
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('HTTP 204')).toHaveCount(2)
  expect(received).toHaveLength(2)
  await page.getByRole('button', { name: 'Open Lighthouses' }).click()
  await expect(page.getByRole('dialog')).toContainText('five metres')
  await page.keyboard.press('Escape')

  expect(await (await page.request.get(feed)).text()).toContain('1 page removed, 1 page changed')
  await page.getByRole('link', { name: 'All reports' }).click()
  await loadOlderReports(page, person, notebook.id)
  await page.reload()
  await page.getByText('Send reports').click()
  await expect(page.getByLabel('Feed address')).toHaveCount(0)
  await page.getByRole('button', { name: 'Revoke address' }).click()
  await expect(page.getByRole('button', { name: 'Create feed address' })).toBeVisible()
  expect((await page.request.get(feed)).status()).toBe(404)
})

/** Shows the report again as an older one, because a second piece of the list needs more than 50 reports. */
async function loadOlderReports(page: Page, person: Client, notebookId: string) {
  const { body } = await person.get(`/api/notebooks/${notebookId}/changes`)
  const older = body.reports.map((report: object) => ({ ...report, id: 'older', chat_title: 'An older chat' }))
  const listed = `**/api/notebooks/${notebookId}/changes*`
  await page.route(listed, (route) =>
    new URL(route.request().url()).searchParams.has('after')
      ? route.fulfill({ json: { ...body, reports: older, next: null } })
      : route.fulfill({ json: { ...body, next: 'older' } }),
  )
  await page.reload()
  const reports = page.getByRole('list', { name: 'Change reports' }).getByRole('listitem')
  await expect(reports).toHaveCount(1)
  await page.getByRole('button', { name: 'Show older' }).click()
  await expect(reports).toHaveCount(2)
  await expect(reports.last()).toContainText('An older chat')
  await expect(page.getByRole('button', { name: 'Show older' })).toHaveCount(0)
  await page.unroute(listed)
}

test('says what a check found once its dialog is closed, and shows it', async ({ page, server, site }) => {
  const person = await signUp(page, server, 'changes-closed@example.org')
  await page.goto(await chatAbout(site, person))
  const dialog = await openChanges(page)
  await expect(dialog.getByText('These pages haven’t been checked yet.')).toBeVisible()
  site.set('/', article('Lighthouses', HOME, OTHER_WALLS, links))
  const held = site.hold('/keepers')
  await dialog.getByRole('button', { name: 'Check now' }).click()
  await held.asked
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  held.release()
  await expect(page.getByText('1 page changed · 2 pages unchanged · 1 citation affected')).toBeVisible()
  await expectNoViolation(page, 'the end of a check')
  await page.getByRole('button', { name: 'Show changes' }).click()
  await expect(dialog.getByText('1 page changed · 2 pages unchanged')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Show changes' })).toBeHidden()
})

test('warns about a cited sentence that is gone on its number, on the stored page and behind a shared link', async ({
  page,
  server,
  site,
}) => {
  const person = await signUp(page, server, 'gone-sentence@example.org')
  const path = await chatAbout(site, person)
  site.set('/', article('Lighthouses', HOME, OTHER_WALLS, links))
  await person.post(`/api${path}/changes`)
  const note = 'The cited sentence is no longer on the page'
  const { body: share } = await person.post(`/api${path}/share`)
  for (const [where, address] of [
    ['in the chat', path],
    ['behind the link', share.url],
  ] as const) {
    await page.goto(address)
    await expect(page.getByText(note).first(), where).toBeVisible()
    await expect(page.getByText('1 no longer on the site'), where).toBeVisible()
    const citation = page
      .getByRole('button', { name: 'Citation 1: Lighthouses (quoted, no longer on the site)' })
      .first()
    await citation.click()
    const opened = page.getByRole(where === 'in the chat' ? 'complementary' : 'dialog').filter({ hasText: WALLS })
    await expect(opened.getByText(note), where).toBeVisible()
    await expectNoViolation(page, `a citation that is gone, ${where}`)
  }
})
