/** The sign-in modal and the verification screen. */
import { expect, type Page } from '@playwright/test'
import { codeOf } from '#test/authenticator.ts'
import type { RunningServer } from '#test/running-server.ts'

export const PASSWORD = 'a-long-enough-password'
export const OTHER_PASSWORD = 'another-long-enough-password'

export function accountScreens(page: Page, server: RunningServer) {
  const dialog = page.getByRole('dialog')
  return {
    dialog,
    /** From the open modal to a verified account, through the screens. */
    async signUp(email: string, atVerification: () => Promise<void> = async () => {}) {
      // Shown first to a newcomer who tries the manual.
      const createAccount = dialog.getByRole('button', { name: 'Create account' })
      const signUp = dialog.getByRole('button', { name: 'Sign up' })
      await expect(signUp.or(createAccount)).toBeVisible()
      if (await signUp.isVisible()) await signUp.click()
      await expect(dialog.getByText('Create your account')).toBeVisible()
      await dialog.getByLabel('Email').fill(email)
      await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await dialog.getByLabel('Confirm password').fill(PASSWORD)
      await createAccount.click()
      await page.waitForURL('**/auth/verify**')
      await expect(page.getByLabel('Verification code')).toBeVisible()
      await atVerification()
      await page.getByLabel('Verification code').fill(await server.codeFor(email))
      await page.getByRole('button', { name: 'Verify email' }).click()
      await page.waitForURL((url) => url.pathname === '/')
    },
    async signIn(email: string) {
      await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click()
      await dialog.getByLabel('Email').fill(email)
      await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await dialog.getByRole('button', { name: 'Sign in' }).click()
      await expect(dialog).toBeHidden()
    },
  }
}

export const signInButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Sign in' })
/** A section of a screen by its heading. */
export const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

export async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(signInButton(page)).toBeVisible()
}

/** Turns two-factor authentication on, from the account screen. Returns the secret and the recovery codes. */
export async function setUpTwoFactor(page: Page) {
  const factor = section(page, 'Two-factor authentication')
  await factor.getByLabel('Your password').fill(PASSWORD)
  await factor.getByRole('button', { name: 'Set up' }).click()
  await expect(factor.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = (await factor.locator('code').innerText()).replaceAll(' ', '')
  await factor.getByLabel('Authentication code').fill(codeOf(secret))
  await factor.getByRole('button', { name: 'Verify and turn on' }).click()
  const shown = factor.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(shown.first()).toBeVisible()
  const codes = await shown.allInnerTexts()
  return { secret, codes }
}
