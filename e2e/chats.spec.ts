/** My Chats and the chat detail by the specification's labels. */
import { crawlManual, enter, saveChat } from './person.ts'
import { crawlScreen } from './screens/crawl-screen.ts'
import { expect, test } from './test.ts'

test('My Chats is empty at first, then shows each chat as a card that opens it', async ({ page, server }) => {
  const person = await enter(page, server, 'chats@example.org')
  await page.goto('/chats')
  await expect(page.getByText('No chats yet')).toBeVisible()
  await expect(page.getByText('Start a new chat to begin collecting information.')).toBeVisible()
  await page.getByRole('link', { name: 'Create new' }).first().click()
  await expect(page).toHaveURL('/chats/new')

  const { pages } = await crawlManual(person, 2)
  await saveChat(person, 'Silent', [])
  const path = await saveChat(person, 'Spoken', pages, [{ role: 'user', content: 'What is a credit?' }])
  await page.goto('/chats')
  const cards = page.getByRole('listitem')
  const spoken = cards.filter({ hasText: 'Spoken' })
  await expect(spoken).toContainText('What is a credit?')
  await expect(spoken).toContainText('1 message')
  await expect(spoken).toContainText('1 selected page')
  await expect(spoken).toContainText('2 crawled pages')
  await expect(spoken).toContainText(/Updated (just now|\d+ seconds? ago)/)
  const silent = cards.filter({ hasText: 'Silent' })
  await expect(silent).toContainText('No messages yet')
  await expect(silent).not.toContainText('crawled page')

  await page.getByLabel('Search chats').fill('sPOK')
  await expect(silent).toBeHidden()
  await spoken.getByRole('link', { name: 'Spoken' }).click()
  await expect(page).toHaveURL(path)
})

test('the chat detail has its title, sources, assistant and a way to add pages', async ({ page, server }) => {
  const person = await enter(page, server, 'detail@example.org')
  const { pages } = await crawlManual(person, 2)
  const path = await saveChat(person, 'First title', pages)
  await page.goto(path)

  await page.getByRole('button', { name: 'Edit title' }).click()
  await page.getByLabel('Chat title').fill('Thrown away')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1, name: 'First title' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit title' }).click()
  await page.getByLabel('Chat title').fill('   ')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Title cannot be empty')).toBeVisible()
  await page.getByLabel('Chat title').fill('Second title')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Second title' })).toBeVisible()

  const title = pages[0]?.title ?? ''
  const source = page.getByRole('listitem').filter({ hasText: pages[0]?.url ?? '' })
  await expect(source.getByRole('link', { name: `Open ${title} in a new tab` })).toHaveAttribute('target', '_blank')
  await source.getByRole('button', { name: title }).click()
  for (const heading of ['Summary', 'Key Points', 'Topics']) {
    await expect(source.getByRole('heading', { name: heading })).toBeVisible()
  }
  await page.getByRole('button', { name: /^Sources/ }).click()
  await expect(source).toBeHidden()

  await crawlScreen(page).ask('What is Readback?')
  await page.reload()
  await expect(page.getByText('What is Readback?', { exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'Add Pages' }).click()
  await expect(page).toHaveURL(`${path}/crawl`)
  await page.getByRole('link', { name: 'Back to Chat' }).click()
  await expect(page).toHaveURL(path)
})

test("a chat that cannot be loaded says so, also somebody else's", async ({ page, server, browser }) => {
  const owner = await enter(page, server, 'owner@example.org')
  const path = await saveChat(owner, 'Mine', [])
  const context = await browser.newContext({ baseURL: server.url })
  const stranger = await context.newPage()
  await enter(stranger, server, 'stranger@example.org')
  await stranger.goto(path)
  await expect(stranger.getByText('Failed to load chat')).toBeVisible()
  await stranger.getByRole('link', { name: 'Return to Chats' }).click()
  await expect(stranger).toHaveURL('/chats')
  await context.close()
})

test('a save that fails says so, keeps the title and is tried again', async ({ page, server }) => {
  const person = await enter(page, server, 'saving@example.org')
  const crawl = await crawlManual(person, 1)
  await page.goto(`/?crawl=${crawl.id}`)
  await page.getByRole('button', { name: 'Save Chat' }).click()
  const modal = page.getByRole('dialog')
  await expect(modal.getByText(/0 selected pages and 0 messages will be saved/)).toBeVisible()
  await expect(modal.getByLabel('Chat Title')).toHaveValue('New Chat')
  await modal.getByLabel('Chat Title').fill('Kept title')
  await page.route('**/api/chats', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await modal.getByRole('button', { name: 'Save Chat' }).click()
  await expect(modal.getByText('Failed to save chat. Please try again.')).toBeVisible()
  await expect(modal.getByLabel('Chat Title')).toHaveValue('Kept title')
  await page.unroute('**/api/chats')
  await modal.getByRole('button', { name: 'Save Chat' }).click()
  await page.waitForURL(/\/chats\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Kept title' })).toBeVisible()
})
