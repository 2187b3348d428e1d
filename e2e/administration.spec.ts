/** What administrators see and do, each tab in each of its faces. */
import type { Page } from '@playwright/test'
import { createClient } from '#test/client.ts'
import { signIn } from '#test/enter.ts'
import type { RunningServer } from '#test/running-server.ts'
import { expectNoViolation } from './axe.ts'
import { enter } from './person.ts'
import { expect, test } from './test.ts'

async function enterAsAdministrator(page: Page, server: RunningServer, email: string) {
  const client = await enter(page, server, email)
  await server.admin(['grant', email])
  return client
}

test('the dashboard has tabs, each an address of its own, and is walked with the keyboard', async ({ page, server }) => {
  await enterAsAdministrator(page, server, 'admin-tabs@example.org')
  await page.goto('/admin')
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: 'Overview' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'System Settings' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/settings')
  await expect(page.getByRole('tabpanel', { name: 'System Settings' })).toBeVisible()
  for (const [name, address] of [
    ['People', '/admin/people'],
    ['Crawls', '/admin/crawls'],
    ['Audit Log', '/admin/audit'],
    ['Overview', '/admin'],
  ] as const) {
    await page.getByRole('tab', { name }).click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
  }
})

test('the overview shows charts by day, the same as a table, and how database and queue are', async ({ page, server }) => {
  await enterAsAdministrator(page, server, 'charts@example.org')
  await page.goto('/admin')
  const active = page.getByRole('img', { name: /^Active people: at most \d+ on / })
  await expect(active).toBeVisible()
  await expect(page.getByRole('img', { name: /^Crawls/ })).toBeVisible()
  await page.getByRole('button', { name: '365 days' }).click()
  await expect(page.getByRole('img', { name: /in the last 365 days/ }).first()).toBeVisible()
  await active.hover({ position: { x: 1, y: 20 } })
  await expect(page.getByText(/: 0$/).first()).toBeVisible()
  await page.getByRole('button', { name: 'As a table' }).click()
  await expect(page.getByRole('region', { name: 'By day, the last 365 days' }).getByRole('row')).toHaveCount(366)
  await expect(page.getByText(/(Embedded|PostgreSQL), reachable/)).toBeVisible()
  await expect(page.getByText('Oldest waiting job')).toBeVisible()
  // Of a year axe would look at two thousand cells.
  await page.getByRole('button', { name: '30 days' }).click()
  await expect(page.getByRole('region', { name: 'By day, the last 30 days' })).toBeVisible()
  await expectNoViolation(page, 'overview as a table')
  await page.getByRole('button', { name: 'As a table' }).click()
  await expectNoViolation(page, 'overview with charts')
})

test('settings are write-only: stored ones are masked, an empty field keeps them and Remove clears them', async ({ page, server }) => {
  await enterAsAdministrator(page, server, 'settings@example.org')
  await page.goto('/admin/settings')
  await expect(page.getByRole('textbox', { name: 'Zoho redirect URI' })).toHaveAttribute('placeholder', `${server.url}/auth/zoho/callback`)
  await expect(page.getByRole('textbox', { name: 'Zoho API domain' })).toHaveAttribute('placeholder', /^https:\/\//)
  const secret = page.getByLabel('Zoho client secret', { exact: true })
  await expect(secret).toHaveAttribute('type', 'password')
  await secret.fill('planted-secret-0123456789-wxyz')
  await page.getByRole('textbox', { name: 'Zoho client ID' }).fill('1000.CLIENT')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('Settings saved.')).toBeVisible()
  await expect(secret).toHaveValue('')
  await page.reload()
  await expect(secret).toHaveAttribute('placeholder', '••••••••wxyz')
  await expect(page.getByRole('textbox', { name: 'Zoho client ID' })).toHaveAttribute('placeholder', '1000.CLIENT')

  // The secret's field is empty, and the secret stays.
  await page.getByRole('textbox', { name: 'Zoho OAuth scope' }).fill('WorkDrive.files.CREATE')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('Settings saved.')).toBeVisible()
  await expect(secret).toHaveAttribute('placeholder', '••••••••wxyz')
  await expectNoViolation(page, 'settings')

  await page.getByRole('button', { name: 'Remove Zoho client secret' }).click()
  await expect(page.getByRole('dialog', { name: 'Remove this setting?' })).toBeVisible()
  await expectNoViolation(page, 'removing a setting')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Remove Zoho client secret' })).toBeHidden()
  await expect(secret).toHaveAttribute('placeholder', '')
  expect(await page.content()).not.toContain('planted')
})

test('settings that cannot be loaded or saved say so, and what was typed is still there', async ({ page, server }) => {
  await enterAsAdministrator(page, server, 'broken-settings@example.org')
  const broken = { status: 500, json: { error: { code: 'server.unexpected', message: 'Something else' } } }
  await page.route('**/api/admin/settings', (route) => route.fulfill(broken))
  await page.goto('/admin/settings')
  await expect(page.getByText('Failed to load settings')).toBeVisible()
  await expectNoViolation(page, 'settings that cannot be loaded')
  await page.unroute('**/api/admin/settings')
  await page.getByRole('button', { name: 'Try Again' }).click()
  const scope = page.getByRole('textbox', { name: 'Zoho OAuth scope' })
  await scope.fill('a scope that was long to type')
  await page.route('**/api/admin/settings', (route) => route.fulfill(broken))
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('Failed to save settings')).toBeVisible()
  await expect(scope).toHaveValue('a scope that was long to type')
  // What is wrong with a field is said at the field, before anything is sent.
  await page.getByRole('textbox', { name: 'Zoho API domain' }).fill('nonsense')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await expect(page.getByText('Write a whole address, such as https://example.org.')).toBeVisible()
  await expectNoViolation(page, 'settings that cannot be saved')
})

test('Test AI connection says what the service answered', async ({ page, server }) => {
  await enterAsAdministrator(page, server, 'ai-test@example.org')
  await page.goto('/admin/settings')
  await page.getByRole('button', { name: 'Test AI connection' }).click()
  await expect(page.getByText('No AI service is set up: the built-in engine answers.')).toBeVisible()
  const found = { ok: true, words: 'a-model answered in 0.4 s.', host: 'ai.example', model: 'a-model', ms: 400, models: ['a-model', 'b-model'] }
  await page.route('**/api/admin/settings/test-ai', (route) => route.fulfill({ json: found }))
  await page.getByRole('button', { name: 'Test AI connection' }).click()
  await expect(page.getByText('a-model answered in 0.4 s. Asked: ai.example.')).toBeVisible()
  await page.getByText('2 models listed').click()
  await expect(page.getByText('b-model')).toBeVisible()
  await expectNoViolation(page, 'a tested AI connection')
})

test('people are searched, put on a plan and suspended, and each is in the audit log', async ({ page, server }) => {
  const other = createClient(server.url)
  await other.post('/api/auth/sign-up/email', { email: 'suspect@example.org', password: 'a-long-enough-password' })
  await other.post('/api/auth/email-otp/verify-email', { email: 'suspect@example.org', otp: await server.codeFor('suspect@example.org') })
  await enterAsAdministrator(page, server, 'people@example.org')
  await page.goto('/admin/people')
  await page.getByRole('searchbox', { name: 'Search people by email' }).fill('SUSPECT')
  const row = page.getByRole('row', { name: /suspect@example.org/ })
  await expect(page.getByRole('row')).toHaveCount(2)
  await expectNoViolation(page, 'people')

  const choose = async (words: string) => {
    await page.getByRole('button', { name: 'What to do with suspect@example.org' }).press('ArrowDown')
    // The menu gives its first item the focus, and would take it from another.
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.getByRole('menuitem', { name: words }).press('Enter')
  }
  await choose('Change plan…')
  await page.getByLabel('Pro, 300 credits').check()
  await expectNoViolation(page, 'changing a plan')
  await page.getByRole('button', { name: 'Change plan' }).click()
  await expect(row).toContainText('300')

  await choose('Set credits…')
  await page.getByRole('textbox', { name: 'Credits' }).fill('-5')
  await page.getByRole('button', { name: 'Set credits' }).click()
  await expect(page.getByText('A balance is never below zero.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Credits' }).fill('42')
  await page.getByRole('button', { name: 'Set credits' }).click()
  await expect(row).toContainText('42')

  await choose('Suspend…')
  await expectNoViolation(page, 'suspending somebody')
  await page.getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(row).toContainText('suspended')
  expect((await signIn(createClient(server.url), 'suspect@example.org', 'a-long-enough-password')).status).toBe(403)

  await page.getByRole('tab', { name: 'Audit Log' }).click()
  await expect(page.getByRole('row').nth(1)).toContainText('Suspended an account')
  await page.getByLabel('Show').selectOption({ label: 'Set credits' })
  await expect(page).toHaveURL(/action=set_credits/)
  await page.getByRole('button', { name: /^Details: Set credits/ }).first().click()
  await expect(page.getByRole('dialog')).toContainText('"credits": 42')
  await expectNoViolation(page, 'an entry of the audit log')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a suspended person is told so at sign-in', async ({ page, server }) => {
  const email = 'locked-out@example.org'
  await enter(page, server, email)
  const administrator = createClient(server.url)
  await administrator.post('/api/auth/sign-up/email', { email: 'locker@example.org', password: 'a-long-enough-password' })
  await administrator.post('/api/auth/email-otp/verify-email', { email: 'locker@example.org', otp: await server.codeFor('locker@example.org') })
  await server.admin(['grant', 'locker@example.org'])
  const [{ id }] = (await administrator.get(`/api/admin/people?search=${email}`)).body.people
  await administrator.put(`/api/admin/people/${id}/suspension`, { suspended: true })
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a-long-enough-password')
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('This account is suspended. Please write to the operator of this server.')).toBeVisible()
})

test('what is being crawled is shown with its owner and stopped after a question', async ({ page, server }) => {
  await enterAsAdministrator(page, server, 'crawls@example.org')
  await page.goto('/admin/crawls')
  await expect(page.getByText('Nothing is being crawled')).toBeVisible()
  await expectNoViolation(page, 'no crawls')
  const crawl = {
    ...{ id: '00000000-0000-4000-8000-000000000001', host: 'site.example', owner: { id: 'x', email: 'who@example.org' } },
    ...{ status: 'crawling', pagesCrawled: 12, pagesFound: 40, maxPages: 100, waiting: '', stopping: false },
    since: new Date().toISOString(),
  }
  await page.route('**/api/admin/crawls', (route) => route.fulfill({ json: { crawls: [crawl], total: 1 } }))
  const row = page.getByRole('row', { name: /site.example/ })
  await expect(row).toContainText('12 of 100')
  await expectNoViolation(page, 'crawls')
  const asked = page.waitForRequest('**/api/admin/crawls/*/stop')
  await page.route('**/api/admin/crawls/*/stop', (route) => route.fulfill({ status: 204 }))
  await page.getByRole('button', { name: 'Stop the crawl of site.example by who@example.org' }).click()
  await page.getByRole('button', { name: 'Stop crawl' }).click()
  expect((await asked).url()).toContain(crawl.id)
})

for (const { tab, address, api, words, byItself = false } of [
  { tab: 'overview', address: '/admin', api: 'overview', words: 'The counts could not be loaded.' },
  { tab: 'charts', address: '/admin', api: 'activity*', words: 'The charts could not be loaded.' },
  { tab: 'people', address: '/admin/people', api: 'people*', words: 'The people could not be loaded.' },
  { tab: 'crawls', address: '/admin/crawls', api: 'crawls', words: 'The crawls could not be loaded.', byItself: true },
  { tab: 'audit', address: '/admin/audit', api: 'audit*', words: 'The audit log could not be loaded.' },
]) {
  test(`${tab} that cannot be loaded say so and are asked for again`, async ({ page, server }) => {
    await enterAsAdministrator(page, server, `failing-${tab}@example.org`)
    await page.route(`**/api/admin/${api}`, (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto(address)
    await expect(page.getByText(words)).toBeVisible()
    await expectNoViolation(page, `failed ${tab}`)
    await page.unroute(`**/api/admin/${api}`)
    // What is asked for every few seconds need not be asked for by hand.
    if (!byItself) await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByText(words)).toBeHidden()
  })
}
