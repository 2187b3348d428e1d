/** The main flow: from the first visit to a cited answer that survives a restart. */
import { openWebsite } from '#test/website.ts'
import { PASSWORD, accountScreens } from './support/account-screens.ts'
import { crawlScreen } from './support/crawl-screen.ts'
import { takeReadmePicture } from './support/readme-picture.ts'
import { expect, test } from './test.ts'

test('crawls the manual, signs up, asks, gets quoted citations, saves the chat and finds it after a restart [first-light-1]', async ({
  page,
  server,
}) => {
  const email = 'newcomer@example.org'
  const account = accountScreens(page, server)
  const screen = crawlScreen(page)

  await page.goto('/')
  await expect(page.getByText('1 quoted')).toBeVisible()
  await takeReadmePicture(page, 'first-visit')
  await page.getByRole('button', { name: 'Try it on our manual' }).click()
  await expect(account.dialog.getByText('Create your account')).toBeVisible()
  await expect(account.dialog.getByText(/^Your account keeps your pages/)).toBeVisible()
  await account.signUp(email)

  // The crawl that the visitor requested continues after sign-up.
  await expect(screen.foundPages.getByText(/pages crawled from/)).toBeVisible({ timeout: 60_000 })
  await expect(screen.credits, 'the manual is free').toHaveText('30 credits')
  await expect(screen.foundPages.getByRole('treeitem')).not.toHaveCount(0)
  await expect(screen.foundPages.getByRole('button', { name: 'Process selected pages' })).toBeDisabled()
  await expect(screen.foundPages.getByRole('button', { name: 'Download Crawled Data' })).toBeDisabled()

  await screen.foundPages.getByRole('button', { name: 'Select all', exact: true }).click()
  await screen.process()
  await screen.ask('How many pages does the free plan crawl?')
  await expect(page.getByText(/crawls at most 10 pages/).first()).toBeVisible()

  // A citation opens the stored page with the sentence highlighted.
  await page
    .getByRole('button', { name: /^Citation 1:/ })
    .first()
    .click()
  const marked = await page.locator('mark').first().innerText()
  expect(marked).not.toBe('')
  await expect(page.getByText(marked).filter({ visible: true }).first()).toBeVisible()
  await takeReadmePicture(page, 'cited-answer')

  await page.getByRole('button', { name: 'Save Chat', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Chat Title')).toHaveValue('How many pages does the free plan crawl?')
  await dialog.getByLabel('Chat Title').fill('The free plan')
  await dialog.getByRole('button', { name: 'Save Chat', exact: true }).click()
  await page.waitForURL(/\/chats\/[0-9a-f-]{36}$/)
  const chatUrl = page.url()

  await server.restart('SIGKILL')
  await page.goto('/chats')
  await page
    .getByRole('main')
    .getByRole('link', { name: /The free plan/ })
    .click()
  await expect(page).toHaveURL(chatUrl)
  await expect(page.getByText(/crawls at most 10 pages/).first()).toBeVisible()
  await expect(page.getByText(/\d+ quoted/)).toBeVisible()
  await expect(page.getByRole('button', { name: /Sources/ })).toBeVisible()
  await takeReadmePicture(page, 'saved-chat')
})

test('shows the progress of a crawl, stops it after confirmation and keeps its pages [first-light-2]', async ({
  page,
  server,
}) => {
  const article = (name: string, links = '') =>
    `<title>${name}</title><main><h1>${name}</h1><p>This page is about ${name} and nothing else.</p>${links}</main>`
  const site = await openWebsite({
    '/': article('Everything', '<a href="/one">1</a> <a href="/two">2</a> <a href="/three">3</a>'),
    '/one': article('One'),
    '/two': article('Two'),
  })
  const held = site.hold('/two')
  const screen = crawlScreen(page)
  try {
    await page.goto('/')
    await screen.startCrawl(site.origin, { pages: 5 })
    await accountScreens(page, server).signUp('stopper@example.org')

    await held.asked
    await expect(page.getByText(`Currently crawling: ${site.origin}/two`)).toBeVisible()
    await expect(screen.foundPages.getByRole('progressbar', { name: 'Pages' })).toHaveAttribute(
      'aria-valuetext',
      '2 / 4',
    )
    await expect(screen.foundPages.getByRole('progressbar', { name: 'Depth' })).toHaveAttribute(
      'aria-valuetext',
      '1 / 3',
    )
    await expect(screen.foundPages.getByRole('treeitem')).toHaveCount(2)

    // Screen readers announce the end only in a region that was there before.
    await screen.foundPages
      .getByRole('status')
      .evaluateAll((regions) => regions.forEach((region) => region.setAttribute('data-early', '')))
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Stop Crawling' }).click()
    await expect(dialog.getByText('Stop Crawling?')).toBeVisible()
    await dialog.getByRole('button', { name: 'Continue Crawling' }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Stop Crawling' }).click()
    await dialog.getByRole('button', { name: 'Stop Crawling' }).click()
    held.release()

    await expect(page.getByText('Crawling was stopped by user')).toBeVisible()
    await expect(screen.foundPages.locator('[data-early]', { hasText: 'stopped by user' })).toBeVisible()
    const heading = screen.foundPages.getByRole('heading', { name: 'Found Pages' })
    await expect(heading, 'the button that had the focus is gone').toBeFocused()
    const kept = await screen.foundPages.getByRole('treeitem').count()
    expect(kept).toBeGreaterThanOrEqual(2)
    await page.reload()
    await expect(page.getByText('Crawling was stopped by user')).toBeVisible()
    await expect(screen.foundPages.getByRole('treeitem')).toHaveCount(kept)
  } finally {
    held.release()
    await site.close()
  }
})

test('signs in after signing out and refuses a wrong password [first-light-3]', async ({ page, server }) => {
  const email = 'returning@example.org'
  const account = accountScreens(page, server)
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click()
  await account.signUp(email)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click()
  await account.dialog.getByLabel('Email').fill(email)
  await account.dialog.getByLabel('Password', { exact: true }).fill(`${PASSWORD}-wrong`)
  await account.dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(account.dialog.getByText('Invalid email or password')).toBeVisible()
  await account.dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await account.dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText(/^\d+ credits$/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^\d+ credits$/)).toBeVisible()
})
