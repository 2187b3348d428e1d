import { expectNoViolation } from './support/axe.ts'
import { expect, test } from './test.ts'

test('shows the manual without an account and links from page to page', async ({ page }) => {
  await page.goto('/help')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('navigation', { name: 'Manual' }).getByRole('link', { name: /crawl/i }).first().click()
  await expect(page).toHaveURL(/\/help\/crawling/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/crawl/i)
})

test('has no accessibility violation and no console error in the manual', async ({ page }) => {
  const errors: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())))
  for (const path of ['/help', '/help/running/settings', '/help/crawling/skipped-addresses']) {
    await page.goto(path)
    await expectNoViolation(page, path)
  }
  expect(errors).toEqual([])
})
