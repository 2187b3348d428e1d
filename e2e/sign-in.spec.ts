/** Sign-up, sign-in, verification, password reset, and what continues afterward. */
import type { Route } from '@playwright/test'
import { expectNoViolation } from './support/axe.ts'
import { createClient } from '#test/client.ts'
import { createUser, crawlManual, signUp, saveChat } from './support/user.ts'
import { OTHER_PASSWORD, PASSWORD, accountScreens, signInButton, signOut } from './support/account-screens.ts'
import { crawlScreen } from './support/crawl-screen.ts'
import { nextCode, resetLink } from './support/mail.ts'
import { expect, test } from './test.ts'

test.describe('the sign-in modal', () => {
  test('validates each field and keeps the typed text when switching views [entering-4]', async ({ page, server }) => {
    const { dialog } = accountScreens(page, server)
    await page.goto('/')
    for (const _opening of ['first', 'second']) {
      await signInButton(page).click()
      await expect(dialog.getByText('Sign in to continue')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(signInButton(page)).toBeFocused()
    }
    await signInButton(page).click()
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

    await dialog.getByRole('button', { name: 'Create account' }).click()
    await expect(dialog.getByText('Password must be at least 8 characters')).toBeVisible()
    await expect(dialog.getByText('At least 8 characters', { exact: true }), 'the error replaces the hint').toHaveCount(
      0,
    )

    await dialog.getByLabel('Email').fill('nobody@example.org')
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await dialog.getByLabel('Confirm password').fill(OTHER_PASSWORD)
    await dialog.getByRole('button', { name: 'Create account' }).click()
    await expect(dialog.getByLabel('Confirm password')).toHaveAccessibleDescription("Passwords don't match")

    await page.route('**/api/auth/sign-up/email', (route) => route.fulfill({ status: 500, json: {} }))
    await dialog.getByLabel('Confirm password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Create account' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Failed to create account. Please try again.')
    await expect(dialog.getByRole('button', { name: 'Create account' })).toBeFocused()
    await page.unroute('**/api/auth/sign-up/email')

    await dialog.getByLabel('Password', { exact: true }).fill('password123')
    await dialog.getByLabel('Confirm password').fill('password123')
    await dialog.getByRole('button', { name: 'Create account' }).click()
    await expect(dialog.getByText('This password has appeared in a data breach')).toBeVisible()
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await expect(dialog.getByLabel('Email')).toHaveValue('nobody@example.org')
  })

  test('asks an unverified address for its code, which may be pasted with spaces [entering-5]', async ({
    page,
    server,
  }) => {
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
    await expect(page.getByText('Find your code in the server log')).toBeVisible()
    await expect(page.getByText(`Enter the 7-digit code for ${email}.`), 'no mail was sent').toBeVisible()
    const first = await server.codeFor(email)

    await page.goto('/')
    await signInButton(page).click()
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/auth/verify')
    const second = await nextCode(server, email, first)

    const field = page.getByLabel('Verification code')
    await field.fill('123')
    await page.getByRole('button', { name: 'Verify email' }).click()
    await expect(field).toHaveAccessibleDescription('Verification code must be 7 digits')
    await field.fill('')
    await page.keyboard.insertText(`${first.slice(0, 3)} ${first.slice(3)}`)
    await expect(field, 'a space is no digit').toHaveValue(first)
    await page.getByRole('button', { name: 'Verify email' }).click()
    await expect(page.getByRole('alert')).toHaveText('Invalid verification code. Please try again.')

    await page.route('**/send-verification-otp', (route) => route.fulfill({ status: 500, json: {} }))
    await page.getByRole('button', { name: 'Resend code' }).click()
    await expect(page.getByRole('alert')).toHaveText('Failed to resend verification code. Please try again.')
    await page.unroute('**/send-verification-otp')
    await page.getByRole('button', { name: 'Resend code' }).click()
    await expect(page.getByRole('alert')).toHaveText('Verification code has been resent to your email')
    const third = await nextCode(server, email, second)

    await field.fill('')
    await field.evaluate(
      (input, text) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text', text)
        input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      },
      ` ${third.slice(0, 3)} ${third.slice(3, 5)} ${third.slice(5)}\n`,
    )
    await expect(field).toHaveValue(third)
    await page.getByRole('button', { name: 'Verify email' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    await expect(page.getByText(/^\d+ credits$/)).toBeVisible()
  })
})

test('counts down after a resent code, and says when the next can be sent once the limit is reached [entering-7]', async ({
  page,
  server,
}) => {
  const { dialog } = accountScreens(page, server)
  await page.clock.install()
  await page.goto('/')
  await signInButton(page).click()
  await dialog.getByRole('button', { name: 'Sign up' }).click()
  await dialog.getByLabel('Email').fill('impatient@example.org')
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByLabel('Confirm password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/auth/verify')
  const button = page.getByRole('button', { name: /^Resend code/ })
  // Five codes an hour, and the first was sent by signing up.
  for (let count = 0; count < 4; count++) {
    await button.click()
    await expect(page.getByRole('alert')).toHaveText('Verification code has been resent to your email')
    await expect(button).toBeFocused()
    await expect(button).toHaveText(/^Resend code in (60|59) s$/)
    await expect(button).toBeDisabled()
    await page.clock.fastForward('00:30')
    await expect(button).toHaveText(/^Resend code in (30|29) s$/)
    if (count === 0) await expectNoViolation(page, 'waiting to resend')
    await page.clock.fastForward('00:31')
    await expect(button).toHaveText('Resend code')
  }
  await button.click()
  await expect(page.getByRole('alert')).toHaveText(
    /^We’ve sent too many emails to this address\. Try again in \d+ min\.$/,
  )
  await expect(button).toHaveText('Resend code')

  await page.getByRole('button', { name: 'Change it' }).click()
  await dialog.getByLabel('Email').fill('patient@example.org')
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByLabel('Confirm password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('patient@example.org', { exact: true })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign in to continue' })).toBeVisible()
})

test('lets the owner in with a mailed code after too many wrong passwords [entering-8]', async ({ page, server }) => {
  const email = 'attacked@example.org'
  const { dialog } = accountScreens(page, server)
  const submit = dialog.getByRole('button', { name: 'Sign in', exact: true })
  const signUpCode = await createUser(server, email).then(() => server.codeFor(email))
  await page.goto('/')
  await signInButton(page).click()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(OTHER_PASSWORD)
  const attacker = createClient(server.url)
  for (let count = 0; count < 5; count++)
    await attacker.post('/api/auth/sign-in/email', { email, password: OTHER_PASSWORD })
  // On a very slow machine the wait of a minute is over before the click; the next wait is longer.
  await expect(async () => {
    if (await submit.isVisible()) await submit.click()
    await expect(dialog.getByRole('alert')).toHaveText(
      /^Too many wrong passwords for this email address\. Try again in \d+ min, or get a code by email to sign in now\.$/,
    )
  }).toPass()
  await expectNoViolation(page, 'paused sign-in')
  await dialog.getByRole('button', { name: 'Email me a code' }).click()
  await expect(dialog.getByLabel('Verification code')).toBeFocused()
  await expect(dialog.getByText(`If an account exists for ${email}, we’ve sent it a 7-digit code.`)).toBeVisible()
  await expect(dialog.getByText('Find your code in the server log')).toBeVisible()
  await expectNoViolation(page, 'code for a paused sign-in')
  const code = await nextCode(server, email, signUpCode)
  await dialog.getByLabel('Verification code').fill(code)
  await submit.click()
  await expect(dialog.getByRole('alert')).toHaveText('Invalid email or password')
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await submit.click()
  await expect(page.getByText(/^\d+ credits$/)).toBeVisible()
})

test('reports that there is no address to verify [entering-6]', async ({ page }) => {
  await page.goto('/auth/verify')
  await expect(page.getByRole('alert')).toHaveText('Email not found')
  await page.getByRole('button', { name: 'Resend code' }).click()
  await expect(page.getByRole('alert')).toHaveText('Email not found')
  await expectNoViolation(page, 'verification without an address')
})

test('resets a password with a link that works once [entering-1]', async ({ page, server }) => {
  const email = 'forgetful@example.org'
  const { dialog } = accountScreens(page, server)
  await signUp(page, server, email)
  await page.goto('/')
  await signOut(page)

  await signInButton(page).click()
  await dialog.getByLabel('Email').fill('stranger@example.org')
  await dialog.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(dialog.getByLabel('Email')).toHaveValue('stranger@example.org')
  const answer = dialog.getByRole('status').first()
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect(answer).toContainText('If an account exists for stranger@example.org, its link is valid for one hour.')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect(answer).toContainText(`If an account exists for ${email}, its link is valid for one hour.`)
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
  await expect(page.getByText('Your password has been changed')).toBeVisible()
  await expect(dialog, 'the message is not covered').toHaveCount(0)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Invalid email or password')
  await dialog.getByLabel('Password', { exact: true }).fill(OTHER_PASSWORD)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await expect(page.getByText(/^\d+ credits$/)).toBeVisible()

  await page.goto(link)
  await expect(page.getByRole('alert')).toHaveText(
    'This link has expired or has already been used. Please request a new one.',
  )
  await expect(page.getByRole('button', { name: 'Set new password' })).toHaveCount(0)
  await expectNoViolation(page, 'used link')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText(`If an account exists for ${email}`)).toBeVisible()
  await resetLink(server, email, link)
})

test.describe('continues after signing in', () => {
  test('with the screen that required an account, after sign-up', async ({ page, server }) => {
    const email = 'straight-to-connect@example.org'
    const { dialog } = accountScreens(page, server)
    await page.setViewportSize({ width: 844, height: 345 })
    await page.goto('/connect')
    await dialog.getByRole('button', { name: 'Sign up' }).click()
    await expect(dialog.getByLabel('Email')).toBeFocused()
    const isVisible = await dialog.getByLabel('Email').evaluate((field) => {
      const { left, top } = field.getBoundingClientRect()
      return document.elementFromPoint(left + 9, top + 9) === field
    })
    expect(isVisible, 'the focused field is not below the header of the dialog').toBe(true)
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await dialog.getByLabel('Confirm password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL('**/auth/verify')
    await page.getByLabel('Verification code').fill(await server.codeFor(email))
    await page.getByRole('button', { name: 'Verify email' }).click()
    await expect(page.getByRole('heading', { name: 'Connections' })).toBeVisible()
    await expect(page).toHaveURL(`${server.url}/connect`)
    await expect(page.getByRole('main')).toBeFocused()
  })

  test('with the list of chats and a chat by its address [entering-2]', async ({ page, server }) => {
    const email = 'visitor@example.org'
    const account = accountScreens(page, server)
    const client = await signUp(page, server, email)
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
    await expect(page.getByRole('main').getByRole('link', { name: /A chat to come back to/ })).toBeVisible()
  })

  test('with processing, asking and saving after the session has ended [entering-3]', async ({ page, server }) => {
    const email = 'interrupted@example.org'
    const { dialog } = accountScreens(page, server)
    const screen = crawlScreen(page)
    const client = await signUp(page, server, email)
    const crawl = await crawlManual(client)
    // What the screen reads in the background would clear it, or ask to sign in, before the click: it waits.
    let heldReads: Route[] | null = null
    await page.route('**/api/**', async (route) => {
      const isRead = route.request().method() === 'GET' || route.request().url().endsWith('/api/knowledge/questions')
      if (heldReads && isRead) heldReads.push(route)
      else await route.continue()
    })
    const endSession = async () => {
      heldReads = []
      await page.context().clearCookies()
    }
    const goOn = async () => {
      await expect(dialog.getByText('Sign in to continue')).toBeVisible()
      await expect(dialog.getByText('Your session has ended. Sign in again.')).toBeVisible()
      const reads = heldReads ?? []
      heldReads = null
      await dialog.getByLabel('Email').fill(email)
      await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await dialog.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('dialog', { name: 'Sign in to continue' })).toBeHidden()
      await Promise.all(reads.map((route) => route.continue()))
    }
    await page.goto(`/?crawl=${crawl.id}`)
    await screen.foundPages.getByRole('button', { name: 'Select all', exact: true }).click()
    await expect(screen.foundPages.getByRole('button', { name: 'Process selected pages' })).toBeEnabled()
    await endSession()
    await screen.foundPages.getByRole('button', { name: 'Process selected pages' }).click()
    await goOn()
    await expect(page.getByText('Ask questions about the processed content')).toBeVisible()

    await endSession()
    await screen.input.fill('How many pages does the free plan crawl?')
    await page.getByRole('button', { name: /^Send/ }).click()
    await goOn()
    await expect(page.getByText(/\d+ quoted/)).toBeVisible()

    await endSession()
    await page.getByRole('button', { name: 'Save Chat', exact: true }).click()
    await dialog.getByLabel('Chat Title').fill('Kept after all')
    await dialog.getByRole('button', { name: 'Save Chat', exact: true }).click()
    await goOn()
    await page.waitForURL(/\/chats\/[0-9a-f-]{36}$/)
    await expect(page.getByRole('heading', { name: 'Kept after all' })).toBeVisible()
  })
  test('later, when the dialog of an ended session is closed [entering-9]', async ({ page, server }) => {
    const { dialog } = accountScreens(page, server)
    const client = await signUp(page, server, 'declined@example.org')
    const { pages } = await crawlManual(client, 1)
    await page.goto(await saveChat(client, 'Declined', pages))
    await expect(page.getByRole('heading', { name: 'Declined' })).toBeVisible()
    await crawlScreen(page).input.fill('What is a credit?')
    // A read in the background would notice the end of the session first.
    await page.route('**/api/**', (route) => route.request().method() === 'POST' && route.continue())
    await page.context().clearCookies()
    await page.getByRole('button', { name: /^Send/ }).click()
    await expect(dialog.getByText('Your session has ended. Sign in again.')).toBeVisible()
    await page.keyboard.press('Escape')
    const signIn = page.getByRole('main').getByRole('button', { name: 'Sign in' })
    await expect(signIn, 'no second dialog covers it').toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await signIn.click()
    await expect(dialog.getByLabel('Email')).toBeFocused()
    await page.keyboard.press('Escape')

    await createUser(server, 'declined-preview@example.org')
    await page.goto('/')
    await accountScreens(page, server).signIn('declined-preview@example.org')
    await page.getByLabel('Website URL').fill(`${server.url}/help`)
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Preview site' }).click()
    await expect(dialog.getByText('Your session has ended. Sign in again.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(signInButton(page)).toBeVisible()
    await expect(page.getByText(/^Reading the sitemaps/), 'a preview that nobody waits for').toBeHidden()
  })
})
