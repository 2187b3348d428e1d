/** Keyboard shortcuts, and the focus after navigation. */
import { expectNoViolation } from './support/axe.ts'
import { crawlManual, crawlWebsite, saveChat, signUp } from './support/user.ts'
import { expect, test } from './test.ts'

test('opens new chat, search and shortcut list, focuses the question and stops an answer by shortcuts', async ({
  page,
  server,
}) => {
  const person = await signUp(page, server, 'shortcuts@example.org')
  const { pages } = await crawlManual(person, 2)
  const path = await saveChat(person, 'Keys', pages, [{ role: 'user', content: 'Which keys?' }])
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const input = page.getByPlaceholder('Type your message...')
  await page.goto(path)
  await expect(input).toBeVisible()
  await page.keyboard.press('?')
  await expect(dialog.getByText('Search chats')).toBeVisible()
  await expectNoViolation(page, 'the list of shortcuts')
  await page.keyboard.press('n')
  await expect(page, 'shortcuts do not work in a dialog').toHaveURL(path)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.keyboard.press('/')
  await expect(input).toBeFocused()
  await page.route(`**/api${path}/messages`, () => {})
  await page.keyboard.type('snn?/')
  await expect(input, 'shortcuts do not work in a text field').toHaveValue('snn?/')
  await page.keyboard.press('Enter')
  const stop = page.getByRole('button', { name: 'Stop', exact: true })
  await expect(stop).toBeVisible()
  await stop.focus()
  await page.keyboard.press('Escape')
  await expect(stop).toBeHidden()

  await page.getByRole('main').focus()
  await page.keyboard.press('s')
  await expect(page).toHaveURL('/chats')
  await expect(page.getByRole('searchbox', { name: 'Search chats' })).toBeFocused()
  await page
    .getByRole('button', { name: 'Create new' })
    .or(page.getByRole('link', { name: 'Create new' }))
    .focus()
  await page.keyboard.press('n')
  await expect(page).toHaveURL('/chats/new')
  await expect(page.getByRole('main'), 'the new screen has the focus').toBeFocused()
})

test('turns single-key shortcuts off', async ({ page, server }) => {
  await signUp(page, server, 'no-shortcuts@example.org')
  await page.goto('/usage')
  const account = page.getByRole('button', { name: 'Account' })
  await account.click()
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await dialog.getByLabel('Single-key shortcuts').uncheck()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(account).toBeFocused()
  await page.keyboard.press('n')
  await page.keyboard.press('?')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/usage')
})

test('links to everything that has an address', async ({ page, server }) => {
  const person = await signUp(page, server, 'links@example.org')
  const { id, pages } = await crawlManual(person, 2)
  const path = await saveChat(person, 'Linked', pages)
  const { body: chat } = await person.get(`/api${path}`)
  const leadsTo = (name: string | RegExp, address: string) =>
    expect(page.getByRole('link', { name }).first()).toHaveAttribute('href', address)
  await page.goto('/chats')
  await leadsTo(/^Linked/, path)
  await leadsTo(/Create new/, '/chats/new')
  await leadsTo(/Default Notebook/, `/notebooks/${chat.notebook_id}`)
  await leadsTo(/^Readback/, '/')
  await page.goto('/chats/new')
  await leadsTo(/\/help.*2 pages/, `/chats/new?crawl=${id}`)
  await page.goto(path)
  await leadsTo(/Add Pages/, `${path}/crawl`)
  await leadsTo(/^Back/, `/notebooks/${chat.notebook_id}`)
  await page.goto(`${path}/crawl`)
  await leadsTo(/Back to Chat/, path)
  const charged = await crawlWebsite(person)
  await page.goto('/usage')
  await leadsTo(/the crawl of/, `/?crawl=${charged.id}`)
})
