/** Skip links, and the collapsed crawl form on a phone. */
import { CRAWL_ID, fakeCrawl, showCrawl } from './support/fake-crawl.ts'
import { crawlManual, signUp, saveChat } from './support/user.ts'
import { expect, test } from './test.ts'

test('skips to the pages or the question by keyboard', async ({ page, server }) => {
  const person = await signUp(page, server, 'skip-links@example.org')
  const { pages } = await crawlManual(person, 1)
  const path = await saveChat(person, 'Near', pages)
  await showCrawl(page, fakeCrawl(30))
  const tree = page.getByRole('tree', { name: 'Found pages' })
  await expect(tree).toBeVisible()
  const toPages = page.getByRole('link', { name: 'Skip to pages' })
  await expect(toPages).toBeAttached()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(toPages).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(tree).toBeFocused()
  await expect(page).toHaveURL(`/?crawl=${CRAWL_ID}`)

  await page.goto(path)
  await expect(page.getByPlaceholder('Type your message...')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Skip to question' })).toBeAttached()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByPlaceholder('Type your message...')).toBeFocused()
  await page.goto('/usage')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeAttached()
  await expect(page.getByRole('link', { name: /^Skip to (pages|question)/ })).toHaveCount(0)
})

test('collapses the crawl form on a phone once there are pages', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signUp(page, server, 'folded-form@example.org')
  const url = page.getByLabel('Website URL')
  await page.goto('/')
  await expect(url).toBeVisible()
  const shown = await showCrawl(page, fakeCrawl(30))
  const change = page.getByRole('button', { name: 'Change', exact: true })
  await expect(change).toHaveAccessibleDescription('manual.example')
  await expect(url).toBeHidden()
  await change.click()
  await expect(url).toBeFocused()
  await expect(page.getByLabel('Maximum Pages')).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(url).toBeHidden()

  shown.change({ status: 'failed', error: { code: 'crawl.no-pages', message: 'No pages could be crawled' }, pages: [] })
  await page.goto(`/?crawl=${CRAWL_ID}`)
  await expect(url, 'without pages the form stays open').toBeVisible()
})
