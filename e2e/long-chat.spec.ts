/** A long saved chat: what is rendered first and what on demand. */
import { signUp, saveChat } from './support/user.ts'
import { expect, test } from './test.ts'

const MESSAGES = 500
const PAGES = 1000

test('opens a chat of 500 messages and 1,000 pages at its end and loads the rest on demand', async ({
  page,
  server,
}) => {
  const person = await signUp(page, server, 'long@example.org')
  const said = Array.from({ length: MESSAGES }, (_, at) => ({
    role: at % 2 ? 'assistant' : 'user',
    content: at % 2 ? `Answer ${at} stands on **this** [1].\n\n- one\n- two` : `Question ${at}?`,
  }))
  const path = await saveChat(person, 'Long', [], said)
  const { body: chat } = await person.get(`/api${path}`)
  const pages = Array.from({ length: PAGES }, (_, at) => ({
    id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    url: `https://manual.example/page-${at}`,
    title: `Page ${at}`,
    summary: 'What it says.',
    mainPoints: [],
    topics: [],
    selected: true,
    analysis: 'done',
    processed: true,
    depth: 1,
    fetchedAt: new Date().toISOString(),
  }))
  await page.route(`**/api${path}`, (route) =>
    route.fulfill({ json: { ...chat, crawled_pages: pages, selected_pages: pages } }),
  )
  await page.goto(path)
  const messages = page.getByRole('region', { name: 'Messages' })
  await expect(messages.getByText(`Answer ${MESSAGES - 1} stands on`)).toBeInViewport()
  await expect(messages.getByRole('article')).toHaveCount(40)
  await expect(page.getByRole('button', { name: 'Sources 1,000' })).toBeVisible()
  const sources = page.locator('#sources').getByRole('listitem')
  await expect(sources).toHaveCount(100)
  const path99 = sources.last().getByText('/page-99', { exact: true })
  expect(await path99.evaluate((element) => element.scrollWidth <= element.clientWidth), 'the path is not cut').toBe(
    true,
  )

  await messages.getByRole('button', { name: 'Show earlier messages (460)' }).click()
  await expect(messages.getByRole('article')).toHaveCount(140)
  for (let left = 360; left > 0; left -= 100)
    await messages.getByRole('button', { name: /^Show earlier messages/ }).click()
  await expect(messages.getByText('Question 0?', { exact: true })).toBeAttached()
  await expect(messages.getByRole('button', { name: /^Show earlier messages/ })).toBeHidden()
  // By keyboard: late fonts move the button between Playwright's scrolling and its click.
  await page.getByRole('button', { name: 'Show all 1,000' }).press('Enter')
  await expect(sources).toHaveCount(PAGES)
})
