/** Sessions: several tabs, a busy server, the end of a session. */
import type { Page } from '@playwright/test'
import { signUp } from './support/user.ts'
import { accountScreens, PASSWORD, setUpTwoFactor, signInButton, signOut } from './support/account-screens.ts'
import { expect, test } from './test.ts'

test.use({ ownContext: true })

test('updates every tab when one signs in, changes the account or signs out [sessions-1]', async ({
  context,
  page,
  server,
}) => {
  const email = 'tabs@example.org'
  await (await signUp(page, server, email)).post('/api/auth/sign-out', {})
  await context.clearCookies()
  await context.addInitScript(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    window.addEventListener('readback:session', (event) => {
      if (event instanceof CustomEvent) heard.push(event.detail)
    })
  })
  const heard = (tab: Page) => tab.evaluate(() => Reflect.get(window, 'heard') as string[])
  const other = await context.newPage()
  await page.goto('/')
  await other.goto(server.url)
  await expect.poll(() => heard(other)).toEqual(['INITIAL_SESSION'])

  await accountScreens(page, server).signIn(email)
  await expect(other.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
  await expect.poll(() => heard(page)).toEqual(['INITIAL_SESSION', 'SIGNED_IN'])
  await expect.poll(() => heard(other)).toEqual(['INITIAL_SESSION', 'SIGNED_IN'])

  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('link', { name: 'Account settings' }).click()
  const { codes } = await setUpTwoFactor(page)
  await expect.poll(() => heard(page)).toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'MFA_CHALLENGE_VERIFIED'])
  await expect.poll(() => heard(other)).toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'MFA_CHALLENGE_VERIFIED'])

  // At sign-in too, instead of SIGNED_IN.
  await signOut(page)
  await expect(signInButton(other)).toBeVisible()
  const { dialog } = accountScreens(page, server)
  await signInButton(page).click()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
  await dialog.getByLabel('Recovery code').fill(codes[0] ?? '')
  await dialog.getByRole('button', { name: 'Verify' }).click()
  for (const tab of [page, other])
    await expect.poll(async () => (await heard(tab)).slice(-2)).toEqual(['SIGNED_OUT', 'MFA_CHALLENGE_VERIFIED'])

  // 404 means that the session does not exist: signed out.
  await page.route('**/api/auth/sign-out', (route) => route.fulfill({ status: 404, json: {} }))
  await signOut(page)
  await expect(signInButton(other)).toBeVisible()
  for (const tab of [page, other]) await expect.poll(async () => (await heard(tab)).at(-1)).toBe('SIGNED_OUT')

  await page.goto('/auth/reset-password?token=from-a-mail')
  for (const tab of [page, other]) await expect.poll(() => heard(tab)).toContain('PASSWORD_RECOVERY')
})

test('retries a failing sign-out, then reports it and stays signed in', async ({ page, server }) => {
  await signUp(page, server, 'stuck@example.org')
  await page.goto('/')
  let tries = 0
  await page.route('**/api/auth/sign-out', (route) => {
    tries += 1
    return route.fulfill({
      status: 503,
      json: { error: { code: 'server.busy', message: 'The database is restarting.' } },
    })
  })
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('alert')).toHaveText('The database is restarting. Please try again in a few seconds.')
  expect(tries).toBe(6)
  await expect(page.getByText(/^\d+ credits$/)).toBeVisible()
})

test('shows no sign-in form before the session is loaded [sessions-2]', async ({ page, server }) => {
  await signUp(page, server, 'known@example.org')
  let answer = () => {}
  const held = new Promise<void>((release) => (answer = release))
  await page.route('**/api/me', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/chats')
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  await expect(signInButton(page)).toHaveCount(0)
  answer()
  await expect(page.getByRole('heading', { name: 'My Chats' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
})

test('removes a session that the server rejects and retries while the server is busy [sessions-3]', async ({
  page,
  server,
}) => {
  const client = await signUp(page, server, 'patient@example.org')
  let busy = 2
  await page.route('**/api/me', (route) =>
    busy-- > 0
      ? route.fulfill({ status: 503, json: { error: { code: 'server.busy', message: 'Busy' } } })
      : route.continue(),
  )
  await page.goto('/chats')
  await expect(page.getByRole('heading', { name: 'My Chats' })).toBeVisible()
  await client.post('/api/auth/sign-out', {})
  await page.reload()
  await expect(page.getByRole('dialog').getByText('Sign in to continue')).toBeVisible()
})
