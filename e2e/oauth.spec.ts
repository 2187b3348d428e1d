/** A program signs in through the browser, with OAuth. */
import { auth } from '@modelcontextprotocol/sdk/client/auth.js'
import { connectMcp } from '#test/mcp-client.ts'
import { createProgram, REDIRECT } from '#test/oauth-program.ts'
import { PASSWORD } from './support/account-screens.ts'
import { expectNoViolation } from './support/axe.ts'
import { createUser } from './support/user.ts'
import { expect, test } from './test.ts'

test('allows a program after signing in, and revokes it [mcp-oauth-7]', async ({ page, server }) => {
  const email = 'allows@example.org'
  await createUser(server, email)
  const serverUrl = `${server.url}/mcp`
  const { kept, provider } = createProgram()
  await auth(provider, { serverUrl })
  await page.route(`${REDIRECT}*`, (route) => route.fulfill({ contentType: 'text/html', body: 'Connected.' }))

  await page.goto(String(kept.opened))
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Let Harbour Desk use Readback?' })).toBeVisible()
  await expect(page.getByRole('main').getByText(email)).toBeVisible()
  await expect(page.getByText('You’ll return to this computer.')).toBeVisible()
  await expectNoViolation(page, 'allow a program')
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.waitForURL(`${REDIRECT}*`)
  const code = new URL(page.url()).searchParams.get('code') ?? ''
  expect(await auth(provider, { serverUrl, authorizationCode: code })).toBe('AUTHORIZED')
  const bearer = { Authorization: `Bearer ${kept.tokens?.access_token}` }
  const mcp = await connectMcp(serverUrl, bearer)
  expect((await mcp.client.listTools()).tools.length).toBeGreaterThan(6)
  await mcp.close()

  await page.goto('/connect')
  await page.getByRole('button', { name: 'Revoke Harbour Desk' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke access' }).click()
  await expect(page.getByText('No program has signed in yet.')).toBeVisible()
  await expect(connectMcp(serverUrl, bearer)).rejects.toThrow(/key\.unknown/)
})

test('returns to a program that was not allowed, and says when a request has expired [mcp-oauth-8]', async ({
  page,
  server,
}) => {
  const client = await createUser(server, 'denies@example.org')
  await page.context().addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: server.url })))
  const { kept, provider } = createProgram()
  await auth(provider, { serverUrl: `${server.url}/mcp` })
  await page.route(`${REDIRECT}*`, (route) => route.fulfill({ contentType: 'text/html', body: 'Not connected.' }))
  await page.goto(String(kept.opened))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL(`${REDIRECT}*`)
  expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')

  const screen = await page.goto('/authorize')
  expect(screen?.status()).toBe(200)
  await expect(page.getByRole('heading', { name: 'This request has expired' })).toBeVisible()
})
