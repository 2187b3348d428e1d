/** Account screens by keyboard alone. */
import { codeOf } from '#test/authenticator.ts'
import { OTHER_PASSWORD, PASSWORD, accountScreens, section, signInButton } from './support/account-screens.ts'
import { resetLink } from './support/mail.ts'
import { expect, test } from './test.ts'

test('signs up, sets up two-factor authentication, resets the password and signs in by keyboard alone', async ({
  page,
  server,
}) => {
  const email = 'keyboard@example.org'
  const { dialog } = accountScreens(page, server)
  const press = async (key: string) => page.keyboard.press(key)
  /** Presses Tab until `name` has the focus. */
  const tabTo = async (role: 'button' | 'link' | 'textbox', name: string | RegExp) => {
    const target = page.getByRole(role, { name, exact: typeof name === 'string' })
    for (let presses = 0; presses < 60; presses += 1) {
      if ((await target.count()) === 1 && (await target.evaluate((node) => node === document.activeElement))) return
      await press('Tab')
    }
    throw new Error(`Tab does not reach ${String(name)}`)
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
  await expect(dialog.getByRole('button', { name: 'Show password' }).first()).toBeFocused()
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
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
  await tabTo('button', 'Change password')
  await press('Tab')
  await type(PASSWORD)
  await press('Enter')
  const factor = section(page, 'Two-factor authentication')
  await expect(factor.getByLabel('Authentication code')).toBeFocused()
  const secret = (await factor.locator('code').innerText()).replaceAll(' ', '')
  await type(codeOf(secret))
  await press('Enter')
  await expect(factor.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused()
  await tabTo('button', 'I’ve saved them')
  await press('Enter')
  await expect(factor.getByText('Authenticator app: on')).toBeVisible()
  await press('Tab')
  await expect(factor.getByRole('button', { name: 'New recovery codes' })).toBeFocused()

  await tabTo('button', 'Account')
  await press('Enter')
  await tabTo('button', 'Sign out')
  await press('Enter')
  await expect(signInButton(page)).toBeVisible()
  await expect(page).toHaveURL('/')
  await tabTo('button', 'Sign in')
  await press('Enter')
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await tabTo('button', 'Forgot password?')
  await press('Enter')
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await type(email)
  await press('Enter')
  await expect(dialog.getByText('its link is valid for one hour')).toBeVisible()

  await page.goto(await resetLink(server, email))
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused()
  const frame = page.locator('.mantine-PasswordInput-input').first()
  await expect(frame, 'a focused password has a ring').toHaveCSS('outline-style', 'solid')
  await type(OTHER_PASSWORD)
  await press('Tab')
  await press('Tab')
  await type(OTHER_PASSWORD)
  await press('Enter')
  await expect(page.getByRole('main').getByRole('button', { name: 'Sign in' })).toBeFocused()
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
