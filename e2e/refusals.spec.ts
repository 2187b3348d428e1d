/** Questions that the pages do not answer: the closest passages, and addresses that could be crawled next. */
import { openWebsite, type Website } from '#test/website.ts'
import { expectNoViolation } from './support/axe.ts'
import { crawlScreen } from './support/crawl-screen.ts'
import { crawl as crawlSite, saveChat, signUp } from './support/user.ts'
import { expect, test as base } from './test.ts'

const article = (title: string, text: string, links: string[] = []) =>
  `<html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${text}</p>${links.map((link) => `<a href="${link}">More</a>`).join(' ')}</main></html>`

const openLighthouses = () =>
  openWebsite({
    '/': article('Lighthouses', 'The lighthouse of Hook Head was built in the thirteenth century by William Marshal.', [
      '/towers',
      '/guide/changing-batteries.html',
      '/guide/paint',
    ]),
    '/towers': article('Towers', 'Its tower is four storeys high above the rocks of the peninsula.', [
      '/deep/battery-recycling',
    ]),
    '/guide/changing-batteries.html': article(
      'Batteries',
      'The batteries of the lamp are changed every second winter by the keeper.',
    ),
    '/guide/paint': article('Paint', 'The tower is painted in black and white bands.'),
    '/deep/battery-recycling': article('Recycling', 'Old batteries are shipped to Waterford and recycled there.'),
  })

const test = base.extend<{ site: Website }>({
  // Playwright requires a destructuring pattern as first parameter.
  // eslint-disable-next-line no-empty-pattern
  site: async ({}, use) => {
    const site = await openLighthouses()
    await use(site)
    await site.close()
  },
})

const QUESTION = 'How often are the batteries of the lighthouse lamp changed?'
/** No page has the name. */
const ABOUT_A_NAME = 'Did Robert Stevenson change the batteries of the lighthouse?'

test('shows the closest passages for a refused question and answers it after a suggested page is added [refusals-2]', async ({
  page,
  server,
  site,
}) => {
  const person = await signUp(page, server, 'refused@example.org')
  const crawl = await crawlSite(person, { url: site.origin, maxPages: 2, maxDepth: 1 })
  const path = await saveChat(person, 'Lamps', crawl.pages)
  await page.goto(path)
  const { input } = crawlScreen(page)
  const answer = page.getByRole('article', { name: 'AI Assistant' }).last()
  await input.fill(ABOUT_A_NAME)
  await page.keyboard.press('Enter')
  await expect(answer.getByText('The selected pages don’t answer this.')).toBeVisible()
  const nearest = answer.getByRole('region', { name: 'Closest passages' })
  await expect(nearest.getByRole('button').first()).toContainText('lighthouse of Hook Head')
  await expect(answer.getByText(/\d (quoted|paraphrased|statements? without a source)/)).toBeHidden()
  const offers = answer.getByRole('region', { name: 'Not crawled yet' })
  await expect(offers).toContainText('2 pages that match your question haven’t been crawled yet.')
  await expectNoViolation(page, 'a refusal')

  await nearest.getByRole('button').first().click()
  await expect(page.locator('mark').first()).toHaveText(/lighthouse of Hook Head/)
  await page.keyboard.press('Escape')

  await page.reload()
  await expect(nearest).toBeVisible()
  await offers.getByRole('button', { name: 'Crawl this page: Changing batteries' }).click()
  await page.waitForURL(/\/crawl\?crawl=/)
  await expect(page.getByRole('treeitem', { name: /Batteries/ })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Chat' }).click()
  await expect(page.getByText('Sources').first()).toBeVisible()
  await input.fill(QUESTION)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/\d quoted/)).toBeVisible()
  await expect(answer).toContainText('every second winter')
  await expect(page.getByRole('region', { name: 'Not crawled yet' }), 'only under the newest answer').toBeHidden()
})

test('crawls all suggested addresses, and opens the upgrade modal when credits are insufficient [refusals-4]', async ({
  page,
  server,
  site,
}) => {
  const person = await signUp(page, server, 'offered@example.org')
  const crawl = await crawlSite(person, { url: site.origin, maxPages: 2, maxDepth: 1 })
  await page.goto(`/?crawl=${crawl.id}`)
  const screen = crawlScreen(page)
  await screen.foundPages.getByRole('button', { name: 'Select all', exact: true }).click()
  await screen.process()
  await screen.input.fill(QUESTION)
  await page.keyboard.press('Enter')
  const offers = page.getByRole('region', { name: 'Not crawled yet' })
  await expect(offers).toBeVisible()
  await expect(page.getByText(/^Built-in engine · based on/)).toBeVisible()
  await server.admin(['credits', 'offered@example.org', '1'])
  await expect(page.getByRole('banner').getByRole('link', { name: '1 credit', exact: true })).toBeVisible()
  // A new balance changes the layout: a click at that moment can miss the button, a key cannot.
  await offers.getByRole('button', { name: 'Crawl all 2' }).press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Upgrade')
  await page.keyboard.press('Escape')
  await expect(offers.getByText(/^Insufficient credits\. You need at least 2 credits/)).toBeVisible()
  await server.admin(['credits', 'offered@example.org', '2'])
  await offers.getByRole('button', { name: 'Crawl all 2' }).click()
  await expect(screen.tree.getByRole('treeitem', { name: /Batteries/ })).toBeVisible()
  await expect(screen.tree.getByRole('treeitem', { name: /Recycling/ })).toBeVisible()
  await expect(screen.tree.getByRole('treeitem', { name: /Paint/ }), 'and nothing else').toBeHidden()
})
