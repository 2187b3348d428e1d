/** The admin tabs: what they show, what administrators can do, and their empty and failed states. */
import type { Page } from '@playwright/test'
import { createClient } from '#test/client.ts'
import { signIn } from '#test/auth-requests.ts'
import type { RunningServer } from '#test/running-server.ts'
import { expectNoViolation } from './support/axe.ts'
import { createUser, signUp } from './support/user.ts'
import { openInApp } from './support/open-in-app.ts'
import { expect, test } from './test.ts'

async function signUpAdmin(page: Page, server: RunningServer, email: string) {
  const client = await signUp(page, server, email)
  await server.admin(['grant', email])
  return client
}

test('gives each admin tab an address and switches tabs by keyboard [administration-1]', async ({ page, server }) => {
  await signUpAdmin(page, server, 'admin-tabs@example.org')
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
    ['Audit log', '/admin/audit'],
    ['Overview', '/admin'],
  ] as const) {
    await page.getByRole('tab', { name }).click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
  }
})

test('shows charts by day, the same data as a table, and the state of database and queue', async ({ page, server }) => {
  await signUpAdmin(page, server, 'charts@example.org')
  await page.goto('/admin')
  const active = page.getByRole('img', { name: /^Active people: peak of \d+ on / })
  await expect(active).toBeVisible()
  await expect(page.getByRole('img', { name: /^Crawls/ })).toBeVisible()
  await page.getByRole('button', { name: '365 days' }).click()
  await expect(page.getByRole('img', { name: /in the last 365 days/ }).first()).toBeVisible()
  await active.hover({ position: { x: 1, y: 20 } })
  await expect(page.getByText(/: 0$/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Show as table' }).click()
  await expect(page.getByRole('region', { name: 'Per day, last 365 days' }).getByRole('row')).toHaveCount(366)
  await expect(page.getByText(/(Embedded|PostgreSQL), reachable/)).toBeVisible()
  await expect(page.getByText('Oldest queued job')).toBeVisible()
  // A year has two thousand cells for axe to check.
  await page.getByRole('button', { name: '30 days' }).click()
  await expect(page.getByRole('region', { name: 'Per day, last 30 days' })).toBeVisible()
  await expectNoViolation(page, 'overview as a table')
  await page.getByRole('button', { name: 'Show as table' }).click()
  await expectNoViolation(page, 'overview with charts')
})

test('masks stored settings, keeps them when the field is empty and clears them with Remove [administration-3]', async ({
  page,
  server,
}) => {
  await signUpAdmin(page, server, 'settings@example.org')
  await page.goto('/admin/settings')
  await expect(page.getByRole('textbox', { name: 'Zoho redirect URI' })).toHaveAttribute(
    'placeholder',
    `${server.url}/auth/zoho/callback`,
  )
  await expect(page.getByRole('textbox', { name: 'Zoho API domain' })).toHaveAttribute('placeholder', /^https:\/\//)
  const secret = page.getByLabel('Zoho client secret', { exact: true })
  await expect(secret).toHaveAttribute('type', 'password')
  await secret.fill('planted-secret-0123456789-wxyz')
  await page.getByRole('textbox', { name: 'Zoho client ID' }).fill('1000.CLIENT')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Settings saved.')).toBeVisible()
  await expect(secret).toHaveValue('')
  await page.reload()
  await expect(secret).toHaveAttribute('placeholder', '••••••••wxyz')
  const clientId = page.getByRole('textbox', { name: 'Zoho client ID' })
  await expect(clientId, 'what is no secret can be edited').toHaveValue('1000.CLIENT')
  await expect(page.getByRole('button', { name: 'Save settings' })).toBeDisabled()

  // An empty field keeps the stored secret.
  await page.getByRole('textbox', { name: 'Zoho OAuth scope' }).fill('WorkDrive.files.CREATE')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Settings saved.')).toBeVisible()
  await expect(secret).toHaveAttribute('placeholder', '••••••••wxyz')
  await expectNoViolation(page, 'settings')

  await page.getByRole('button', { name: 'Remove Zoho client secret' }).click()
  await expect(page.getByRole('dialog', { name: 'Remove this setting?' })).toBeVisible()
  await expectNoViolation(page, 'remove a setting')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Remove Zoho client secret' })).toBeHidden()
  await expect(secret).toHaveAttribute('placeholder', '')
  expect(await page.content()).not.toContain('planted')
})

test('shows the engine that a saved OpenAI key switches on and its removal switches off', async ({ page, server }) => {
  await signUpAdmin(page, server, 'openai-key@example.org')
  await page.goto('/admin/settings')
  const answers = page.getByRole('region', { name: 'Answers and summaries' })
  await expect(answers).toContainText('Built-in engine')
  await page.getByLabel('OpenAI API key', { exact: true }).fill('sk-planted-0123456789')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(answers).toContainText('Used because an OpenAI API key is saved below.')
  await expect(page.getByText('Save first: the test uses the saved key.')).toBeHidden()
  await page.getByRole('button', { name: 'Remove OpenAI API key' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(answers).toContainText('Built-in engine')
})

test('reports settings that cannot be loaded or saved and keeps the typed values [administration-2]', async ({
  page,
  server,
}) => {
  await signUpAdmin(page, server, 'broken-settings@example.org')
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
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Failed to save settings')).toBeVisible()
  await expect(scope).toHaveValue('a scope that was long to type')
  // Invalid fields are reported before a request is sent.
  await page.getByRole('textbox', { name: 'Zoho API domain' }).fill('nonsense')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Enter a full URL, e.g. https://example.org.')).toBeVisible()
  await expectNoViolation(page, 'settings that cannot be saved')
  const discard = page.getByRole('dialog', { name: 'Discard changes?' })
  await page.getByRole('tab', { name: 'People' }).click()
  await discard.getByRole('button', { name: 'Keep editing' }).click()
  await expect(scope).toHaveValue('a scope that was long to type')
  await page.getByRole('tab', { name: 'People' }).click()
  await discard.getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL('/admin/people')
})

test('shows the result of Test AI connection', async ({ page, server }) => {
  await signUpAdmin(page, server, 'ai-test@example.org')
  await page.goto('/admin/settings')
  await page.getByRole('button', { name: 'Test AI connection' }).click()
  await expect(page.getByText('No AI service is set up, so the built-in engine answers.')).toBeVisible()
  await expect(page.getByText('Save first: the test uses the saved key.')).toBeVisible()
  const found = {
    ok: true,
    words: 'a-model answered in 0.4 s.',
    error: null,
    requested_model: 'a-model',
    host: 'ai.example',
    model: 'a-model',
    ms: 400,
    models: ['a-model', 'b-model'],
  }
  await page.route('**/api/admin/settings/test-ai', (route) => route.fulfill({ json: found }))
  await page.getByRole('button', { name: 'Test AI connection' }).click()
  await expect(page.getByText('a-model answered in 0.4 s. Tested ai.example.')).toBeVisible()
  await page.getByText('2 models available').click()
  await expect(page.getByText('b-model')).toBeVisible()
  await expectNoViolation(page, 'a tested AI connection')

  // No server is asked for its models before one is chosen.
  const answers = page.getByRole('region', { name: 'Answers and summaries' })
  await answers.getByRole('button', { name: 'Change' }).click()
  await expect(answers.getByLabel('Provider')).toHaveValue('')
  await expect(answers.getByRole('button', { name: 'Use this model' })).toBeHidden()
  await answers.getByLabel('Provider').selectOption('Ollama')
  await expect(answers.getByRole('button', { name: 'Use this model' })).toBeVisible()
})

test('finds a user, changes plan and credits, suspends the account and records each action in the audit log', async ({
  page,
  server,
}) => {
  await createUser(server, 'suspect@example.org')
  await signUpAdmin(page, server, 'people@example.org')
  const viewed = page.waitForResponse((response) => response.url().includes('/api/admin/'))
  await page.goto('/admin')
  await viewed
  await openInApp(page, '/admin/people')
  await page.getByRole('searchbox', { name: 'Search people by email' }).fill('SUSPECT')
  const row = page.getByRole('row', { name: /suspect@example.org/ })
  await expect(page.getByRole('row')).toHaveCount(2)
  await expectNoViolation(page, 'people')

  const choose = async (words: string) => {
    await page.getByRole('button', { name: 'Actions for suspect@example.org' }).press('ArrowDown')
    // The menu focuses its first item after opening.
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.getByRole('menuitem', { name: words }).press('Enter')
  }
  await choose('Change plan…')
  await page.getByLabel('Pro, 300 credits').check()
  await expectNoViolation(page, 'change a plan')
  await page.getByRole('button', { name: 'Change plan' }).click()
  await expect(row).toContainText('300')

  await choose('Set credits…')
  await page.getByRole('textbox', { name: 'Credits' }).fill('-5')
  await page.getByRole('button', { name: 'Set credits' }).click()
  await expect(page.getByText('Balance can’t be negative.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Credits' }).fill('42')
  await page.getByRole('button', { name: 'Set credits' }).click()
  await expect(row).toContainText('42')

  await choose('Suspend…')
  await expectNoViolation(page, 'suspend an account')
  await page.getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(row).toContainText('suspended')
  expect((await signIn(createClient(server.url), 'suspect@example.org', 'a-long-enough-password')).status).toBe(403)

  await page.getByRole('tab', { name: 'Audit log' }).click()
  await expect(page.getByRole('row').nth(1)).toContainText('Suspended account')
  await page.getByLabel('Show', { exact: true }).selectOption({ label: 'Set credits' })
  await expect(page).toHaveURL(/action=set_credits/)
  // The list shows the entries of before until those asked for have arrived.
  await expect(page.getByRole('row', { name: /Suspended account/ })).toHaveCount(0)
  await page
    .getByRole('button', { name: /^Details: Set credits/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toContainText('300 → 42')
  await expectNoViolation(page, 'an entry of the audit log')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByLabel('Show', { exact: true }).selectOption({ label: 'All changes' })
  await expect(page.getByRole('row', { name: /Made administrator/ }).first()).toContainText('Command line')
  await expect(page.getByRole('row', { name: /Viewed dashboard/ })).toHaveCount(0)
  await page.getByRole('switch', { name: 'Show views' }).click()
  await expect(page.getByRole('row', { name: /Viewed dashboard/ }).first()).toBeVisible()
})

test('shows a suspended user the suspension at sign-in', async ({ page, server }) => {
  const email = 'locked-out@example.org'
  await signUp(page, server, email)
  const administrator = await createUser(server, 'locker@example.org')
  await server.admin(['grant', 'locker@example.org'])
  const [{ id }] = (await administrator.get(`/api/admin/people?search=${email}`)).body.people
  await administrator.put(`/api/admin/people/${id}/suspension`, { suspended: true })
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('dialog').getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a-long-enough-password')
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('This account is suspended. Contact the operator of this server.')).toBeVisible()
})

test('lists running crawls with their owners and stops one after confirmation', async ({ page, server }) => {
  await signUpAdmin(page, server, 'crawls@example.org')
  await page.goto('/admin/crawls')
  await expect(page.getByText('No running crawls')).toBeVisible()
  await expectNoViolation(page, 'no crawls')
  const crawl = {
    ...{
      id: '00000000-0000-4000-8000-000000000001',
      host: 'site.example',
      owner: { id: 'x', email: 'who@example.org' },
    },
    ...{ status: 'crawling', pagesCrawled: 12, pagesFound: 40, maxPages: 100, waiting: null, stopping: false },
    since: new Date().toISOString(),
  }
  await page.route('**/api/admin/crawls', (route) => route.fulfill({ json: { crawls: [crawl], total: 1 } }))
  const row = page.getByRole('row', { name: /site.example/ })
  await expect(row).toContainText('12 of 100')
  await expectNoViolation(page, 'crawls')
  const asked = page.waitForRequest('**/api/admin/crawls/*/stop')
  await page.route('**/api/admin/crawls/*/stop', (route) => route.fulfill({ status: 204 }))
  await page.getByRole('button', { name: 'Stop who@example.org’s crawl of site.example' }).click()
  await page.getByRole('button', { name: 'Stop crawl' }).click()
  expect((await asked).url()).toContain(crawl.id)
})

const failures = [
  { tab: 'overview', address: '/admin', api: 'overview', words: 'Couldn’t load the totals.' },
  { tab: 'charts', address: '/admin', api: 'activity*', words: 'Couldn’t load the charts.' },
  { tab: 'people', address: '/admin/people', api: 'people*', words: 'Couldn’t load people.' },
  { tab: 'crawls', address: '/admin/crawls', api: 'crawls', words: 'Couldn’t load the crawls.', polls: true },
  { tab: 'audit', address: '/admin/audit', api: 'audit*', words: 'Couldn’t load the audit log.' },
]

test('reports data of a tab that cannot be loaded and tries again', async ({ page, server }) => {
  await signUpAdmin(page, server, 'failing-tabs@example.org')
  for (const { tab, address, api, words, polls = false } of failures) {
    // Failures of the server are requested again first, which usage.spec.ts waits for.
    await page.route(`**/api/admin/${api}`, (route) => route.fulfill({ status: 400, json: {} }))
    await (address === '/admin' ? page.goto(address) : openInApp(page, address))
    await expect(page.getByText(words)).toBeVisible()
    await expectNoViolation(page, `failed ${tab}`)
    await page.unroute(`**/api/admin/${api}`)
    let isShownWhilePolling = polls
    await page.route(`**/api/admin/${api}`, async (route) => {
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
      isShownWhilePolling &&= await page.getByText(words).isVisible()
      await route.fallback()
    })
    // A list that polls recovers without a click.
    if (!polls) await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByText(words)).toBeHidden()
    expect(isShownWhilePolling, 'the report of a list that polls does not flicker').toBe(polls)
    // A list may be polled just now: the test must not end before the handler of its request.
    await page.unrouteAll({ behavior: 'wait' })
  }
})
