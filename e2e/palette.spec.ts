/** The command palette: results, keys and focus. */
import type { Page, Route } from '@playwright/test'
import { expectNoViolation } from './support/axe.ts'
import { crawlManual, signUp, saveChat } from './support/user.ts'
import { openInApp } from './support/open-in-app.ts'
import { expect, test } from './test.ts'

const partsOf = (page: Page) => {
  const palette = page.getByRole('dialog', { name: 'Search screens, chats and actions' })
  return {
    palette,
    field: palette.getByRole('combobox'),
    option: (name: string | RegExp) => palette.getByRole('option', { name }),
  }
}

test('finds own chats, screens and actions in the palette and restores the focus', async ({ page, server }) => {
  const stranger = await signUp(page, server, 'palette-stranger@example.org')
  const { pages: strange } = await crawlManual(stranger, 1)
  await saveChat(stranger, 'Lamps of another user', strange)
  const person = await signUp(page, server, 'palette@example.org')
  const { id, pages } = await crawlManual(person, 2)
  const path = await saveChat(person, 'Lamps and wicks', pages)
  const { palette, field, option } = partsOf(page)

  await page.goto('/usage')
  const opener = page.getByRole('button', { name: 'Go to' })
  await opener.click()
  await expect(field).toBeFocused()
  await expect(option(/^Lamps and wicks/), 'recent chats are listed before anything is typed').toBeVisible()
  await expect(option('Admin Dashboard')).toHaveCount(0)
  await page.keyboard.press('ArrowUp')
  await expect(option(/^Keyboard shortcuts/)).toHaveAttribute('aria-selected', 'true')
  await expectNoViolation(page, 'the palette', { within: '[role=dialog]' })
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await expect(opener).toBeFocused()

  await server.admin(['tier', 'palette@example.org', 'enterprise'])
  await page.reload()
  await expect(opener).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await expect(option(/^Keyboard shortcuts/)).toBeVisible()
  await expect(option('Upgrade'), 'there is no higher plan').toHaveCount(0)
  await page.keyboard.type('lamps')
  await expect(palette.getByRole('option')).toHaveText([/^Lamps and wicks/])
  await expect(field).toHaveAttribute(
    'aria-activedescendant',
    await option(/^Lamps/)
      .getAttribute('id')
      .then(String),
  )
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(path)
  await expect(palette).toBeHidden()

  await page.keyboard.press('Control+k')
  await field.fill('ask a')
  await expect(option(/^Ask a question/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByPlaceholder('Type your message...')).toBeFocused()
  await page.keyboard.press('Control+k')
  await field.fill('nothing of that name')
  await expect(palette.getByText('No action or title matches “nothing of that name”.')).toBeVisible()
  await expect(option('Search messages and pages for “nothing of that name”')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Control+k')
  await expect(palette, 'the same shortcut closes it').toBeHidden()
  await expect(page.getByPlaceholder('Type your message...')).toBeFocused()

  await openInApp(page, `/?crawl=${id}`)
  await expect(page.getByText('0 of 2 pages selected')).toBeVisible()
  await page.keyboard.press('Control+k')
  await field.fill('select all')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 of 2 pages selected')).toBeVisible()

  await page.keyboard.press('Control+k')
  await field.fill('breadth & depth')
  await expect(option('Search messages and pages for “breadth & depth”')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/chats\?q=breadth/)
  await expect(page.getByLabel('Search chats')).toHaveValue('breadth & depth')
})

test('offers visitors sign-in in the palette and reports chats that cannot be loaded', async ({ page, server }) => {
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

  await signUp(page, server, 'palette-failed@example.org')
  await page.route('**/api/chats?*', (route) => route.fulfill({ status: 403, json: {} }))
  await page.goto('/usage')
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(palette.getByText('Couldn’t search your chats.')).toBeVisible()
  await page.unroute('**/api/chats?*')
  await palette.getByRole('button', { name: 'Try Again' }).click()
  await expect(palette.getByText('Couldn’t search your chats.')).toBeHidden()
})

test('keeps what is typed before the palette has loaded [palette-1]', async ({ page, server }) => {
  await signUp(page, server, 'palette-early@example.org')
  const { field } = partsOf(page)
  const script = Promise.withResolvers<Route>()
  await page.route('**/palette-on-screen-*.js', script.resolve)
  await page.goto('/usage')
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('new c')
  await (await script.promise).continue()
  await expect(field).toHaveValue('new c')
  await expect(field).toBeFocused()
  await page.keyboard.type('rawl')
  await expect(field).toHaveValue('new crawl')
  await expect(page, '“n” alone would start a new chat').toHaveURL(/\/usage$/)
})
