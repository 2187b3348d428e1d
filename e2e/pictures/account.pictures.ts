/** What belongs to a person: account, usage, connected programs. */
import { crawlManual, enter } from '#e2e/person.ts'
import { expect, test } from '#e2e/test.ts'
import { take } from './take.ts'

test('account, usage and connected programs', async ({ page, server }) => {
  const email = 'picture-account@example.org'
  const person = await enter(page, server, email)
  await page.goto('/')
  await page.getByRole('button', { name: 'Account' }).click()
  await take(page, 'account/menu')
  await page.goto('/account')
  await expect(page.getByText('this session')).toBeVisible()
  await take(page, 'account/account', { whole: true })
  await page.goto('/usage')
  await expect(page.getByText('Nothing spent yet')).toBeVisible()
  await take(page, 'account/usage-none', { whole: true })
  await crawlManual(person, 6)
  await page.goto('/usage')
  await expect(page.getByRole('link', { name: /^the crawl of/ }).first()).toBeVisible()
  await take(page, 'account/usage', { whole: true })
  await page.goto('/connect')
  await expect(page.getByText('curl').first()).toBeVisible()
  await take(page, 'account/connect-on-the-free-plan', { whole: true })
  await server.admin(['tier', email, 'pro'])
  await page.reload()
  await page.getByLabel('Name').fill('Claude on my laptop')
  await page.getByRole('button', { name: 'Make key' }).click()
  await expect(page.getByRole('button', { name: 'Revoke Claude on my laptop' })).toBeVisible()
  await take(page, 'account/connect-with-a-new-key')
})
