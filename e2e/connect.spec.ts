/** /connect: API keys and the examples. */
import {
  claudeCommand,
  claudeFile,
  commandFile,
  curlSteps,
  cursorFile,
  KEY_PLACEHOLDER,
} from '#shared/connect-examples.ts'
import { createKeyClient } from '#test/api-key.ts'
import { connectMcp } from '#test/mcp-client.ts'
import { expectNoViolation } from './support/axe.ts'
import { signUp } from './support/user.ts'
import { expect, test } from './test.ts'

test('creates an API key, shows it once, accepts it from a program and revokes it', async ({ page, server }) => {
  const email = 'programs@example.org'
  await signUp(page, server, email)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('link', { name: 'Help' }).last()).toHaveAttribute('href', '/help')
  await page.getByRole('link', { name: 'Connections' }).click()
  await expect(page.getByRole('heading', { name: 'Connections', level: 1 })).toBeVisible()
  await expect(page.getByText('No API keys', { exact: true })).toBeVisible()
  await expectNoViolation(page, 'connect, no keys')

  // By keyboard.
  await page.getByLabel('Name').focus()
  await page.keyboard.type('Claude on my laptop')
  await page.keyboard.press('Enter')
  const field = page.getByLabel('API key “Claude on my laptop”')
  await expect(field).toBeFocused()
  const key = await field.inputValue()
  expect(key).toMatch(/^rb_[\w-]{43}$/)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Copied', exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  const keys = page.getByRole('list', { name: 'Your API keys' })
  await expect(keys.getByText('never used')).toBeVisible()
  await expect(keys.getByText(`${key.slice(0, 10)}…`)).toBeVisible()
  await expectNoViolation(page, 'connect, a new key')

  // The examples are the ones that connect-examples.itest.ts runs.
  const connection = { origin: server.url, key }
  const examples = [
    claudeCommand(connection),
    claudeFile(connection),
    commandFile(connection),
    cursorFile(connection),
    ...curlSteps(connection).map(({ command }) => command),
  ]
  await expect(page.locator('pre')).toHaveText(examples)
  await page.getByRole('button', { name: 'Copy: In a terminal (Claude Code)' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(claudeCommand(connection))
  const mcp = await connectMcp(`${server.url}/mcp`, { Authorization: `Bearer ${key}` })
  expect((await mcp.client.listTools()).tools.length).toBeGreaterThan(6)
  await mcp.close()
  await expect(keys.getByText('last used'), 'beside the program that uses it').toBeVisible({ timeout: 20_000 })

  await page.reload()
  await expect(keys.getByText('last used')).toBeVisible()
  await expect(page.locator('body')).not.toContainText(key)
  await expect(page.locator('pre').first()).toHaveText(claudeCommand({ origin: server.url, key: KEY_PLACEHOLDER }))

  await page.getByRole('button', { name: 'Revoke Claude on my laptop' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('will lose access immediately. This can’t be undone.')).toBeVisible()
  await expectNoViolation(page, 'connect, about to revoke')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect((await createKeyClient(server.url, key)('GET', '/api/crawls')).status).toBe(200)
  await page.getByRole('button', { name: 'Revoke Claude on my laptop' }).click()
  await dialog.getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByText('No API keys', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'API keys', exact: true })).toBeFocused()
  expect((await createKeyClient(server.url, key)('GET', '/api/crawls')).status).toBe(401)
})

test('shows missing fields of a new API key at the field, and a failure as a message', async ({ page, server }) => {
  const email = 'nameless@example.org'
  await signUp(page, server, email)
  await page.goto('/connect')
  const making = page.getByRole('form', { name: 'Create an API key' })
  for (const scope of ['read', 'ask']) await making.getByRole('checkbox', { name: new RegExp(`${scope}$`) }).uncheck()
  await making.getByRole('button', { name: 'Create key' }).click()
  await expect(making.getByText('Enter a name for the key.')).toBeVisible()
  await expect(making.getByText('Select at least one permission.')).toBeVisible()
  await expectNoViolation(page, 'connect, an incomplete key')

  await making.getByLabel('Name').fill('A crawler')
  await making.getByRole('checkbox', { name: /crawl$/ }).check()
  await page.route('**/api/keys', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await making.getByRole('button', { name: 'Create key' }).click()
  await expect(making.getByText('Can’t reach Readback.')).toBeVisible()
  await page.unroute('**/api/keys')
  await making.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByLabel('API key “A crawler”')).toBeVisible()
})

test('reports API keys that cannot be loaded, and asks visitors to sign in', async ({ page, server }) => {
  await page.goto('/connect')
  await expect(page.getByRole('main').getByRole('button', { name: 'Sign in' })).toBeVisible()
  await signUp(page, server, 'no-keys@example.org')
  const failure = {
    error: { code: 'server.unexpected', message: 'Something went wrong on our side. Please try again.' },
  }
  await page.route('**/api/keys', (route) => route.fulfill({ status: 500, json: failure }))
  await page.goto('/connect')
  await expect(page.getByText('Couldn’t load your API keys.')).toBeVisible({ timeout: 20_000 })
  await page.unroute('**/api/keys')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Couldn’t load your API keys.')).toBeHidden()
})

test('shows the API reference without an account', async ({ page }) => {
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { name: 'API keys' })).toBeVisible()
  await expectNoViolation(page, 'the page of the API')
})
