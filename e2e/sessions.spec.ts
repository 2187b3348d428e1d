/** What becomes of a session: in every tab, when the server is busy, when it is over. */
import type { Page } from '@playwright/test'
import { enter } from './person.ts'
import { accountScreens, setUpFactor, signInButton, signOut } from './screens/account.ts'
import { expect, test } from './test.ts'

test('every tab follows when one signs in, changes the account, or signs out', async ({ context, page, server }) => {
  const email = 'tabs@example.org'
  await (await enter(page, server, email)).post('/api/auth/sign-out', {})
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
  expect(await heard(page)).toEqual(['INITIAL_SESSION', 'SIGNED_IN'])
  expect(await heard(other)).toEqual(['INITIAL_SESSION', 'SIGNED_IN'])

  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('link', { name: 'Account settings' }).click()
  await setUpFactor(page)
  await expect.poll(() => heard(page)).toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'MFA_CHALLENGE_VERIFIED'])
  await expect.poll(() => heard(other)).toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'USER_UPDATED'])

  // A server that knows of no session has none either: 404 is as good as done.
  await page.route('**/api/auth/sign-out', (route) => route.fulfill({ status: 404, json: {} }))
  await signOut(page)
  await expect(signInButton(other)).toBeVisible()
  expect((await heard(page)).at(-1)).toBe('SIGNED_OUT')
  expect((await heard(other)).at(-1)).toBe('SIGNED_OUT')

  await page.goto('/auth/reset-password?token=from-a-mail')
  await expect.poll(() => heard(page)).toContain('PASSWORD_RECOVERY')
})

test('a sign-out that fails is tried again, then says so and leaves the person in', async ({ page, server }) => {
  await enter(page, server, 'stuck@example.org')
  await page.goto('/')
  let tries = 0
  await page.route('**/api/auth/sign-out', (route) => {
    tries += 1
    return route.fulfill({ status: 503, json: { error: { code: 'server.busy', message: 'The database is restarting.' } } })
  })
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('alert')).toHaveText('The database is restarting.')
  expect(tries).toBe(6)
  await expect(page.getByText(/^\d+ credits$/)).toBeVisible()
})

test('nobody is asked to sign in before it is known who is there', async ({ page, server }) => {
  await enter(page, server, 'known@example.org')
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

test('a session that the server refuses is removed; a busy server is asked again', async ({ page, server }) => {
  const client = await enter(page, server, 'patient@example.org')
  let busy = 2
  await page.route('**/api/me', (route) =>
    busy-- > 0 ? route.fulfill({ status: 503, json: { error: { code: 'server.busy', message: 'Busy' } } }) : route.continue(),
  )
  await page.goto('/chats')
  await expect(page.getByRole('heading', { name: 'My Chats' })).toBeVisible()
  await client.post('/api/auth/sign-out', {})
  await page.reload()
  await expect(page.getByRole('dialog').getByText('Sign in to continue')).toBeVisible()
})
