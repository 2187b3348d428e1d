/** The account screen: two-factor authentication, address, password, sessions, export, deletion. */
import { readFile } from 'node:fs/promises'
import { codeOf } from '#test/authenticator.ts'
import { expectNoViolation } from './support/axe.ts'
import { signUp } from './support/user.ts'
import {
  OTHER_PASSWORD,
  PASSWORD,
  accountScreens,
  section,
  setUpTwoFactor,
  signInButton,
  signOut,
} from './support/account-screens.ts'
import { openInApp } from './support/open-in-app.ts'
import { expect, test } from './test.ts'

test('sets up two-factor authentication, requires it at sign-in, accepts a recovery code and removes it', async ({
  page,
  server,
}) => {
  const email = 'careful@example.org'
  const { dialog } = accountScreens(page, server)
  await signUp(page, server, email)
  await page.goto('/')
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('link', { name: 'Account settings' }).click()
  const factor = section(page, 'Two-factor authentication')
  await factor.getByLabel('Your password').fill(OTHER_PASSWORD)
  await factor.getByRole('button', { name: 'Set up' }).click()
  await expect(factor.getByLabel('Your password')).toHaveAccessibleDescription('Incorrect password.')
  const { secret, codes } = await setUpTwoFactor(page)
  await expectNoViolation(page, 'recovery codes')
  expect(codes.length).toBeGreaterThanOrEqual(8)
  const download = page.waitForEvent('download')
  await factor.getByRole('button', { name: 'Download' }).click()
  expect((await readFile(await (await download).path(), 'utf8')).trim().split('\n')).toEqual(codes)
  await factor.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(factor.getByText('Authenticator app: on')).toBeVisible()
  await expect(factor.getByText(codes[0] ?? '')).toHaveCount(0)

  await signOut(page)
  const typePassword = async () => {
    await signInButton(page).click()
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
  }
  await typePassword()
  await expect(dialog.getByText('Confirm it’s you')).toBeVisible()
  await expect(dialog.getByLabel('Authentication code')).toBeFocused()
  await expectNoViolation(page, 'second factor at sign-in')
  await dialog.getByLabel('Authentication code').fill('12')
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await expect(dialog.getByLabel('Authentication code')).toHaveAccessibleDescription('Code must be 6 digits')
  // The setup used the code of its 30-second step, which may be the current one: use the next.
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

  await openInApp(page, '/account')
  await factor.getByRole('button', { name: 'New recovery codes' }).click()
  await factor.getByLabel('Your password').fill(PASSWORD)
  await factor.getByRole('button', { name: 'New recovery codes' }).click()
  await expect(factor.getByRole('list', { name: 'Recovery codes' })).not.toContainText(codes[1] ?? '')
  await factor.getByRole('button', { name: 'I’ve saved them' }).click()
  await factor.getByRole('button', { name: 'Remove two-factor authentication' }).click()
  await factor.getByLabel('Your password').fill(PASSWORD)
  await factor.getByRole('button', { name: 'Remove two-factor authentication' }).click()
  await expect(factor.getByRole('button', { name: 'Set up' })).toBeVisible()
})

test('changes address and password, ends sessions, exports the data and deletes the account', async ({
  page,
  server,
}) => {
  const [email, newEmail] = ['mover@example.org', 'moved@example.org']
  const { dialog } = accountScreens(page, server)
  const elsewhere = await signUp(page, server, email)
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
  await expectNoViolation(page, 'account')

  const address = section(page, 'Email')
  await address.getByLabel('New email').fill(newEmail)
  await address.getByLabel('Your password').fill(PASSWORD)
  await address.getByRole('button', { name: 'Change email' }).click()
  await expect(address.getByText(`Your email changes to ${newEmail} once you enter the 7-digit code`)).toBeVisible()
  await expect(address.getByText(email, { exact: true })).toBeVisible()
  await address.getByLabel('Verification code').fill(await server.codeFor(newEmail))
  await address.getByRole('button', { name: 'Verify new email' }).click()
  await expect(address.getByText('Your email address has been changed.')).toBeVisible()
  await expect(address.getByText(newEmail, { exact: true })).toBeVisible()

  await elsewhere.post('/api/auth/sign-in/email', { email: newEmail, password: PASSWORD })
  await page.reload()
  const sessions = section(page, 'Sessions')
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await sessions.getByRole('button', { name: /^End session of/ }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(sessions.getByRole('list')).toBeFocused()
  expect((await elsewhere.get('/api/me')).status).toBe(401)

  await elsewhere.post('/api/auth/sign-in/email', { email: newEmail, password: PASSWORD })
  const password = section(page, 'Password')
  await password.getByLabel('Current password').fill(OTHER_PASSWORD)
  await password.getByLabel('New password', { exact: true }).fill(OTHER_PASSWORD)
  await password.getByLabel('Confirm new password').fill(OTHER_PASSWORD)
  await password.getByRole('button', { name: 'Change password' }).click()
  await expect(password.getByLabel('Current password')).toHaveAccessibleDescription('Incorrect password.')
  await password.getByLabel('Current password').fill(PASSWORD)
  await password.getByRole('button', { name: 'Change password' }).click()
  await expect(password.getByText('Your password has been changed')).toBeVisible()
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
  await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription('Incorrect password.')
  await dialog.getByLabel('Your password').fill(OTHER_PASSWORD)
  await dialog.getByRole('button', { name: 'Delete everything' }).click()
  await expect(page.getByRole('heading', { name: 'Account deleted' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(signInButton(page)).toBeVisible()
  await signInButton(page).click()
  await dialog.getByLabel('Email').fill(newEmail)
  await dialog.getByLabel('Password', { exact: true }).fill(OTHER_PASSWORD)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Invalid email or password')
})
