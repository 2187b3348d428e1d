/** The main screen: crawl form, Found Pages panel and assistant. */
import { expect, type Page } from '@playwright/test'

export function crawlScreen(page: Page) {
  const foundPages = page.getByRole('region', { name: 'Found Pages' })
  const input = page.getByPlaceholder('Type your message...')
  return {
    foundPages,
    input,
    tree: foundPages.getByRole('tree'),
    credits: page.getByText(/^\d+ credits$/),
    async startCrawl(url: string, limits: { pages?: number; depth?: number } = {}) {
      await page.getByLabel('Website URL').fill(url)
      if (limits.pages) await page.getByLabel('Maximum Pages').fill(String(limits.pages))
      if (limits.depth) await page.getByLabel('Maximum Depth').fill(String(limits.depth))
      await page.getByRole('button', { name: 'Start Crawling' }).click()
    },
    async process() {
      await foundPages.getByRole('button', { name: 'Process selected pages' }).click()
      await expect(page.getByText('Ask questions about the processed content')).toBeVisible()
    },
    /** Asks and waits for the line below the answer that counts its citations, or for closest passages. */
    async ask(question: string) {
      await input.fill(question)
      await page.getByRole('button', { name: /^Send/ }).click()
      await expect(page.getByText(/\d+ quoted|closest passages\. They may not/).last()).toBeVisible()
      // The view stays at the beginning of the answer, however long it is.
      await expect(page.getByRole('article', { name: 'You' }).last()).toBeInViewport()
    },
  }
}
