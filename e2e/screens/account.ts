/** The sign-in modal and the verification screen. */
import { expect, type Page } from '@playwright/test'
import type { RunningServer } from '#test/running-server.ts'

export const PASSWORD = 'a-long-enough-password'

export function accountScreens(page: Page, server: RunningServer) {
  const dialog = page.getByRole('dialog')
  return {
    dialog,
    /** From the open modal to a verified account, by the labels a person reads. */
    async signUp(email: string, atVerification: () => Promise<void> = async () => {}) {
      await expect(dialog.getByText('Sign in to continue')).toBeVisible()
      await dialog.getByRole('button', { name: 'Sign up' }).click()
      await expect(dialog.getByText('Create your account')).toBeVisible()
      await dialog.getByLabel('Email').fill(email)
      await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await dialog.getByLabel('Confirm password').fill(PASSWORD)
      await dialog.getByRole('button', { name: 'Create account' }).click()
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
