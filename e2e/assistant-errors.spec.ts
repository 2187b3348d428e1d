/** Messages of the assistant; docs/messages.md lists them all. */
import { crawlManual, signUp, saveChat } from './support/user.ts'
import { crawlScreen } from './support/crawl-screen.ts'
import { expect, test } from './test.ts'

test('does not send a question when no page is selected or none of the selected ones is processed [messages-2]', async ({
  page,
  server,
}) => {
  const person = await signUp(page, server, 'unticked@example.org')
  const crawl = await crawlManual(person, 2)
  await page.goto(`/?crawl=${crawl.id}`)
  const screen = crawlScreen(page)
  await screen.foundPages.getByRole('button', { name: 'Select all', exact: true }).click()
  await screen.process()
  await screen.foundPages.getByRole('button', { name: 'Clear selection' }).click()
  const asked: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/answers') && asked.push(request.url()))
  await screen.input.fill('What is a credit?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No pages selected for context')).toBeVisible()
  await expect(screen.input).toHaveValue('What is a credit?')
  expect(asked).toEqual([])

  const added = await crawlManual(person, 2)
  await page.goto(`/?crawl=${added.id}`)
  await screen.foundPages.getByRole('treeitem').nth(0).getByRole('checkbox').click()
  await screen.process()
  await screen.foundPages.getByRole('button', { name: 'Select all', exact: true }).click()
  await screen.foundPages.getByRole('treeitem').nth(0).getByRole('checkbox').click()
  await screen.input.fill('What is a credit?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No context available. Please process pages first.')).toBeVisible()
  expect(asked).toEqual([])
})

test('reports a saved chat without pages and one that cannot be loaded [messages-1]', async ({ page, server }) => {
  const person = await signUp(page, server, 'no-pages@example.org')
  const { input } = crawlScreen(page)
  const path = await saveChat(person, 'Empty', [])
  await page.goto(path)
  await input.fill('What is a credit?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No pages selected for context')).toBeVisible()
  await expect(input).toHaveValue('What is a credit?')

  const cut = page.getByText('Cut to 4,000 characters.')
  await input.fill('')
  await page.keyboard.insertText('x'.repeat(4_001))
  await expect(cut).toBeVisible()
  await expect(input).toHaveValue('x'.repeat(4_000))
  await page.keyboard.press('Backspace')
  await expect(cut).toBeHidden()
  await input.fill('')

  const crawl = await crawlManual(person, 1)
  await person.post('/api/knowledge', { pageIds: crawl.pages.map((each) => each.id) })
  await page.route(`**/api${path}`, (route) => route.abort())
  await page.goto(`${path}/crawl?crawl=${crawl.id}`)
  await input.fill('What is a credit?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No active chat')).toBeVisible()
  await expect(input).toHaveValue('What is a credit?')
})
