/** Skip links, and what screen readers announce after navigation: title and focus. */
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

  await openInApp(page, `${path}/crawl`)
  await expect(page).toHaveTitle('Add pages to Near · Readback')
  for (const name of ['Back to Chat', 'Chats']) {
    await expect(page.getByRole('link', { name, exact: true })).not.toHaveAttribute('aria-current')
  }
  await openInApp(page, '/usage')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeAttached()
  await expect(page.getByRole('link', { name: /^Skip to (pages|question)/ })).toHaveCount(0)
})

test('announces a new screen by its title and the focus once it has loaded', async ({ page, server }) => {
  await signUp(page, server, 'announced@example.org')
  await page.goto('/')
  await expect(page).toHaveTitle('Readback')
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/chats-screen-.*\.js/, async (route) => {
    await held.promise
    await route.continue()
  })
  const main = page.getByRole('main')
  const chats = page.getByRole('banner').getByRole('link', { name: 'Chats' })
  await chats.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/chats')
  await expect(page, 'of the screen that is still shown').toHaveTitle('Readback')
  await expect(chats, 'the screen that is still shown keeps the focus').toBeFocused()
  held.resolve()
  await expect(page).toHaveTitle('My Chats · Readback')
  await expect(main).toBeFocused()
  await page.goBack()
  await expect(page).toHaveTitle('Readback')
  await expect(main).toBeFocused()
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('link', { name: 'Usage' }).click()
  await expect(page).toHaveTitle('Usage · Readback')
  await expect(main).toBeFocused()
})
