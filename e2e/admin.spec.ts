/** The guarded admin area. */
import { expectNoViolation } from './axe.ts'
import { enter } from './person.ts'
import { expect, test } from './test.ts'

test('the admin area sends everyone but administrators to the main screen', async ({ page, server }) => {
  await page.goto('/admin/people')
  await expect(page).toHaveURL('/')
  // A visitor may be one of them: signing in leads back.
  await expect(page.getByRole('dialog').getByText('Sign in to continue')).toBeVisible()
  await enter(page, server, 'curious@example.org')
  await page.goto('/admin/settings')
  await expect(page).toHaveURL('/')
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('link', { name: 'Admin Dashboard' })).toBeHidden()
})

test('an administrator gets there from the user menu and sees the counts', async ({ page, server }) => {
  const email = 'administrator@example.org'
  await enter(page, server, email)
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

test('a spinner stands in the middle while it is not known who asks', async ({ page, server }) => {
  await enter(page, server, 'nobody-special@example.org')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/me', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/admin')
  await expect(page.getByRole('status', { name: 'Checking who you are' })).toBeVisible()
  held.resolve()
  await expect(page).toHaveURL('/')
})
