/** The admin area with two months of data, with and without a connected storage. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { crawlManual, signUp, saveChat } from '#e2e/support/user.ts'
import { expect, test as base } from '#e2e/test.ts'
import { findMail } from '#test/find-mail.ts'
import { startServer } from '#test/running-server.ts'
import { type ZohoService, startZohoService } from '#test/zoho-service.ts'
import { testLog } from '#test/test-log.ts'
import { seedYear } from '#test/seed-year.ts'
import { takePicture } from './take-picture.ts'

const test = base.extend<{ zoho: ZohoService }>({
  // Playwright requires a destructuring pattern as first parameter.
  // eslint-disable-next-line no-empty-pattern
  zoho: async ({}, use) => {
    const zoho = await startZohoService()
    await use(zoho)
    await zoho.close()
  },
  server: async ({ zoho }, use) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'readback-pictures-'))
    const database = await openDatabase({ dataDir, log: testLog })
    await seedYear(database.db, { people: 120, days: 60 })
    await database.close()
    const server = await startServer({ ...zoho.settings, DATA_DIR: dataDir, RETRY_BACKOFF_MS: '50' })
    const codeFor = async (email: string) => /^\s*(\d{7})\s*$/m.exec(await findMail(dataDir, email))?.[1] ?? ''
    await use({ ...server, dataDir, codeFor })
    await server.close()
    rmSync(dataDir, { recursive: true, force: true })
  },
})

test('admin area', async ({ page, server, zoho }) => {
  const email = 'picture-admin@example.org'
  const admin = await signUp(page, server, email)
  await server.admin(['grant', email])
  await page.goto('/admin')
  await expect(page.getByRole('img', { name: /^Active people/ })).toBeVisible()
  await takePicture(page, 'admin/overview', { whole: true })
  await page.getByRole('button', { name: 'Show as table' }).click()
  await expect(page.getByRole('region', { name: /^Per day, last/ })).toBeVisible()
  await takePicture(page, 'admin/overview-as-a-table')
  await page.goto('/admin/people')
  await expect(page.getByText('person-0001@example.org').first()).toBeVisible()
  await takePicture(page, 'admin/people')
  await page.goto('/admin/people?q=nobody-of-that-name')
  await expect(page.getByRole('tabpanel')).toContainText(/nobody/i)
  await takePicture(page, 'admin/people-none')
  await page.goto('/admin/crawls')
  await expect(page.getByRole('tabpanel')).toBeVisible()
  await takePicture(page, 'admin/crawls-none')
  await page.goto('/admin/audit')
  await expect(page.getByText(/ago/).first()).toBeVisible()
  await takePicture(page, 'admin/audit')
  await page.goto('/admin/settings')
  await expect(page.getByRole('heading', { name: /Document storage/ })).toBeVisible()
  await takePicture(page, 'admin/settings', { whole: true })

  await admin.patch('/api/admin/settings', zoho.stored)
  await page.goto('/auth/zoho/callback?error=access_denied')
  await expect(page.getByText('Authentication Error')).toBeVisible()
  await takePicture(page, 'admin/callback-error')
  const { body } = await admin.post('/api/admin/storage/authorisation')
  await admin.post('/api/admin/storage/tokens', Object.fromEntries(new URL(zoho.consent(body.url)).searchParams))
  await page.goto('/admin/settings')
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByRole('list', { name: 'Connection test steps' })).toBeVisible()
  await takePicture(page, 'admin/settings-connected', { whole: true })

  const { pages } = await crawlManual(admin, 3)
  await page.goto(await saveChat(admin, 'Kept in the storage', pages, [{ role: 'user', content: 'What is kept?' }]))
  await page
    .getByRole('button', { name: /^Save to/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await takePicture(page, 'admin/save-to-storage')
})
