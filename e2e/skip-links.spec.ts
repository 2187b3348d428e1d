/** Skip links. */
import { CRAWL_ID, fakeCrawl, showCrawl } from './support/fake-crawl.ts'
import { crawlManual, signUp, saveChat } from './support/user.ts'
import { openInApp } from './support/open-in-app.ts'
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
  await openInApp(page, '/usage')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeAttached()
  await expect(page.getByRole('link', { name: /^Skip to (pages|question)/ })).toHaveCount(0)
})
