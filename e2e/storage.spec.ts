/** Zoho WorkDrive, with a stand-in for the provider, on a server in production mode. */
import type { Page } from '@playwright/test'
import { createClient } from '#test/client.ts'
import { signIn } from '#test/auth-requests.ts'
import { type RunningServer, startServer } from '#test/running-server.ts'
import { type ZohoService, startZohoService } from '#test/zoho-service.ts'
import { expectNoViolation } from './support/axe.ts'
import { oncePerFile } from './support/once-per-file.ts'
import { crawlManual, createUser, signUp, saveChat } from './support/user.ts'
import { expect, test as base } from './test.ts'

const ADMIN = 'storage-admin@example.org'

// In one worker: this file's server is started once.
base.describe.configure({ mode: 'default' })

const once = oncePerFile(base)

type Administrator = ReturnType<typeof createClient>

const test = base.extend<{ zoho: ZohoService; administrator: Administrator }>({
  // Playwright requires a destructuring pattern as first parameter.
  // eslint-disable-next-line no-empty-pattern
  zoho: async ({}, use) => use(await once('zoho', startZohoService)),
  server: async ({ zoho }, use) =>
    use(
      await once('server', () =>
        startServer({ ...zoho.settings, NODE_ENV: 'production', LOG_LEVEL: 'trace', RETRY_BACKOFF_MS: '50' }),
      ),
    ),
  /** The administrator of this server. */
  administrator: async ({ server }, use) => use(await once('administrator', () => createAdministrator(server))),
})

test.use({ ownContext: true })

async function createAdministrator(server: RunningServer): Promise<Administrator> {
  const client = await createUser(server, ADMIN)
  await server.admin(['grant', ADMIN])
  return client
}

/** Opens the settings screen with complete settings and no connection. */
async function atSettings({
  page,
  server,
  zoho,
  administrator,
}: {
  page: Page
  server: RunningServer
  zoho: ZohoService
  administrator: Administrator
}) {
  await administrator.delete('/api/admin/storage')
  await administrator.patch('/api/admin/settings', zoho.stored)
  Object.assign(zoho, { tokenFaults: [], uploadFaults: [], before: null })
  const client = createClient(server.url)
  await signIn(client, ADMIN)
  await page
    .context()
    .addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: server.url, httpOnly: true })))
  await page.context().addInitScript(recordHeadings)
  await page.goto('/admin/settings')
  await expect(page.getByRole('heading', { name: 'Document storage (Zoho WorkDrive)' })).toBeVisible()
}

/** The headings that callback screens have shown, in order: a popup closes before a test can read it. */
const callbackHeadings = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('headings') ?? '[]'))

function recordHeadings() {
  if (location.pathname !== '/auth/zoho/callback') return
  const headings: string[] = []
  const record = () => {
    const heading = document.querySelector('h1')?.textContent
    if (!heading || heading === headings.at(-1)) return
    localStorage.setItem('headings', JSON.stringify(headings.concat(heading)))
    headings.push(heading)
  }
  new MutationObserver(record).observe(document, { subtree: true, childList: true, characterData: true })
}

async function connect({
  server,
  zoho,
  administrator,
}: {
  server: RunningServer
  zoho: ZohoService
  administrator: Administrator
}) {
  await administrator.patch('/api/admin/settings', zoho.stored)
  Object.assign(zoho, { tokenFaults: [], uploadFaults: [], before: null })
  const client = createClient(server.url)
  await signIn(client, ADMIN)
  const { body } = await client.post('/api/admin/storage/authorisation')
  await client.post('/api/admin/storage/tokens', Object.fromEntries(new URL(zoho.consent(body.url)).searchParams))
}

const steps = (page: Page) => page.getByRole('list', { name: 'Connection test steps' }).getByRole('listitem')
const testButton = (page: Page) => page.getByRole('button', { name: 'Test connection' })

test('tests what is typed, once client ID and secret are stored or typed, and stores it when it works [storage-6]', async ({
  page,
  server,
  zoho,
  administrator,
}) => {
  await atSettings({ page, server, zoho, administrator })
  await administrator.patch('/api/admin/settings', { zoho_client_secret: null })
  await page.reload()
  await expect(testButton(page)).toBeDisabled()
  await expect(page.getByText('Enter a client ID and client secret first.')).toBeVisible()
  const secret = page.getByLabel('Zoho client secret', { exact: true })
  await secret.fill('a-wrong-secret')
  await expect(testButton(page)).toBeEnabled()
  await expect(page.getByText('Tests what you’ve typed, and saves it once the connection works.')).toBeVisible()
  const runTest = async () => {
    const opening = page.waitForEvent('popup')
    await testButton(page).click()
    await (await opening).getByRole('button', { name: 'Accept' }).click()
  }
  await runTest()
  await expect(page.getByText('Invalid token response: No access token received')).toBeVisible()
  await expect(secret).toHaveValue('a-wrong-secret')
  await secret.fill(zoho.stored.zoho_client_secret)
  await runTest()
  await expect(page.getByText('Connection successful. You can save files to WorkDrive.')).toBeVisible()
  await expect(secret).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Save settings' })).toBeDisabled()
  const { settings } = (await administrator.get('/api/admin/settings')).body
  expect(settings.zoho_client_secret).toMatchObject({ filled: true, source: 'stored' })
})

test('connects in six steps through a popup of 600 by 700 px [storage-1]', async ({
  page,
  server,
  zoho,
  administrator,
}) => {
  await atSettings({ page, server, zoho, administrator })
  const held = Promise.withResolvers<void>()
  zoho.before = () => held.promise
  const opening = page.waitForEvent('popup')
  await testButton(page).click()
  const popup = await opening
  await popup.waitForURL(/\/oauth\/v2\/auth\?/)
  await expect.poll(() => popup.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([600, 700])
  await expect(steps(page)).toHaveText([
    'Initializesuccess',
    'Generate auth URLsuccess',
    'Open auth windowsuccess',
    'Wait for callbackrunning',
    'Process auth codepending',
    'Verify connectionpending',
  ])
  await expectNoViolation(page, 'connection test, waiting')
  const closed = popup.waitForEvent('close')
  await popup.getByRole('button', { name: 'Accept' }).click()
  await closed
  await expect.poll(() => callbackHeadings(page)).toContain('Authentication Complete')
  await expect(steps(page).nth(4)).toHaveText('Process auth coderunning')
  held.resolve()
  await expect(page.getByText('Connection successful. You can save files to WorkDrive.')).toBeVisible()
  await expect(steps(page)).toContainText(Array.from({ length: 6 }, () => 'success'))
  await expect(page.getByText(/^Connected\. Token renewed/)).toBeVisible()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expectNoViolation(page, `connection test, done, ${width} px wide`)
  }
})

test('shows each failure at its step with the specified message [storage-3]', async ({
  page,
  server,
  zoho,
  administrator,
}) => {
  await atSettings({ page, server, zoho, administrator })
  let opening = page.waitForEvent('popup')
  await testButton(page).click()
  let popup = await opening
  await popup.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByRole('alert')).toHaveText('Failed to complete authentication: access denied')
  await expect(steps(page).nth(3)).toHaveText('Wait for callbackerror')
  await expect.poll(() => callbackHeadings(page)).toContain('Authentication Error')
  await expectNoViolation(page, 'connection test, failed')

  opening = page.waitForEvent('popup')
  await testButton(page).click()
  popup = await opening
  await popup.waitForURL(/\/oauth\/v2\/auth\?/)
  await popup.close()
  await expect(page.getByText('The window was closed before authorization finished.')).toBeVisible()

  zoho.tokenFaults = ['no token']
  opening = page.waitForEvent('popup')
  await testButton(page).click()
  await (await opening).getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText('Invalid token response: No access token received')).toBeVisible()
  await expect(steps(page).nth(4)).toHaveText('Process auth codeerror')

  await administrator.patch('/api/admin/settings', { zoho_oauth_scope: null })
  await testButton(page).click()
  await expect(page.getByText('Invalid or missing Zoho configuration: Zoho OAuth scope')).toBeVisible()
  await expect(steps(page).first()).toHaveText('Initializeerror')
})

test('times out after five minutes [storage-8]', async ({ page, server, zoho, administrator }) => {
  await page.clock.install()
  await atSettings({ page, server, zoho, administrator })
  const opening = page.waitForEvent('popup')
  await testButton(page).click()
  const popup = await opening
  await popup.waitForURL(/\/oauth\/v2\/auth\?/)
  await expect(steps(page).nth(3)).toHaveText('Wait for callbackrunning')
  await page.clock.fastForward('04:58')
  await expect(steps(page).nth(3)).toHaveText('Wait for callbackrunning')
  const closed = popup.waitForEvent('close')
  await page.clock.fastForward('00:03')
  await expect(page.getByText('Authentication timed out after 5 minutes')).toBeVisible()
  await closed
})

test('accepts messages only from its own origin and popup [storage-4]', async ({
  page,
  server,
  zoho,
  administrator,
}) => {
  await atSettings({ page, server, zoho, administrator })
  const opening = page.waitForEvent('popup')
  await testButton(page).click()
  const popup = await opening
  await popup.waitForURL(/\/oauth\/v2\/auth\?/)
  const message = { type: 'readback:storage-callback', code: 'planted', state: 'planted' }
  // From the provider's origin, and from our origin but another window.
  await popup.evaluate((said) => window.opener.postMessage(said, '*'), message)
  await page.evaluate((said) => window.postMessage(said, location.origin), message)
  await popup.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText('Connection successful.')).toBeVisible()
  expect(zoho.tokenRequests.filter(({ code }) => code === 'planted')).toEqual([])
})

test('connects in the same window when popups are blocked [storage-2]', async ({
  page,
  server,
  zoho,
  administrator,
}) => {
  await page.addInitScript(() => (window.open = () => null))
  await atSettings({ page, server, zoho, administrator })
  await testButton(page).click()
  await expect(page.getByText('Popup window was blocked. Please allow popups and try again.')).toBeVisible()
  await expect(steps(page).nth(2)).toHaveText('Open auth windowerror')
  await page.getByRole('link', { name: 'Continue in this window' }).click()
  const held = Promise.withResolvers<void>()
  zoho.before = () => held.promise
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByRole('heading', { name: 'Processing Authentication' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Return to Settings' })).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  await expectNoViolation(page, 'callback, processing')
  held.resolve()
  await page.waitForURL('**/admin/settings**')
  await expect(page.getByText('Zoho WorkDrive is connected.')).toBeVisible()
  await expect(page.getByText(/^Connected/)).toBeVisible()
})

test('rejects a callback that was not requested and links back [storage-5]', async ({
  page,
  server,
  zoho,
  administrator,
}) => {
  await atSettings({ page, server, zoho, administrator })
  await page.goto('/auth/zoho/callback?code=planted&state=planted')
  await expect(page.getByRole('heading', { name: 'Authentication Error' })).toBeVisible()
  await expect(page.getByText('This authorization has expired or was started elsewhere.')).toBeVisible()
  await expectNoViolation(page, 'callback, error')
  await page.getByRole('button', { name: 'Return to Settings' }).click()
  await expect(page).toHaveURL('/admin/settings')
  await page.goto('/auth/zoho/callback?error=access_denied')
  await expect(page.getByText('Failed to complete authentication: access denied')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('filters the authentication log and shows details without secrets [storage-7]', async ({
  page,
  server,
  zoho,
  administrator,
}) => {
  await atSettings({ page, server, zoho, administrator })
  await connect({ server, zoho, administrator })
  await page.reload()
  const log = page.getByRole('region', { name: 'Authentication log' })
  await expect(log.getByRole('listitem').filter({ hasText: 'Code exchanged for tokens' }).first()).toBeVisible()
  await log.getByRole('combobox', { name: /Show/ }).selectOption('Code exchanged for tokens')
  await expect(log.getByRole('listitem').filter({ hasText: 'Authorization started' })).toHaveCount(0)
  await log
    .getByRole('button', { name: /^Details: Code exchanged/ })
    .first()
    .click()
  const detail = page.getByRole('dialog')
  await expect(detail.getByText('authorization_code')).toBeVisible()
  const words = await detail.innerText()
  expect(words).toContain('[redacted]')
  expect(zoho.secrets.filter((secret) => words.includes(secret))).toEqual([])
  // The server's log at level trace has no secret either.
  expect(server.log()).toContain('Readback is ready')
  expect(zoho.secrets.filter((secret) => server.log().includes(secret))).toEqual([])
  await expectNoViolation(page, 'detail of the authentication log')
})

test('saves selected pages and a chat to WorkDrive, remembers the folder and retries a failure', async ({
  page,
  server,
  zoho,
  administrator,
}) => {
  await connect({ server, zoho, administrator })
  const person = await signUp(page, server, 'saver@example.org')
  const crawl = await crawlManual(person)
  await page.goto(`/?crawl=${crawl.id}`)
  const save = page.getByRole('button', { name: 'Save to WorkDrive' })
  await expect(save).toBeDisabled()
  await page.getByRole('button', { name: 'Select all', exact: true }).click()
  await save.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Workspace ID').fill('not an id')
  await dialog.getByRole('button', { name: 'Use this folder' }).click()
  await expect(dialog.getByText(/^Open the folder in WorkDrive/)).toBeVisible()
  await expectNoViolation(page, 'where to save')
  await dialog.getByLabel('Workspace ID').fill('https://workdrive.zoho.eu/home/t1/teams/t1/ws/ws1/folders/fo1')
  await expect(dialog.getByLabel('Folder ID')).toHaveValue('fo1')
  await dialog.getByRole('button', { name: 'Use this folder' }).click()
  zoho.uploadFaults = [500, 500, 500, 500, 500]
  await dialog.getByRole('button', { name: 'Save to WorkDrive' }).click()
  await expect(
    dialog.getByText(/crawled-data-.*\.json couldn’t be saved\. The document storage rejected the file \(500\)/),
  ).toBeVisible()
  await expectNoViolation(page, 'a file that was not saved')
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog.getByText(/crawled-data-.*\.json saved /)).toBeVisible()
  const link = dialog.getByRole('link', { name: 'Open in WorkDrive' })
  await expect(link).toHaveAttribute('href', `${zoho.url}/file/${zoho.uploads.at(-1)?.id}`)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expectNoViolation(page, `a saved file, ${width} px wide`)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  expect(JSON.parse(zoho.uploads.at(-1)?.text ?? '')).toHaveLength(crawl.pages.length)

  // The folder is remembered, and so is the saved file.
  await page.goto(await saveChat(person, 'A chat to keep', crawl.pages, [{ role: 'user', content: 'What is this?' }]))
  await save.click()
  await expect(dialog.getByLabel('Workspace ID')).toBeHidden()
  await dialog.getByLabel('Format').selectOption('Web page (.html)')
  await dialog.getByRole('button', { name: 'Save to WorkDrive' }).click()
  await expect(dialog.getByText(/A chat to keep\.html saved /)).toBeVisible()
  expect(zoho.uploads.at(-1)).toMatchObject({ workspaceId: 'ws1', folderId: 'fo1', fileName: 'A chat to keep.html' })
  await page.route('**/api/storage/files?*', (route) => route.fulfill({ status: 400, json: {} }))
  await page.reload()
  await save.click()
  await expect(dialog.getByText('Couldn’t load the saved files.')).toBeVisible()
  await expectNoViolation(page, 'saved files that could not be loaded')
  await page.unroute('**/api/storage/files?*')
  await dialog.getByRole('button', { name: 'Try Again' }).click()
  await expect(dialog.getByRole('link', { name: 'Open in WorkDrive' })).toBeVisible()

  await administrator.delete('/api/admin/storage')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Export chat' })).toBeVisible()
  await expect(save).toBeHidden()
})
