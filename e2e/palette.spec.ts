/** Everything by its name: the palette, what it finds for whom, and where the focus is afterwards. */
import type { Page } from '@playwright/test'
import { expectNoViolation } from './axe.ts'
import { crawlManual, enter, saveChat } from './person.ts'
import { expect, test } from './test.ts'

const partsOf = (page: Page) => {
  const palette = page.getByRole('dialog', { name: 'Go to a screen, a chat or an action' })
  return { palette, field: palette.getByRole('combobox'), option: (name: string | RegExp) => palette.getByRole('option', { name }) }
}

test('the palette finds own chats, screens and what the screen can do, and gives the focus back', async ({ page, server }) => {
  const stranger = await enter(page, server, 'palette-stranger@example.org')
  const { pages: strange } = await crawlManual(stranger, 1)
  await saveChat(stranger, 'Lamps of somebody else', strange)
  const person = await enter(page, server, 'palette@example.org')
  const { id, pages } = await crawlManual(person, 2)
  const path = await saveChat(person, 'Lamps and wicks', pages)
  const { palette, field, option } = partsOf(page)

  await page.goto('/usage')
  const opener = page.getByRole('button', { name: 'Go to' })
  await opener.click()
  await expect(field).toBeFocused()
  await expect(option(/^Lamps and wicks/), 'recent chats stand there before anything is typed').toBeVisible()
  await expect(option('Admin Dashboard')).toHaveCount(0)
  await page.keyboard.press('ArrowUp')
  await expect(option(/^Keyboard shortcuts/)).toHaveAttribute('aria-selected', 'true')
  await expectNoViolation(page, 'the palette', '[role=dialog]')
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await expect(opener).toBeFocused()

  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('lamps')
  await expect(palette.getByRole('option')).toHaveText([/^Lamps and wicks/])
  await expect(field).toHaveAttribute('aria-activedescendant', await option(/^Lamps/).getAttribute('id').then(String))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(path)
  await expect(palette).toBeHidden()

  await page.keyboard.press('Control+k')
  await field.fill('write')
  await expect(option(/^Write a question/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByPlaceholder('Type your message...')).toBeFocused()
  await page.keyboard.press('Control+k')
  await field.fill('nothing of that name')
  await expect(palette.getByText('Nothing here is called “nothing of that name”.')).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(palette, 'the same keys close it').toBeHidden()
  await expect(page.getByPlaceholder('Type your message...')).toBeFocused()

  await page.goto(`/?crawl=${id}`)
  await expect(page.getByText('0 of 2 pages selected')).toBeVisible()
  await page.keyboard.press('Control+k')
  await field.fill('select all')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 of 2 pages selected')).toBeVisible()
})

test('a visitor finds the way in, and chats that cannot be had say so', async ({ page, server }) => {
  const { palette, field, option } = partsOf(page)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(option('Manual')).toBeVisible()
  await expect(option('My Chats')).toHaveCount(0)
  await field.fill('sign')
  await expect(option('Sign in')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Sign in to continue' })).toBeVisible()

  await enter(page, server, 'palette-failed@example.org')
  await page.route('**/api/chats?*', (route) => route.fulfill({ status: 403, json: {} }))
  await page.goto('/usage')
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(palette.getByText('Your chats could not be searched.')).toBeVisible()
  await page.unroute('**/api/chats?*')
  await palette.getByRole('button', { name: 'Try Again' }).click()
  await expect(palette.getByText('Your chats could not be searched.')).toBeHidden()
})
