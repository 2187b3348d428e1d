/** Crawls and questions that are not saved as a chat yet. */
import { crawlManual, signUp } from './support/user.ts'
import { accountScreens } from './support/account-screens.ts'
import { crawlScreen } from './support/crawl-screen.ts'
import { expect, test } from './test.ts'

test('keeps unsaved pages, selection and messages over reload, restart and sign-in', async ({ page, server }) => {
  const email = 'unsaved@example.org'
  const person = await signUp(page, server, email)
  const { id } = await crawlManual(person, 3)
  const screen = crawlScreen(page)
  await page.goto(`/?crawl=${id}`)
  const checkboxes = screen.tree.getByRole('checkbox')
  await checkboxes.nth(0).check()
  await checkboxes.nth(2).check()
  await screen.process()
  await screen.ask('How many pages does the free plan crawl?')
  const messages = page.getByRole('region', { name: 'Messages' })
  const answered = messages.getByRole('article', { name: 'AI Assistant' }).first()
  // Citation markers become links shortly after the text has arrived.
  await expect(answered).not.toContainText('[1]')
  const answer = await answered.innerText()

  await page.reload()
  await expect(messages.getByText('How many pages does the free plan crawl?')).toBeVisible()
  // The server has it all: nothing depends on this browser.
  await page.evaluate(() => localStorage.clear())
  await server.restart('SIGKILL')
  await page.context().clearCookies()
  await page.goto('/')
  await accountScreens(page, server).signIn(email)
  await expect(page.getByRole('main'), 'the button to sign in is gone').toBeFocused()

  await page.goto('/chats')
  const offered = page.getByRole('region', { name: 'Not saved yet' })
  await expect(page.getByRole('heading', { name: 'No chats yet' })).toBeVisible()
  await expect(offered.getByRole('link'), 'in an empty list of chats').toHaveAttribute('href', /^\/chats\/new\?crawl=/)
  await page.getByRole('link', { name: 'Create new' }).first().click()
  await expect(page).toHaveURL('/chats/new')
  await expect(offered.getByRole('listitem')).toHaveText([/\/help.*3 pages · 2 selected · 2 messages/])
  await expect(page.getByText('Ask questions about the processed content')).toBeHidden()
  await offered.getByRole('link').click()
  await expect(messages.getByText('How many pages does the free plan crawl?')).toBeVisible()
  await expect.poll(() => answered.innerText()).toBe(answer)
  await page.emulateMedia({ forcedColors: 'active' })
  const cited = answered.locator('blockquote strong').first()
  await expect(cited, 'its ground is the mark').toHaveCSS('forced-color-adjust', 'none')
  await page.emulateMedia({ forcedColors: 'none' })
  const citation = answered.getByRole('button', { name: /^Citation 1/ }).first()
  await citation.click()
  // Left on the citation, the pointer opens its card once the page is closed, over the button to save.
  await page.mouse.move(0, 0)
  const stored = page.getByRole('complementary', { name: 'Stored page' })
  await expect(stored.getByRole('heading', { name: 'Get started' }).first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(citation, 'closing the page returns the focus').toBeFocused()
  await expect(answered.locator('[popover]'), 'its card does not cover the buttons').toHaveCount(0)
  await expect(checkboxes.nth(0)).toBeChecked()
  await expect(checkboxes.nth(1)).not.toBeChecked()
  await expect(checkboxes.nth(2)).toBeChecked()

  await page.getByRole('button', { name: 'Save Chat', exact: true }).click()
  await expect(page.getByRole('dialog').getByText('2 selected pages and 2 messages will be saved.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Save Chat', exact: true }).click()
  await page.waitForURL(/\/chats\/[0-9a-f-]{36}$/)
  await expect(messages.getByRole('article', { name: 'AI Assistant' })).toHaveCount(1)
  await page.goto('/chats/new')
  await expect(page.getByRole('region', { name: 'Recent crawls' })).toBeVisible()
  await expect(offered).toBeHidden()
})

test('starts a new chat empty while a crawl runs, and links to the crawl', async ({ page, server }) => {
  const person = await signUp(page, server, 'starts-empty@example.org')
  const { id } = await crawlManual(person, 1)
  // As while the crawl runs.
  await page.route('**/api/crawls', async (route) => {
    const answer = await route.fetch()
    const { crawls } = await answer.json()
    await route.fulfill({ json: { crawls: crawls.map((crawl: object) => ({ ...crawl, status: 'crawling' })) } })
  })
  await page.goto('/chats/new')
  await expect(page.getByRole('region', { name: 'Recent crawls' }).getByText('Crawling, 1 page so far')).toBeVisible()
  await expect(page).toHaveURL('/chats/new')
  await page.goto('/')
  await expect(page).toHaveURL(`/?crawl=${id}`)
})

test('synchronizes an unsaved chat between two tabs, also when one saves it', async ({ page, server }) => {
  const person = await signUp(page, server, 'two-tabs@example.org')
  const { id, pages } = await crawlManual(person, 2)
  await person.post('/api/knowledge', { pageIds: pages.map((each) => each.id) })
  await person.put(`/api/crawls/${id}/selection`, { pageIds: pages.map((each) => each.id) })
  const other = await page.context().newPage()
  for (const tab of [page, other]) await tab.goto(`/?crawl=${id}`)
  await crawlScreen(page).ask('What is a credit?')
  await expect(other.getByText('What is a credit?', { exact: true })).toBeVisible()
  await crawlScreen(other).ask('What is a notebook?')
  await expect(page.getByText('What is a notebook?', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Save Chat', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save Chat', exact: true }).click()
  await page.waitForURL(/\/chats\/[0-9a-f-]{36}$/)
  await expect(other).toHaveURL(`${new URL(page.url()).pathname}/crawl?crawl=${id}`)
  await expect(
    other.getByRole('region', { name: 'Messages' }).getByRole('article', { name: 'AI Assistant' }),
  ).toHaveCount(2)

  // Both tabs now show the saved chat.
  await crawlScreen(other).ask('What is a plan?')
  await expect(page.getByText('What is a plan?', { exact: true })).toBeVisible()
  await crawlScreen(page).ask('What is a citation?')
  await expect(other.getByText('What is a citation?', { exact: true })).toBeVisible()
})
