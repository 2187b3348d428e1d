/** My Chats, notebooks and the chat screen. */
import type { Page, Request } from '@playwright/test'
import { CLOSEST } from '#shared/chat/answer-stream.ts'
import { expectNoViolation } from './support/axe.ts'
import { crawlManual, signUp, saveChat } from './support/user.ts'
import { crawlScreen } from './support/crawl-screen.ts'
import { openInApp } from './support/open-in-app.ts'
import { expect, test } from './test.ts'

test('shows an empty list first, then each chat as a card that opens it [chats-6]', async ({ page, server }) => {
  const person = await signUp(page, server, 'chats@example.org')
  await page.goto('/chats')
  await expect(page.getByRole('heading', { name: 'No chats yet' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Crawl a website' })).toHaveAttribute('href', '/chats/new')
  await expect(page.getByText('Start a new chat to begin collecting information.')).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Sidebar' }).getByText('No chats yet')).toBeVisible()
  await expect(page.getByRole('link', { name: 'No chats yet' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Create new' }).first().click()
  await expect(page).toHaveURL('/chats/new')

  const { pages } = await crawlManual(person, 2)
  await saveChat(person, 'Silent', [])
  const path = await saveChat(person, 'Spoken', pages, [{ role: 'user', content: 'What is a credit?' }])
  await openInApp(page, '/chats')
  const cards = page.getByRole('main').getByRole('listitem')
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

test('shows a chat with title, sources, assistant and a link to add pages [chats-1]', async ({ page, server }) => {
  const person = await signUp(page, server, 'detail@example.org')
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

  const title = pages[0]?.title.replace(' · Readback manual', '') ?? ''
  const source = page.getByRole('listitem').filter({ hasText: pages[0]?.url ?? '' })
  await expect(source.getByRole('link', { name: `Open ${title} in a new tab` })).toHaveAttribute('target', '_blank')
  await source.getByRole('button', { name: title }).click()
  for (const heading of ['Summary', 'Key Points', 'Topics']) {
    await expect(source.getByRole('heading', { name: heading })).toBeVisible()
  }
  await page.getByRole('button', { name: /^Sources/ }).click()
  await expect(source).toBeHidden()

  const screen = crawlScreen(page)
  await screen.ask('What is Readback?')
  await page.context().setOffline(true)
  await screen.input.fill('Is it free?')
  await page.getByRole('button', { name: /^Send/ }).click()
  const offlineNotice = page.getByText('You’re offline. Try again when you’re back online.')
  await expect(offlineNotice).toBeVisible()
  await page.context().setOffline(false)
  await expect(offlineNotice).toBeHidden()
  await expect(screen.input, 'the question is kept').toHaveValue('Is it free?')
  await page.reload()
  await expect(page.getByText('What is Readback?', { exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'Add Pages' }).click()
  await expect(page).toHaveURL(`${path}/crawl`)
  await page.getByRole('link', { name: 'Back to Chat' }).click()
  await expect(page).toHaveURL(path)
})

test('reports a chat of another user as one that cannot be loaded [chats-7]', async ({ page, server, browser }) => {
  const owner = await signUp(page, server, 'owner@example.org')
  const path = await saveChat(owner, 'Mine', [])
  const context = await browser.newContext({ baseURL: server.url })
  const stranger = await context.newPage()
  await signUp(stranger, server, 'stranger@example.org')
  await stranger.goto(path)
  await expect(stranger.getByText('Failed to load chat')).toBeVisible()
  await expect(stranger.getByText('This chat doesn’t exist or was deleted.')).toBeVisible()
  await expect(stranger.getByRole('button', { name: 'Try Again' })).toBeHidden()
  await stranger.getByRole('link', { name: 'Return to Chats' }).click()
  await expect(stranger).toHaveURL('/chats')
  await context.close()
})

test('says that a chat was deleted in another tab when it is asked a question', async ({ page, server }) => {
  const person = await signUp(page, server, 'deleted-elsewhere@example.org')
  const { pages } = await crawlManual(person, 1)
  const path = await saveChat(person, 'Open twice', pages)
  await page.goto(path)
  const { input } = crawlScreen(page)
  await expect(input).toBeVisible()
  await person.delete(`/api${path}`)
  await input.fill('What is a credit?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This chat doesn’t exist or was deleted.')).toBeVisible()
  await expect(input).toHaveValue('What is a credit?')
})

test('tries again to load a chat', async ({ page, server }) => {
  const person = await signUp(page, server, 'again@example.org')
  const path = await saveChat(person, 'Still there', [])
  await page.route(`**/api${path}`, (route) => route.fulfill({ status: 400, json: {} }))
  await page.goto(path)
  await expect(page.getByText('Failed to load chat')).toBeVisible()
  await expectNoViolation(page, 'a chat that could not be loaded')
  await page.unroute(`**/api${path}`)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Still there' })).toBeVisible()
})

test('tries again to load a notebook and links back from one that does not exist', async ({ page, server }) => {
  const person = await signUp(page, server, 'no-notebook@example.org')
  const { body: chat } = await person.get(`/api${await saveChat(person, 'Kept', [])}`)
  await page.route('**/api/notebooks/*', (route) => route.fulfill({ status: 400, json: {} }))
  await page.goto(`/notebooks/${chat.notebook_id}`)
  await expect(page.getByText('Couldn’t load the notebook.')).toBeVisible()
  await page.unroute('**/api/notebooks/*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Kept' })).toBeVisible()
  await openInApp(page, '/notebooks/00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('This notebook doesn’t exist.')).toBeVisible()
  await expectNoViolation(page, 'a notebook that does not exist')
  await openInApp(page, '/notebooks/not-an-id')
  await expect(page.getByText('This notebook doesn’t exist.')).toBeVisible()
  await openInApp(page, '/?crawl=00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('This crawl doesn’t exist.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeHidden()
  await openInApp(page, '/notebooks/not-an-id')
  await page.getByRole('link', { name: 'Return to Chats' }).click()
  await expect(page).toHaveURL('/chats')

  await page.route('**/api/notebooks', (route) => route.fulfill({ status: 400, json: {} }))
  await page.reload()
  await expect(page.getByText('Couldn’t load your notebooks.')).toBeVisible()
  await page.unroute('**/api/notebooks')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('navigation', { name: 'Notebooks' }).getByRole('link')).toHaveCount(1)
})

test('shows in the first view of a low window what a tab of a notebook could not load, and tries again', async ({
  page,
  server,
}) => {
  const person = await signUp(page, server, 'no-tab@example.org')
  const { body: chat } = await person.get(`/api${await saveChat(person, 'Kept', [])}`)
  const address = `/notebooks/${chat.notebook_id}`
  const failing = (url: URL) => url.pathname.startsWith(`/api${address}/`) || url.pathname === '/api/chats'
  await page.setViewportSize({ width: 844, height: 390 })
  await page.goto('/account')
  await expect(page.getByText('no-tab@example.org')).toBeVisible()
  for (const { tab, fails, shows } of [
    { tab: '', fails: 'Couldn’t load the chats.', shows: 'Kept' },
    { tab: 'checks', fails: 'Couldn’t load the checks.', shows: 'No checks yet' },
    { tab: 'gaps', fails: 'Couldn’t load the gaps.', shows: 'Closest page' },
    { tab: 'conflicts', fails: 'Couldn’t load the conflicts.', shows: 'For example, if two pages' },
    { tab: 'changes', fails: 'Couldn’t load the changes.', shows: 'No changes found yet' },
    { tab: 'audit', fails: 'Couldn’t audit the pages.', shows: 'No pages to audit' },
    { tab: 'publish', fails: 'Couldn’t load the publishing settings.', shows: 'Address' },
  ]) {
    await page.route(failing, (route) => route.fulfill({ status: 400, json: {} }))
    await openInApp(page, `${address}${tab && `?tab=${tab}`}`)
    await expect(page.getByRole('main').getByText(fails)).toBeInViewport({ ratio: 1 })
    const tryAgain = page.getByRole('main').getByRole('button', { name: 'Try Again' })
    await expect(tryAgain).toBeInViewport({ ratio: 1 })
    await page.unroute(failing)
    await tryAgain.click()
    await expect(page.getByRole('main').getByText(shows).first()).toBeVisible()
    await expect(tryAgain).toBeHidden()
  }
})

test('reports a chat that cannot be saved, keeps the title and saves it on retry [chats-8]', async ({
  page,
  server,
}) => {
  const person = await signUp(page, server, 'saving@example.org')
  const crawl = await crawlManual(person, 1)
  await page.goto(`/?crawl=${crawl.id}`)
  await page.getByRole('button', { name: 'Save Chat', exact: true }).click()
  const modal = page.getByRole('dialog')
  await expect(modal.getByText(/0 selected pages and 0 messages will be saved/)).toBeVisible()
  await expect(modal.getByLabel('Chat Title')).toHaveValue('New Chat')
  await modal.getByLabel('Chat Title').fill('Kept title')
  await page.route('**/api/chats', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await modal.getByRole('button', { name: 'Save Chat', exact: true }).click()
  await expect(modal.getByText('Failed to save chat. Please try again.')).toBeVisible()
  await expect(modal.getByLabel('Chat Title')).toHaveValue('Kept title')
  await page.unroute('**/api/chats')
  const restarting = { code: 'server.busy', message: 'The database is restarting. Please try again in a few seconds.' }
  await page.route('**/api/chats', (route) => route.fulfill({ status: 503, json: { error: restarting } }))
  await modal.getByRole('button', { name: 'Save Chat', exact: true }).click()
  await expect(modal.getByText(restarting.message)).toBeVisible()
  await page.unroute('**/api/chats')
  await modal.getByRole('button', { name: 'Save Chat', exact: true }).click()
  await page.waitForURL(/\/chats\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Kept title' })).toBeVisible()
})

test('creates, renames, fills and deletes a notebook, and links from a chat back to its notebook [chats-3]', async ({
  page,
  server,
}) => {
  const person = await signUp(page, server, 'notebooks@example.org')
  const path = await saveChat(person, 'Wanders', [])
  await page.goto('/chats')
  await page.getByRole('button', { name: 'New notebook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('Title cannot be empty')).toBeVisible()
  await dialog.getByLabel('Title').fill('Journeys')
  await dialog.getByRole('button', { name: 'Create' }).dblclick()
  const notebooks = page.getByRole('navigation', { name: 'Notebooks' })
  await expect(notebooks.getByRole('link')).toHaveText(['Default Notebook', 'Journeys'])
  await page.reload()
  await expect(notebooks.getByRole('link'), 'a double click creates one').toHaveText(['Default Notebook', 'Journeys'])

  // By keyboard.
  await page.getByRole('button', { name: 'Actions for Wanders' }).focus()
  await page.keyboard.press('Enter')
  // The menu focuses its first item once it is open.
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.getByRole('menuitem', { name: 'Move to notebook…' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Move' })).toBeDisabled()
  await dialog.getByLabel('Notebook').selectOption('Journeys')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('“Wanders” moved to “Journeys”')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Wanders' }).click()
  await page.getByRole('menuitem', { name: 'Move to notebook…' }).click()
  await dialog.getByLabel('Notebook').selectOption('New notebook…')
  await dialog.getByLabel('Title').fill('Tours')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(page.getByText('“Wanders” moved to “Tours”')).toBeVisible()

  await openInApp(page, path)
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(/\/notebooks\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('main').getByRole('link', { name: 'Wanders' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit title' }).click()
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Travels')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Travels' })).toBeVisible()

  await person.put(`/api${new URL(page.url()).pathname}/publication`, { address: 'travels', title: 'Travels' })
  // The focus returns there, which would close the menu.
  await expect(page.getByRole('button', { name: 'Edit title' })).toBeFocused()
  // A chat that is started in a notebook is saved into it.
  await page.getByRole('main').getByRole('link', { name: 'Create new' }).click()
  await expect(page).toHaveURL(/\/chats\/new\?notebook=/)
  await crawlScreen(page).startCrawl(`${server.url}/help`, { pages: 1 })
  await page.getByRole('button', { name: 'Save Chat', exact: true }).click()
  await expect(dialog.getByText('Notebook: Travels')).toBeVisible()
  await dialog.getByLabel('Chat Title').fill('Stays')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Stays' })).toBeVisible()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Travels' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Stays' })).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Travels' }).click()
  await page.getByRole('menuitem', { name: 'Delete notebook' }).click()
  await expect(dialog.getByText('This deletes “Travels”. Its chats move to your default notebook.')).toBeVisible()
  await expect(dialog.getByText('It’s published at /k/travels. This page and its widget stop working.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/chats')
  await expect(page.getByRole('main').getByRole('link', { name: 'Wanders' })).toBeVisible()
  await notebooks.getByRole('link', { name: 'Default Notebook' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Wanders' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Default Notebook' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Actions for Default Notebook' })).toBeHidden()
})

test('reports a title that cannot be saved and keeps the typed text [chats-9]', async ({ page, server }) => {
  const person = await signUp(page, server, 'title@example.org')
  await page.goto(await saveChat(person, 'Stands', []))
  await page.getByRole('button', { name: 'Edit title' }).click()
  await page.getByLabel('Chat title').fill('Renamed')
  await page.route('**/api/chats/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await page.keyboard.press('Enter')
  await expect(page.getByText('Failed to update title')).toBeVisible()
  await expect(page.getByLabel('Chat title')).toHaveValue('Renamed')
  await page.unroute('**/api/chats/*')
  const restarting = { code: 'server.busy', message: 'The database is restarting. Please try again in a few seconds.' }
  await page.route('**/api/chats/*', (route) => route.fulfill({ status: 503, json: { error: restarting } }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(restarting.message)).toBeVisible()
  await page.unroute('**/api/chats/*')
  // What has been sent cannot be canceled.
  const held = Promise.withResolvers<void>()
  await page.route('**/api/chats/*', (route) => held.promise.then(() => route.continue()))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Chat title')).toHaveValue('Renamed')
  held.resolve()
  await expect(page.getByRole('heading', { level: 1, name: 'Renamed' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit title' }).click()
  await page.getByLabel('Chat title').fill('Left')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Renamed' })).toBeVisible()
})

test('requests no chat when the address has no id [chats-2]', async ({ page, server }) => {
  await signUp(page, server, 'no-id@example.org')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/chats/new')
  await expect(page.getByText(/^\d+ credits$/)).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(asked).toContain('/api/crawls')
  expect(asked.filter((path) => path.startsWith('/api/chats/'))).toEqual([])
})

test('remembers whether chats are shown as a grid or a list [chats-5]', async ({ page, server }) => {
  const person = await signUp(page, server, 'arranged@example.org')
  await saveChat(person, 'One', [])
  await saveChat(person, 'Two', [])
  const title = 'A long title '.repeat(15).trim()
  await saveChat(person, title, [], [{ role: 'assistant', content: `${CLOSEST}\n\nDelivery within the city` }])
  await page.goto('/chats')
  const long = page.getByRole('main').getByRole('listitem').filter({ hasText: 'A long title' })
  await expect(long).toContainText('Delivery within the city')
  await expect(long).not.toContainText(CLOSEST)
  await expect(long.getByRole('link')).toHaveAttribute('title', title)
  const { height = 0 } = (await long.getByRole('heading').boundingBox()) ?? {}
  expect(height, 'two lines').toBeLessThan(60)
  const leftOf = async (title: string) =>
    (
      await page
        .getByRole('listitem')
        .filter({ hasText: `${title}No messages` })
        .boundingBox()
    )?.x
  const inOneColumn = async () => (await leftOf('One')) === (await leftOf('Two'))
  await expect.poll(inOneColumn).toBe(false)
  await page.getByRole('button', { name: 'List view' }).click()
  await expect.poll(inOneColumn).toBe(true)
  await page.reload()
  await expect(page.getByRole('button', { name: 'List view' })).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(inOneColumn).toBe(true)
})

test('offers undo for a deleted chat; pins, duplicates and sorts chats', async ({ page, server }) => {
  const person = await signUp(page, server, 'undo@example.org')
  for (const title of ['Beta', 'Alpha', 'Gamma']) await saveChat(person, title, [])
  await page.clock.install()
  await page.goto('/chats')
  const titles = page.getByRole('main').getByRole('heading', { level: 2 })
  const act = async (title: string, words: string) => {
    await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).click()
    await page.getByRole('menuitem', { name: words }).click()
  }
  await expect(titles).toHaveText(['Gamma', 'Alpha', 'Beta'])

  await act('Gamma', 'Delete')
  await expect(titles).toHaveText(['Alpha', 'Beta'])
  const [said, undo] = [page.getByText('“Gamma” deleted'), page.getByRole('button', { name: 'Undo' })]
  const [text, button] = [await said.boundingBox(), await undo.boundingBox()]
  expect(button?.y, 'in one line').toBeLessThan((text?.y ?? 0) + (text?.height ?? 0))
  await undo.click()
  await expect(titles).toHaveText(['Gamma', 'Alpha', 'Beta'])
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()
  await saveChat(person, 'Omega', [])
  await expect(titles.first()).toHaveText('Omega')
  await act('Omega', 'Delete')
  await undo.hover()
  await page.clock.runFor(30_000)
  await expect(undo, 'stays under the pointer').toBeVisible()
  await page.mouse.move(0, 0)
  await page.clock.runFor(30_000)
  await expect(undo).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()

  await act('Beta', 'Pin')
  await expect(titles).toHaveText(['Beta', 'Gamma', 'Alpha'])
  await expect(page.getByRole('img', { name: 'Pinned' })).toBeVisible()
  await page.getByLabel('Sort').selectOption('By title')
  await expect(titles).toHaveText(['Beta', 'Alpha', 'Gamma'])
  await act('Beta', 'Unpin')
  await expect(titles).toHaveText(['Alpha', 'Beta', 'Gamma'])
  await act('Gamma', 'Duplicate')
  await expect(titles).toHaveText(['Alpha', 'Beta', 'Copy of Gamma', 'Gamma'])
  await act('Gamma', 'Rename…')
  await page.getByRole('dialog').getByLabel('Chat title').fill('Delta')
  await page.keyboard.press('Enter')
  await expect(titles).toHaveText(['Alpha', 'Beta', 'Copy of Gamma', 'Delta'])

  // The same menu on the chat's own screen.
  await page.getByRole('main').getByRole('link', { name: 'Delta' }).click()
  const actOnScreen = async (words: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: words, exact: true }).click()
  }
  await actOnScreen('Pin')
  await actOnScreen('Unpin')
  await actOnScreen('Duplicate')
  await expect(page.getByRole('heading', { level: 1, name: 'Copy of Delta' })).toBeVisible()
  await actOnScreen('New chat with these pages')
  await expect(page.getByRole('heading', { level: 1, name: 'New Chat' })).toBeVisible()
  await page.goBack()
  await actOnScreen('Delete')
  await expect(page).toHaveURL(/\/notebooks\//)
  await expect(page.getByText('“Copy of Delta” deleted')).toBeVisible()
  await expect(titles.filter({ hasText: 'Delta' })).toHaveText(['Delta'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(titles.filter({ hasText: 'Delta' })).toHaveText(['Copy of Delta', 'Delta'])
})

test('finds chats by title, and messages and pages with the words highlighted [chats-4]', async ({ page, server }) => {
  const person = await signUp(page, server, 'search@example.org')
  const { pages } = await crawlManual(person, 2)
  const path = await saveChat(person, 'Granite', pages, [
    { role: 'user', content: 'Who keeps the granite lighthouse?' },
  ])
  await saveChat(person, 'Aside', [], [{ role: 'user', content: 'Nothing of the kind.' }])
  await page.goto('/chats')
  await page.getByLabel('Search chats').fill('granite light')
  await expect(page.getByText('No chat titles match “granite light”')).toBeVisible()
  const messages = page.getByRole('region', { name: 'In messages' })
  await expect(messages.locator('mark')).toHaveText(['granite', 'light'])
  await expect(page.getByRole('region', { name: 'On pages' })).toBeHidden()
  await page.getByLabel('Search chats').fill('zeppelin')
  await expect(page.getByText('No chat titles, messages or pages match “zeppelin”')).toBeVisible()
  await expect(page.getByText('Not found')).toHaveCount(0)
  await page.getByLabel('Search chats').fill('readback')
  const onPages = page.getByRole('region', { name: 'On pages' })
  await expect(onPages.getByRole('paragraph'), 'both pages').toHaveCount(2)
  await expect(onPages.getByRole('link'), 'of one chat').toHaveText(['Granite'])
  await expectNoViolation(page, 'a search')
  await page.getByLabel('Search chats').fill('GRANITE')
  await expect(page.getByRole('heading', { level: 2, name: 'Granite' })).toBeVisible()
  await expect(messages.locator('mark')).toHaveText(['granite'])
  await messages.getByRole('link', { name: 'Granite' }).click()
  await expect(page).toHaveURL(path)
})

test('suggests questions that the selected pages answer, and asks the chosen one', async ({ page, server }) => {
  const person = await signUp(page, server, 'suggested@example.org')
  const { pages } = await crawlManual(person, 1)
  await page.goto(await saveChat(person, 'Suggested', pages))
  const suggested = page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: /\?$/ })
  await expect(suggested.first()).toBeVisible()
  const question = await suggested.first().innerText()
  await suggested.first().click()
  await expect(page.getByRole('article', { name: 'You' })).toContainText(question)
  await expect(page.getByText(/\d+ quoted/).last()).toBeVisible()
  await expect(page.getByText('These are the closest passages.')).toBeHidden()
})

test('restores all chats deleted one after the other with one undo', async ({ page, server }) => {
  const person = await signUp(page, server, 'undo-both@example.org')
  for (const title of ['Beta', 'Alpha']) await saveChat(person, title, [])
  await page.goto('/chats')
  const titles = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(titles).toHaveText(['Alpha', 'Beta'])
  const [deletion, allow] = await holdDeletion(page)
  const actionsFor = (title: string) => page.getByRole('button', { name: `Actions for ${title}`, exact: true })
  await actionsFor('Alpha').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await deletion
  await actionsFor('Beta').click()
  allow()
  await expect(page.getByText('“Alpha” deleted')).toBeVisible()
  await expect(titles).toHaveText(['Beta'])
  // The menu that the user has opened since stays open.
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(titles.filter({ hasText: 'Beta' })).toHaveCount(0)
  await expect(page.getByText('2 chats deleted')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(titles).toHaveText(['Alpha', 'Beta'])
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()
})

/** Holds the next deletion of a chat: a promise that it was requested, and what lets it go on. */
async function holdDeletion(page: Page): Promise<[Promise<unknown>, () => void]> {
  const allowed = Promise.withResolvers<void>()
  const isDeletion = (request: Request) => request.method() === 'DELETE' && request.url().includes('/chats/')
  await page.route(/\/chats\//, async (route) => {
    if (isDeletion(route.request())) await allowed.promise
    await route.continue()
  })
  return [page.waitForRequest(isDeletion), () => allowed.resolve()]
}
