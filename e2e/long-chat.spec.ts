/** A long saved chat: what is rendered first and what on demand. */
import { crawlManual, signUp, saveChat } from './support/user.ts'
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

/** Long answers, so that the messages scroll; the last one is short. */
const threeTurns = [1, 2, 3].flatMap((turn) => [
  { role: 'user', content: `Question ${turn}?` },
  {
    role: 'assistant',
    content: Array.from({ length: turn === 3 ? 2 : 15 }, (_, line) => `Line ${line} of answer ${turn}.`).join('\n\n'),
  },
])

test('keeps a question that is edited where it was', async ({ page, server }) => {
  const person = await signUp(page, server, 'edit-in-place@example.org')
  const { pages } = await crawlManual(person, 1)
  await page.goto(await saveChat(person, 'Edited in place', pages, threeTurns))
  const messages = page.getByRole('region', { name: 'Messages' })
  const last = messages.getByRole('article', { name: 'You' }).last()
  const pencil = page.getByRole('button', { name: 'Edit and resend' }).last()
  const editor = page.getByLabel('Edit your message')
  await expect(messages.getByText('Line 1 of answer 3.')).toBeVisible()
  await messages.hover()
  await page.mouse.wheel(0, 10_000)
  const toEnd = () => messages.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight)
  await expect.poll(toEnd).toBeLessThan(2)

  const bubble = await last.boundingBox()
  const target = await pencil.boundingBox()
  await page.mouse.click((target?.x ?? 0) + 5, (target?.y ?? 0) + 5)
  await expect(editor).toBeFocused()
  // The editor changes the height of the messages, which are scrolled before the next frame.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  const form = await editor.boundingBox()
  expect(Math.abs((form?.y ?? 0) - (bubble?.y ?? 0)), 'the editor takes the place of the question').toBeLessThan(48)
  await expect(page.getByRole('button', { name: 'Resend', exact: true })).toBeInViewport({ ratio: 1 })
})

test('keeps the focus in the conversation when a question is edited, an answer regenerated, a source closed', async ({
  page,
  server,
}) => {
  const person = await signUp(page, server, 'focus-in-chat@example.org')
  const { pages } = await crawlManual(person, 1)
  await page.goto(await saveChat(person, 'Focus', pages, threeTurns))
  const messages = page.getByRole('region', { name: 'Messages' })
  // Formatted answers and late fonts move the pencil between Playwright's scrolling and its click.
  await expect(messages.getByText('Line 1 of answer 3.', { exact: true })).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  const pencil = page.getByRole('button', { name: 'Edit and resend' }).last()
  const editor = page.getByLabel('Edit your message')
  const message = page.getByPlaceholder('Type your message...')
  await pencil.click()
  await expect(editor).toBeFocused()
  await page.keyboard.press('Escape')
  await expect.soft(pencil, 'after Escape').toBeFocused({ timeout: 5_000 })
  await pencil.click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.soft(pencil, 'after Cancel').toBeFocused({ timeout: 5_000 })
  await pencil.click()
  await editor.fill('What is a credit?')
  await page.getByRole('button', { name: 'Resend', exact: true }).click()
  await expect.soft(message, 'after Resend').toBeFocused({ timeout: 5_000 })
  await expect(messages.getByText('What is a credit?')).toBeInViewport()
  await page.getByRole('button', { name: 'Regenerate' }).click()
  await expect.soft(message, 'after Regenerate').toBeFocused({ timeout: 5_000 })

  await expect(page.getByRole('button', { name: 'Regenerate' })).toBeVisible()
  const citation = messages.getByRole('button', { name: /^Citation 1/ }).first()
  await citation.hover()
  await page.getByRole('button', { name: 'Open page' }).click()
  await expect(page.getByRole('complementary', { name: 'Stored page' }).getByRole('heading').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect.soft(citation, 'after the page of a citation').toBeFocused({ timeout: 5_000 })
})
