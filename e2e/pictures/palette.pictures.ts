/** The palette: as it comes up, with what was found, and with nothing. */
import { crawlManual, enter, saveChat } from '#e2e/person.ts'
import { expect, test } from '#e2e/test.ts'
import { take } from './take.ts'

const titles = ['What the free plan gives', 'Robots, sitemaps and polite pauses', 'Sharing a chat with the team', 'Keys for programs']

test('the palette', async ({ page, server }) => {
  const person = await enter(page, server, 'picture-palette@example.org')
  const { id, pages } = await crawlManual(person, 4)
  for (const title of titles) await saveChat(person, title, pages)
  const palette = page.getByRole('dialog', { name: 'Go to a screen, a chat or an action' })
  const field = palette.getByRole('combobox')

  await page.goto(`/?crawl=${id}`)
  await expect(page.getByText('0 of 4 pages selected')).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('option', { name: /^Keys for programs/ })).toBeAttached()
  await take(page, 'palette/opened')
  await field.fill('pro')
  await expect(palette.getByRole('option', { name: /^Sharing a chat/ })).toHaveCount(0)
  await take(page, 'palette/found')
  await field.fill('zebra')
  await expect(palette.getByText('Nothing here is called “zebra”.')).toBeVisible()
  await take(page, 'palette/nothing-found')

  await page.route('**/api/chats?*', () => {})
  await page.goto('/account')
  await expect(page.getByText('this session')).toBeVisible()
  await page.keyboard.press('Control+k')
  await field.fill('team')
  await expect(palette.getByRole('status', { name: 'Searching' })).toBeVisible()
  await take(page, 'palette/loading')
  await page.unroute('**/api/chats?*')
  await page.route('**/api/chats?*', (route) => route.fulfill({ status: 403, json: {} }))
  await page.goto('/account')
  await expect(page.getByText('this session')).toBeVisible()
  await page.keyboard.press('Control+k')
  await field.fill('key')
  await expect(palette.getByText('Your chats could not be searched.')).toBeVisible()
  await take(page, 'palette/failed')
})
