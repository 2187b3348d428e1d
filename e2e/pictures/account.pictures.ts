/** Account, usage and connected programs. */
import { crawlWebsite, signUp } from '#e2e/support/user.ts'
import { expect, test } from '#e2e/test.ts'
import { takePicture } from './take-picture.ts'

test('account, usage and connected programs', async ({ page, server }) => {
  const email = 'picture-account@example.org'
  const person = await signUp(page, server, email)
  await page.goto('/')
  await page.getByRole('button', { name: 'Account' }).click()
  await takePicture(page, 'account/menu')
  await page.goto('/account')
  await expect(page.getByText('this session')).toBeVisible()
  await takePicture(page, 'account/account', { whole: true })
  await page.goto('/usage')
  await expect(page.getByText('No usage yet')).toBeVisible()
  await takePicture(page, 'account/usage-none', { whole: true })
  await crawlWebsite(person, 6)
  await page.goto('/usage')
  await expect(page.getByRole('button', { name: '6 pages crawled' })).toBeVisible()
  await takePicture(page, 'account/usage', { whole: true })
  await page.goto('/connect')
  await expect(page.getByText('curl').first()).toBeVisible()
  await takePicture(page, 'account/connect-on-the-free-plan', { whole: true })
  await server.admin(['tier', email, 'pro'])
  await page.reload()
  await page.getByLabel('Name').fill('Claude on my laptop')
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByRole('button', { name: 'Revoke Claude on my laptop' })).toBeVisible()
  await takePicture(page, 'account/connect-with-a-new-key')
})
