/** The command palette. */
import { crawlManual, signUp, saveChat } from '#e2e/support/user.ts'
import { expect, test } from '#e2e/test.ts'
import { takePicture } from './take-picture.ts'

const titles = [
  'What the free plan gives',
  'Robots, sitemaps and polite pauses',
  'Sharing a chat with the team',
  'Keys for programs',
]

test('the palette', async ({ page, server }) => {
  const person = await signUp(page, server, 'picture-palette@example.org')
  const { id, pages } = await crawlManual(person, 4)
  for (const title of titles) await saveChat(person, title, pages)
  const palette = page.getByRole('dialog', { name: 'Search screens, chats and actions' })
  const field = palette.getByRole('combobox')

  await page.goto(`/?crawl=${id}`)
  await expect(page.getByText('0 of 4 pages selected')).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('option', { name: /^Keys for programs/ })).toBeAttached()
  await takePicture(page, 'palette/opened')
  await field.fill('pro')
  await expect(palette.getByRole('option', { name: /^Sharing a chat/ })).toHaveCount(0)
  await takePicture(page, 'palette/found')
  await field.fill('zebra')
  await expect(palette.getByText('No action or title matches “zebra”.')).toBeVisible()
  await takePicture(page, 'palette/nothing-found')

  await page.route('**/api/chats?*', () => {})
  await page.goto('/account')
  await expect(page.getByText('this session')).toBeVisible()
  await page.keyboard.press('Control+k')
  await field.fill('team')
  await expect(palette.getByRole('status', { name: 'Searching' })).toBeVisible()
  await takePicture(page, 'palette/loading')
  await page.unroute('**/api/chats?*')
  await page.route('**/api/chats?*', (route) => route.fulfill({ status: 403, json: {} }))
  await page.goto('/account')
  await expect(page.getByText('this session')).toBeVisible()
  await page.keyboard.press('Control+k')
  await field.fill('key')
  await expect(palette.getByText('Couldn’t search your chats.')).toBeVisible()
  await takePicture(page, 'palette/failed')
})
