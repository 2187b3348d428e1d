/** Questions and answers; a saved chat and its actions. */
import { crawl, crawlManual, saveChat, signUp } from '#e2e/support/user.ts'
import { crawlScreen } from '#e2e/support/crawl-screen.ts'
import { expect, test } from '#e2e/test.ts'
import { openWebsite } from '#test/website.ts'
import { takePicture } from './take-picture.ts'

test('questions and answers', async ({ page, server }) => {
  const person = await signUp(page, server, 'picture-chat@example.org')
  const { foundPages, input, ask, process } = crawlScreen(page)
  const crawl = await crawlManual(person, 6)
  await page.goto(`/?crawl=${crawl.id}`)
  await expect(foundPages.getByText(/pages crawled from/)).toBeVisible()
  await page.getByRole('button', { name: 'Save Chat', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await takePicture(page, 'chat/save-with-nothing')
  await page.keyboard.press('Escape')
  await foundPages.getByRole('button', { name: 'Select all', exact: true }).click()
  await process()
  await takePicture(page, 'chat/nothing-asked-yet')
  await page.route('**/api/answers', () => {})
  await input.fill('How many pages does the free plan crawl?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible()
  await takePicture(page, 'chat/being-answered')
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.unroute('**/api/answers')
  await page.route('**/api/answers', (route) => route.fulfill({ status: 500, json: {} }))
  await input.fill('How many pages does the free plan crawl?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').first()).toBeVisible()
  await takePicture(page, 'chat/answer-failed')
  await page.unroute('**/api/answers')
  await input.fill('')
  await ask('How many pages does the free plan crawl?')
  await takePicture(page, 'chat/answer')
  await page
    .getByRole('button', { name: /^Citation 1:/ })
    .first()
    .click()
  await expect(page.locator('mark').first()).toBeVisible()
  await takePicture(page, 'chat/cited-page')
  await page.getByRole('button', { name: 'Close' }).first().click()
  await ask('Who won the football match yesterday?')
  await takePicture(page, 'chat/not-on-the-pages')

  await page.getByRole('button', { name: 'Save Chat', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await takePicture(page, 'chat/save')
  await dialog.getByLabel('Chat Title').fill('')
  await dialog.getByRole('button', { name: 'Save Chat', exact: true }).click()
  await takePicture(page, 'chat/save-without-title')
  await dialog.getByLabel('Chat Title').fill('The free plan')
  await page.route('**/api/chats', (route) => route.fulfill({ status: 500, json: {} }))
  await dialog.getByRole('button', { name: 'Save Chat', exact: true }).click()
  await expect(dialog.getByRole('alert').first()).toBeVisible()
  await takePicture(page, 'chat/save-failed')
  await page.unroute('**/api/chats')
  await page.route('**/api/chats', () => {})
  await dialog.getByRole('button', { name: 'Save Chat', exact: true }).click()
  await expect(dialog.getByText('Saving...')).toBeVisible()
  await takePicture(page, 'chat/saving')
})

test('claims and their sources', async ({ page, server }) => {
  const lens = 'Augustin-Jean Fresnel invented the lens that bears his name in 1822.'
  const lamp = 'Its light is seen twenty miles away on every clear night.'
  const website = await openWebsite({
    '/': `<html lang="en"><title>Lamps of the coast</title><main><h1>Lamps</h1><p>${lens}</p><p>${lamp}</p></main></html>`,
  })
  const person = await signUp(page, server, 'picture-claims@example.org')
  const { pages } = await crawl(person, { url: website.origin, maxPages: 1 })
  const cite = (marker: number, sentence: string) => {
    return { marker, sentence, pageId: pages[0]?.id ?? '', url: '', title: '', passageId: '' }
  }
  const content = [
    'Here is what the pages say:',
    `- ${lens} [1]\n- In 1822 ${lens.replace(' in 1822.', '')}. [2]\n- ${lamp.replace('twenty', 'thirty')} [3]\n- It was made of ice. [4]`,
    'The lamp burns whale oil.',
    '```sh\nlens --polish\n```',
    '| Part | Range |\n| --- | --- |\n| Lamp | ninety miles |',
  ].join('\n\n')
  const citations = [cite(1, lens), cite(2, lens), cite(3, lamp), cite(4, '')]
  const messages = [
    { role: 'user', content: 'Who invented the lens?' },
    { role: 'assistant', content, citations, truncated: true, engine: 'gpt-4.1' },
  ]
  const path = await saveChat(person, 'Lamps', pages, messages)
  await page.goto(path)
  await expect(page.getByText(/\d+ quoted/)).toBeVisible()
  await takePicture(page, 'chat/claims')
  await page
    .getByRole('button', { name: /^Citation 3:/ })
    .first()
    .click()
  await expect(page.getByRole('region', { name: 'Stored page' }).locator('mark').first()).toBeVisible()
  await takePicture(page, 'chat/claim-differs')
  // On this screen the answer is not in a scrolling box.
  await page.goto((await person.post(`/api${path}/share`)).body.url)
  await expect(page.getByText(/\d+ quoted/)).toBeVisible()
  await takePicture(page, 'chat/claims-shared', { whole: true })
  await page
    .getByRole('button', { name: /^Citation 3:/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').locator('mark').first()).toBeVisible()
  await takePicture(page, 'chat/claim-shared')
  await website.close()
})

test('a saved chat', async ({ page, server }) => {
  const email = 'picture-saved@example.org'
  const person = await signUp(page, server, email)
  const { pages } = await crawlManual(person, 6)
  const ids = pages.map(({ id }) => id)
  await person.post('/api/knowledge', { pageIds: ids })
  const { body } = await person.post('/api/chats', {
    title: 'What the free plan gives',
    crawled_pages: ids,
    selected_pages: ids,
    chat_history: [],
  })
  const path = `/chats/${body.id}`
  await person.stream(`/api${path}/messages`, { question: 'How many pages does the free plan crawl?' })

  await page.route(`**/api${path}`, () => {})
  await page.goto(path)
  await expect(page.getByRole('status', { name: 'Loading chat' })).toBeVisible()
  await takePicture(page, 'chat/loading')
  await page.unroute(`**/api${path}`)
  await page.goto(path)
  await expect(page.getByText(/\d+ quoted/)).toBeVisible()
  await takePicture(page, 'chat/saved')
  await page.getByRole('button', { name: 'Edit title' }).click()
  await takePicture(page, 'chat/rename')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Share chat' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await takePicture(page, 'chat/share')
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Copy link' })).toBeVisible()
  await takePicture(page, 'chat/shared')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Check for changes' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await takePicture(page, 'chat/changes')
  await page.keyboard.press('Escape')
  await page.goto(`${path}/crawl`)
  await expect(page.getByLabel('Website URL')).toBeVisible()
  await takePicture(page, 'chat/add-pages')
  await page.goto('/chats/00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('Failed to load chat')).toBeVisible()
  await takePicture(page, 'chat/failed')
})
