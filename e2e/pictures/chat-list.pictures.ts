/** My Chats and a notebook. */
import { crawlManual, signUp, saveChat } from '#e2e/support/user.ts'
import { expect, test } from '#e2e/test.ts'
import { takePicture } from './take-picture.ts'

const titles = [
  'What the free plan gives',
  'Robots, sitemaps and polite pauses',
  'Sharing a chat with the team',
  'Self-hosting on one machine',
  'Keys for programs',
]

test('my chats', async ({ page, server }) => {
  const person = await signUp(page, server, 'picture-list@example.org')
  await page.goto('/chats')
  await expect(page.getByRole('heading', { name: 'No chats yet' })).toBeVisible()
  await takePicture(page, 'chat-list/none')
  const { pages } = await crawlManual(person, 3)
  const paths: string[] = []
  for (const title of titles) {
    const said = [
      { role: 'user', content: `${title}?` },
      { role: 'assistant', content: `${title}: the manual says it in two sentences, and both are quoted here.` },
    ]
    paths.push(await saveChat(person, title, pages, title.startsWith('Keys') ? [] : said))
  }
  await page.route('**/api/chats?*', () => {})
  await page.goto('/chats')
  await expect(page.getByRole('status', { name: 'Loading chats' })).toBeVisible()
  await takePicture(page, 'chat-list/loading')
  await page.unroute('**/api/chats?*')
  await page.route('**/api/chats?*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/chats')
  await expect(page.getByText('Couldn’t load your chats.')).toBeVisible({ timeout: 60_000 })
  await takePicture(page, 'chat-list/failed')
  await page.unroute('**/api/chats?*')
  await page.goto('/chats')
  await expect(page.getByRole('main').getByText('Keys for programs')).toBeVisible()
  await takePicture(page, 'chat-list/grid')
  await page.getByRole('button', { name: 'List view' }).click()
  await takePicture(page, 'chat-list/list')
  await page.getByRole('searchbox', { name: 'Search chats' }).fill('manual')
  await expect(page.getByRole('heading', { name: /messages/i })).toBeVisible()
  await takePicture(page, 'chat-list/search')
  await page.goto('/chats')
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await takePicture(page, 'chat-list/menu')
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await takePicture(page, 'chat-list/undo')
  const { body } = await person.get(`/api${paths[0]}`)
  await page.goto(`/notebooks/${body.notebook_id}`)
  await expect(page.getByRole('main').getByRole('link', { name: 'Self-hosting on one machine' })).toBeVisible()
  await takePicture(page, 'chat-list/notebook')
  for (const tab of ['checks', 'gaps', 'conflicts', 'changes', 'audit', 'publish']) {
    await page.goto(`/notebooks/${body.notebook_id}?tab=${tab}`)
    await expect(page.getByRole('tabpanel')).toBeVisible()
    await takePicture(page, `chat-list/notebook-${tab}`, { whole: true })
  }
})
