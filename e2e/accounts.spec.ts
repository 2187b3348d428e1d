/** Everything about who somebody is, as a person meets it on the screen. */
import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { codeOf } from '#test/authenticator.ts'
import { startIssuer } from '#test/issuer.ts'
import { startServer } from '#test/running-server.ts'
import { expectNoViolation } from './axe.ts'
import { crawlManual, enter, saveChat } from './person.ts'
import { PASSWORD, accountScreens } from './screens/account.ts'
import { crawlScreen } from './screens/crawl-screen.ts'
import { freshCode, resetLink } from './screens/mail.ts'
import { expect, test } from './test.ts'

const OTHER_PASSWORD = 'another-long-enough-password'

const signInButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Sign in' })
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(signInButton(page)).toBeVisible()
}

/** From the account screen to a second factor; answers its secret and recovery codes. */
async function setUpFactor(page: Page) {
  const factor = section(page, 'Second factor')
  await factor.getByLabel('Your password').fill(PASSWORD)
  await factor.getByRole('button', { name: 'Set up second factor' }).click()
  await expect(factor.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = (await factor.locator('code').innerText()).replaceAll(' ', '')
  await factor.getByLabel('Authentication code').fill(codeOf(secret))
  await factor.getByRole('button', { name: 'Verify and turn on' }).click()
  const shown = factor.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(shown.first()).toBeVisible()
  const codes = await shown.allInnerTexts()
  return { secret, codes }
}

test.describe('the sign-in modal', () => {
  test('complains at each field in the words of the form, and keeps what was typed when its view changes', async ({
    page,
    server,
  }) => {
    const { dialog } = accountScreens(page, server)
    await page.goto('/')
    await signInButton(page).click()
    await expect(dialog.getByText('Sign in to continue')).toBeVisible()
    await dialog.getByLabel('Email').fill('nobody')
    await dialog.getByLabel('Password', { exact: true }).fill('short')
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription('Invalid email address')
    await expect(dialog.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      'Password must be at least 8 characters',
    )
    await dialog.getByRole('button', { name: 'Sign up' }).click()
    await expect(dialog.getByText('Create your account')).toBeVisible()
    await expect(dialog.getByLabel('Email')).toHaveValue('nobody')
    await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription('Invalid email address')
    await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue('short')

    await dialog.getByLabel('Email').fill('nobody@example.org')
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await dialog.getByLabel('Confirm password').fill(OTHER_PASSWORD)
    await dialog.getByRole('button', { name: 'Create account' }).click()
    await expect(dialog.getByLabel('Confirm password')).toHaveAccessibleDescription("Passwords don't match")

    await page.route('**/api/auth/sign-up/email', (route) => route.fulfill({ status: 500, json: {} }))
    await dialog.getByLabel('Confirm password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Create account' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Failed to create account. Please try again.')
    await page.unroute('**/api/auth/sign-up/email')

    await dialog.getByLabel('Password', { exact: true }).fill('password123')
    await dialog.getByLabel('Confirm password').fill('password123')
    await dialog.getByRole('button', { name: 'Create account' }).click()
    await expect(dialog.getByText('This password is known from breaches')).toBeVisible()
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await expect(dialog.getByLabel('Email')).toHaveValue('nobody@example.org')
  })

  test('leads an address that is not verified to its code, which may be pasted with spaces', async ({ page, server }) => {
    const email = 'unverified@example.org'
    const { dialog } = accountScreens(page, server)
    await page.goto('/')
    await signInButton(page).click()
    await dialog.getByRole('button', { name: 'Sign up' }).click()
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await dialog.getByLabel('Confirm password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL('**/auth/verify')
    await expect(page.getByText('The code is printed in its log')).toBeVisible()
    const first = await server.codeFor(email)

    await page.goto('/')
    await signInButton(page).click()
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/auth/verify')
    const second = await freshCode(server, email, first)

    const field = page.getByLabel('Verification code')
    await field.fill('123')
    await page.getByRole('button', { name: 'Verify email' }).click()
    await expect(field).toHaveAccessibleDescription('Verification code must be 7 digits')
    await field.fill(first)
    await page.getByRole('button', { name: 'Verify email' }).click()
    await expect(page.getByRole('alert')).toHaveText('Invalid verification code. Please try again.')

    await page.route('**/send-verification-otp', (route) => route.fulfill({ status: 500, json: {} }))
    await page.getByRole('button', { name: 'Resend code' }).click()
    await expect(page.getByRole('alert')).toHaveText('Failed to resend verification code. Please try again.')
    await page.unroute('**/send-verification-otp')
    await page.getByRole('button', { name: 'Resend code' }).click()
    await expect(page.getByRole('alert')).toHaveText('Verification code has been resent to your email')
    const third = await freshCode(server, email, second)

    await field.fill('')
    await field.evaluate((input, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', text)
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, ` ${third.slice(0, 3)} ${third.slice(3, 5)} ${third.slice(5)}\n`)
    await expect(field).toHaveValue(third)
    await page.getByRole('button', { name: 'Verify email' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    await expect(page.getByText(/^\d+ credits$/)).toBeVisible()
  })
})

test('says that there is no address to verify when none is stored', async ({ page }) => {
  await page.goto('/auth/verify')
  await expect(page.getByRole('alert')).toHaveText('Email not found')
  await page.getByRole('button', { name: 'Resend code' }).click()
  await expect(page.getByRole('alert')).toHaveText('Email not found')
  await expectNoViolation(page, 'verification without an address')
})

test('a lost password is replaced by a link from the mail, which works once', async ({ page, server }) => {
  const email = 'forgetful@example.org'
  const { dialog } = accountScreens(page, server)
  await enter(page, server, email)
  await page.goto('/')
  await signOut(page)

  await signInButton(page).click()
  await dialog.getByLabel('Email').fill('stranger@example.org')
  await dialog.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(dialog.getByLabel('Email')).toHaveValue('stranger@example.org')
  const answer = dialog.getByRole('status').first()
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect(answer).toContainText('If there is an account for stranger@example.org, a link is on its way.')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect(answer).toContainText(`If there is an account for ${email}, a link is on its way.`)
  await expectNoViolation(page, 'forgotten password')

  const link = await resetLink(server, email)
  await page.goto(link)
  await expect(page).toHaveURL(`${server.url}/auth/reset-password`)
  await page.getByLabel('New password', { exact: true }).fill(OTHER_PASSWORD)
  await page.getByLabel('Confirm new password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByLabel('Confirm new password')).toHaveAccessibleDescription("Passwords don't match")
  await page.getByLabel('Confirm new password').fill(OTHER_PASSWORD)
  await expectNoViolation(page, 'new password')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText('Your new password is set')).toBeVisible()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Invalid email or password')
  await dialog.getByLabel('Password', { exact: true }).fill(OTHER_PASSWORD)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await expect(page.getByText(/^\d+ credits$/)).toBeVisible()

  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill(OTHER_PASSWORD)
  await page.getByLabel('Confirm new password').fill(OTHER_PASSWORD)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByRole('alert')).toHaveText('This link has expired or was used already. Please ask for a new one.')
  await expectNoViolation(page, 'used link')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText(`If there is an account for ${email}`)).toBeVisible()
  await resetLink(server, email, link)
})

test('a second factor is set up, asked for at sign-in, replaced by a recovery code and removed', async ({
  page,
  server,
}) => {
  const email = 'careful@example.org'
  const { dialog } = accountScreens(page, server)
  await enter(page, server, email)
  await page.goto('/')
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('link', { name: 'Account settings' }).click()
  const factor = section(page, 'Second factor')
  await factor.getByLabel('Your password').fill(OTHER_PASSWORD)
  await factor.getByRole('button', { name: 'Set up second factor' }).click()
  await expect(factor.getByLabel('Your password')).toHaveAccessibleDescription('This is not your password.')
  const { secret, codes } = await setUpFactor(page)
  await expectNoViolation(page, 'recovery codes')
  expect(codes.length).toBeGreaterThanOrEqual(8)
  const download = page.waitForEvent('download')
  await factor.getByRole('button', { name: 'Download' }).click()
  expect((await readFile(await (await download).path(), 'utf8')).trim().split('\n')).toEqual(codes)
  await factor.getByRole('button', { name: 'I have kept them' }).click()
  await expect(factor.getByText('Authenticator app: verified')).toBeVisible()
  await expect(factor.getByText(codes[0] ?? '')).toHaveCount(0)

  await signOut(page)
  const typePassword = async () => {
    await signInButton(page).click()
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
  }
  await typePassword()
  await expect(dialog.getByText('Confirm that it is you')).toBeVisible()
  await expect(dialog.getByLabel('Authentication code')).toBeFocused()
  await expectNoViolation(page, 'second factor at sign-in')
  await dialog.getByLabel('Authentication code').fill('12')
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await expect(dialog.getByLabel('Authentication code')).toHaveAccessibleDescription('The code has 6 digits')
  // The step of thirty seconds that the enrolment used up may be over or not; the next one is fresh.
  await dialog.getByLabel('Authentication code').fill(codeOf(secret, Date.now() + 30_000))
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await expect(dialog).toBeHidden()
  await signOut(page)

  await typePassword()
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
  await dialog.getByLabel('Recovery code').fill('not-a-code')
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Invalid code. Please try again.')
  await dialog.getByLabel('Recovery code').fill(codes[0] ?? '')
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await expect(dialog).toBeHidden()

  await page.goto('/account')
  await factor.getByRole('button', { name: 'New recovery codes' }).click()
  await factor.getByLabel('Your password').fill(PASSWORD)
  await factor.getByRole('button', { name: 'New recovery codes' }).click()
  await expect(factor.getByRole('list', { name: 'Recovery codes' })).not.toContainText(codes[1] ?? '')
  await factor.getByRole('button', { name: 'I have kept them' }).click()
  await factor.getByRole('button', { name: 'Remove second factor' }).click()
  await factor.getByLabel('Your password').fill(PASSWORD)
  await factor.getByRole('button', { name: 'Remove second factor' }).click()
  await expect(factor.getByRole('button', { name: 'Set up second factor' })).toBeVisible()
})

test('the account screen changes address and password, ends sessions, hands out the data and deletes the account', async ({
  page,
  server,
}) => {
  const [email, newEmail] = ['mover@example.org', 'moved@example.org']
  const { dialog } = accountScreens(page, server)
  const elsewhere = await enter(page, server, email)
  await page.goto('/account')
  await expectNoViolation(page, 'account')

  const address = section(page, 'Email')
  await address.getByLabel('New email').fill(newEmail)
  await address.getByLabel('Your password').fill(PASSWORD)
  await address.getByRole('button', { name: 'Change email' }).click()
  await expect(address.getByText('Until you type it here')).toBeVisible()
  await expect(address.getByText(email, { exact: true })).toBeVisible()
  await address.getByLabel('Verification code').fill(await server.codeFor(newEmail))
  await address.getByRole('button', { name: 'Verify new email' }).click()
  await expect(address.getByText('Your address is changed.')).toBeVisible()
  await expect(address.getByText(newEmail, { exact: true })).toBeVisible()

  await elsewhere.post('/api/auth/sign-in/email', { email: newEmail, password: PASSWORD })
  await page.reload()
  const sessions = section(page, 'Sessions')
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await sessions.getByRole('button', { name: /^End the session/ }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  expect((await elsewhere.get('/api/me')).status).toBe(401)

  await elsewhere.post('/api/auth/sign-in/email', { email: newEmail, password: PASSWORD })
  const password = section(page, 'Password')
  await password.getByLabel('Current password').fill(OTHER_PASSWORD)
  await password.getByLabel('New password', { exact: true }).fill(OTHER_PASSWORD)
  await password.getByLabel('Confirm new password').fill(OTHER_PASSWORD)
  await password.getByRole('button', { name: 'Change password' }).click()
  await expect(password.getByLabel('Current password')).toHaveAccessibleDescription('This is not your password.')
  await password.getByLabel('Current password').fill(PASSWORD)
  await password.getByRole('button', { name: 'Change password' }).click()
  await expect(password.getByText('Your password is changed')).toBeVisible()
  expect((await elsewhere.get('/api/me')).status).toBe(401)

  const exported = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export my data' }).click()
  const file = await exported
  expect(file.suggestedFilename()).toMatch(/^readback-export-\d{4}-\d\d-\d\d\.json$/)
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({ account: { email: newEmail } })

  await page.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.getByLabel('Your password')).toBeFocused()
  await expectNoViolation(page, 'delete account')
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Delete everything' }).click()
  await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription('This is not your password.')
  await dialog.getByLabel('Your password').fill(OTHER_PASSWORD)
  await dialog.getByRole('button', { name: 'Delete everything' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible()
  await expect(signInButton(page)).toBeVisible()
  await signInButton(page).click()
  await dialog.getByLabel('Email').fill(newEmail)
  await dialog.getByLabel('Password', { exact: true }).fill(OTHER_PASSWORD)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Invalid email or password')
})

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

test.describe('what a visitor wanted goes on after signing in', () => {
  test('opening the chats, and a chat by its address', async ({ page, server }) => {
    const email = 'visitor@example.org'
    const account = accountScreens(page, server)
    const client = await enter(page, server, email)
    const path = await saveChat(client, 'A chat to come back to', (await crawlManual(client)).pages)
    const typeCredentials = async () => {
      await account.dialog.getByLabel('Email').fill(email)
      await account.dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await account.dialog.getByRole('button', { name: 'Sign in' }).click()
    }
    await page.context().clearCookies()
    await page.goto(path)
    await typeCredentials()
    await expect(page.getByRole('heading', { name: 'A chat to come back to' })).toBeVisible()
    await expect(page).toHaveURL(server.url + path)

    await page.context().clearCookies()
    await page.goto('/')
    await page.getByRole('button', { name: 'Chats' }).click()
    await typeCredentials()
    await expect(page).toHaveURL(`${server.url}/chats`)
    await expect(page.getByRole('link', { name: /A chat to come back to/ })).toBeVisible()
  })

  test('processing, asking and saving, when the session has ended meanwhile', async ({ page, server }) => {
    const email = 'interrupted@example.org'
    const { dialog } = accountScreens(page, server)
    const screen = crawlScreen(page)
    const client = await enter(page, server, email)
    const crawl = await crawlManual(client)
    const goOn = async () => {
      await expect(dialog.getByText('Sign in to continue')).toBeVisible()
      await dialog.getByLabel('Email').fill(email)
      await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await dialog.getByRole('button', { name: 'Sign in' }).click()
    }
    await page.goto(`/?crawl=${crawl.id}`)
    await screen.foundPages.getByRole('button', { name: 'Select all' }).click()
    await expect(screen.foundPages.getByRole('button', { name: 'Process selected pages' })).toBeEnabled()
    await page.context().clearCookies()
    await screen.foundPages.getByRole('button', { name: 'Process selected pages' }).click()
    await goOn()
    await expect(page.getByText('Ask questions about the processed content')).toBeVisible()

    await page.context().clearCookies()
    await screen.input.fill('How many pages does the free plan crawl?')
    await page.getByRole('button', { name: /^Send/ }).click()
    await goOn()
    await expect(page.getByText(/\d+ of \d+ citations? verified/)).toBeVisible()

    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Save Chat' }).click()
    await dialog.getByLabel('Chat Title').fill('Kept after all')
    await dialog.getByRole('button', { name: 'Save Chat' }).click()
    await goOn()
    await page.waitForURL(/\/chats\/[0-9a-f-]{36}$/)
    await expect(page.getByRole('heading', { name: 'Kept after all' })).toBeVisible()
  })
})

test('an outside issuer lets a person in, and is linked and unlinked on the account screen', async ({ browser }) => {
  const issuer = await startIssuer()
  issuer.person.email = 'outside@example.org'
  const server = await startServer({
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: issuer.clientId,
    OIDC_CLIENT_SECRET: issuer.clientSecret,
    OIDC_NAME: 'Example Login',
  })
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  const { dialog } = accountScreens(page, server)
  try {
    await page.goto('/')
    await page.getByRole('button', { name: 'Chats' }).click()
    const enterOutside = dialog.getByRole('button', { name: 'Continue with Example Login' })
    await expect(enterOutside).toBeVisible()
    await expectNoViolation(page, 'modal with an issuer')
    await enterOutside.click()
    await page.waitForURL('**/chats')
    await expect(page.getByRole('heading', { name: 'My Chats' })).toBeVisible()

    await page.goto('/account')
    const ways = section(page, 'Ways in')
    await ways.getByRole('button', { name: 'Unlink' }).click()
    await expect(ways.getByRole('alert')).toHaveText('This is your only way in. Set a password first.')
    const password = section(page, 'Password')
    await password.getByLabel('New password', { exact: true }).fill(PASSWORD)
    await password.getByLabel('Confirm new password').fill(PASSWORD)
    await password.getByRole('button', { name: 'Set password' }).click()
    await expect(password.getByLabel('Current password')).toBeVisible()
    await ways.getByRole('button', { name: 'Unlink' }).click()
    await expect(ways.getByRole('listitem')).toHaveCount(1)
    await expectNoViolation(page, 'ways in')
    await ways.getByRole('button', { name: 'Link Example Login' }).click()
    await expect(ways.getByRole('listitem')).toHaveCount(2)

    // An address that the issuer does not vouch for opens nothing.
    await signOut(page)
    issuer.person = { sub: 'two', email: 'unproven@example.org', email_verified: false, name: 'Two' }
    await signInButton(page).click()
    await enterOutside.click()
    await expect(dialog.getByRole('alert')).toHaveText(
      'Signing in through Example Login did not succeed. Please try again.',
    )
  } finally {
    await context.close()
    await server.close()
    await issuer.close()
  }
})

test('the keyboard alone signs up, verifies, sets up a second factor, resets the password and signs in', async ({
  page,
  server,
}) => {
  const email = 'keyboard@example.org'
  const { dialog } = accountScreens(page, server)
  const press = async (key: string) => page.keyboard.press(key)
  /** Goes on with Tab until `name` has the focus. */
  const tabTo = async (role: 'button' | 'link' | 'textbox', name: string | RegExp) => {
    const target = page.getByRole(role, { name, exact: typeof name === 'string' })
    for (let presses = 0; presses < 60; presses += 1) {
      if ((await target.count()) === 1 && (await target.evaluate((node) => node === document.activeElement))) return
      await press('Tab')
    }
    throw new Error(`Tab does not lead to ${String(name)}`)
  }
  const type = (text: string) => page.keyboard.type(text)

  await page.goto('/')
  await tabTo('button', 'Sign in')
  await press('Enter')
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await tabTo('button', 'Sign up')
  await press('Enter')
  await tabTo('textbox', 'Email')
  await type(email)
  await press('Tab')
  await type(PASSWORD)
  await press('Tab')
  await type(PASSWORD)
  await press('Enter')
  await expect(page.getByLabel('Verification code')).toBeFocused()
  await type(await server.codeFor(email))
  await press('Enter')
  await expect(page.getByText(/^\d+ credits$/)).toBeVisible()

  await tabTo('button', 'Account')
  await press('Enter')
  await tabTo('link', 'Account settings')
  await press('Enter')
  await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible()
  await tabTo('button', 'Change password')
  await press('Tab')
  await type(PASSWORD)
  await press('Enter')
  const factor = section(page, 'Second factor')
  await expect(factor.getByLabel('Authentication code')).toBeFocused()
  const secret = (await factor.locator('code').innerText()).replaceAll(' ', '')
  await type(codeOf(secret))
  await press('Enter')
  await expect(factor.getByRole('heading', { name: 'Keep your recovery codes' })).toBeFocused()
  await tabTo('button', 'I have kept them')
  await press('Enter')
  await expect(factor.getByText('Authenticator app: verified')).toBeVisible()
  await press('Tab')
  await expect(factor.getByRole('button', { name: 'New recovery codes' })).toBeFocused()

  await tabTo('button', 'Account')
  await press('Enter')
  await tabTo('button', 'Sign out')
  await press('Enter')
  await expect(signInButton(page)).toBeVisible()
  await tabTo('button', 'Sign in')
  await press('Enter')
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await tabTo('button', 'Forgot password?')
  await press('Enter')
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await type(email)
  await press('Enter')
  await expect(dialog.getByText('a link is on its way')).toBeVisible()

  await page.goto(await resetLink(server, email))
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused()
  await type(OTHER_PASSWORD)
  await press('Tab')
  await type(OTHER_PASSWORD)
  await press('Enter')
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await type(email)
  await press('Tab')
  await type(OTHER_PASSWORD)
  await press('Enter')
  await expect(dialog.getByLabel('Authentication code')).toBeFocused()
  await type(codeOf(secret, Date.now() + 30_000))
  await press('Enter')
  await page.waitForURL((url) => url.pathname === '/')
  await expect(page.getByText(/^\d+ credits$/)).toBeVisible()
})
