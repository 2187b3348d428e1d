import AxeBuilder from '@axe-core/playwright'
import { expect, test } from './test.ts'

test('the manual opens without an account and leads from page to page', async ({ page }) => {
  await page.goto('/help')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('navigation', { name: 'Manual' }).getByRole('link', { name: /crawl/i }).first().click()
  await expect(page).toHaveURL(/\/help\/crawling/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/crawl/i)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the manual has no accessibility violation in ${colorScheme} colours`, async ({ browser, server }) => {
    const context = await browser.newContext({ baseURL: server.url, colorScheme })
    const page = await context.newPage()
    const refused: string[] = []
    page.on('console', (message) => void (message.type() === 'error' && refused.push(message.text())))
    for (const path of ['/help', '/help/running/settings', '/help/crawling/skipped-addresses']) {
      await page.goto(path)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations).toEqual([])
    }
    expect(refused, 'the content security policy refuses nothing').toEqual([])
    await context.close()
  })
}
