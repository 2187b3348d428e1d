/** Access to the admin area. */
import type { Locator } from '@playwright/test'
import { expectNoViolation } from './support/axe.ts'
import { signUp } from './support/user.ts'
import { expect, test } from './test.ts'

test('redirects everyone but administrators from the admin area to the main screen [admin-1]', async ({
  page,
  server,
}) => {
  await page.goto('/admin/people')
  await expect(page).toHaveURL('/')
  // A visitor may be an administrator who is not signed in.
  await expect(page.getByRole('dialog').getByText('Sign in to continue')).toBeVisible()
  await signUp(page, server, 'curious@example.org')
  await page.goto('/admin/settings')
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Only administrators can open the Admin Dashboard.')).toBeVisible()
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('link', { name: 'Admin Dashboard' })).toBeHidden()
})

test('opens the admin dashboard from the user menu and shows the totals [admin-3]', async ({ page, server }) => {
  const email = 'administrator@example.org'
  await signUp(page, server, email)
  await server.admin(['grant', email])
  await page.goto('/')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('link', { name: 'Admin Dashboard' }).click()
  await expect(page).toHaveURL('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
  await expect(page.getByText('Active in the last 24 hours')).toBeVisible()
  await expect(page.locator('dl', { hasText: 'Active in the last 24 hours' })).not.toContainText('–')
  await expectNoViolation(page, 'admin dashboard')
})

test('shows a centered spinner until the session is loaded [admin-2]', async ({ page, server }) => {
  await signUp(page, server, 'nobody-special@example.org')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/me', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/admin')
  const spinner = page.getByRole('status', { name: 'Checking access' })
  await expect(spinner).toBeVisible()
  const middleOf = async (box: Locator) => {
    const { x = 0, width = 0 } = (await box.boundingBox()) ?? {}
    return Math.round(x + width / 2)
  }
  expect(await middleOf(spinner)).toBe(await middleOf(page.getByRole('main')))
  held.resolve()
  await expect(page).toHaveURL('/')
})
