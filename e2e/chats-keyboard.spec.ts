/** Chats by keyboard alone: no clicks, and focus moves only by keys. */
import type { Locator, Page } from '@playwright/test'
import { crawlManual, signUp, saveChat } from './support/user.ts'
import { expect, test } from './test.ts'

const MOST_TABS = 80

/** Presses Tab until `wanted` has the focus. */
async function tabTo(page: Page, wanted: Locator) {
  await expect(wanted).toBeVisible()
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(wanted, `after ${MOST_TABS} tabs`).toBeFocused()
}

async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key)
}

/** Opens the menu of `button` and picks the item after `steps` presses of ArrowDown, which must be `choice`. */
async function choose(page: Page, button: Locator, choice: string, steps: number) {
  await tabTo(page, button)
  await press(page, 'Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  for (let step = 0; step < steps; step++) await press(page, 'ArrowDown')
  await expect(page.getByRole('menuitem', { name: choice })).toBeFocused()
  await press(page, 'Enter')
}

test('pins, duplicates, deletes, restores, moves and finds chats by keyboard alone', async ({ page, server }) => {
  const person = await signUp(page, server, 'keys-list@example.org')
  const path = await saveChat(person, 'Beta', [], [{ role: 'user', content: 'Who keeps the granite lighthouse?' }])
  await saveChat(person, 'Alpha', [])
  await page.clock.install()
  await page.goto('/chats')
  const titles = page.getByRole('main').getByRole('heading', { level: 2 })
  const actionsOf = (title: string) => page.getByRole('button', { name: `Actions for ${title}`, exact: true })
  const dialog = page.getByRole('dialog')

  await choose(page, actionsOf('Beta'), 'Pin', 1)
  await expect(titles).toHaveText(['Beta', 'Alpha'])
  await expect(actionsOf('Beta'), 'the moved card keeps the focus').toBeFocused()
  await choose(page, actionsOf('Beta'), 'Duplicate', 2)
  await expect(titles).toHaveText(['Beta', 'Copy of Beta', 'Alpha'])

  await choose(page, actionsOf('Copy of Beta'), 'Delete', 5)
  await expect(titles).toHaveText(['Beta', 'Alpha'])
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.clock.runFor(30_000)
  await expect(page.getByRole('button', { name: 'Undo' }), 'stays while it has the focus').toBeFocused()
  await press(page, 'Enter')
  await expect(titles).toHaveText(['Beta', 'Copy of Beta', 'Alpha'])
  await expect(page.getByRole('main').getByRole('link', { name: 'Copy of Beta' })).toBeFocused()

  await tabTo(page, page.getByRole('button', { name: 'New notebook' }))
  await press(page, 'Enter')
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await page.keyboard.type('Journeys')
  await press(page, 'Enter')
  const notebooks = page.getByRole('navigation', { name: 'Notebooks' })
  await expect(notebooks.getByRole('link')).toHaveText(['Default Notebook', 'Journeys'])

  await choose(page, actionsOf('Alpha'), 'Move to notebook…', 4)
  await expect(dialog.getByLabel('Notebook')).toBeFocused()
  await page.keyboard.type('J')
  await tabTo(page, dialog.getByRole('button', { name: 'Move' }))
  await press(page, 'Enter')
  await expect(dialog).toBeHidden()
  await expect(actionsOf('Alpha')).toBeFocused()
  await tabTo(page, notebooks.getByRole('link', { name: 'Journeys' }))
  await press(page, 'Enter')
  await expect(page.getByRole('main').getByRole('link', { name: 'Alpha' })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Edit title' }))
  await press(page, 'Enter', 'ControlOrMeta+a')
  await page.keyboard.type('Travels')
  await press(page, 'Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Travels' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit title' })).toBeFocused()
  await choose(page, page.getByRole('button', { name: 'Actions for Travels' }), 'Delete notebook', 0)
  await tabTo(page, dialog.getByRole('button', { name: 'Delete' }))
  await press(page, 'Enter')
  await expect(page).toHaveURL('/chats')

  await tabTo(page, page.getByLabel('Search chats'))
  await page.keyboard.type('granite')
  const messages = page.getByRole('region', { name: 'In messages' })
  await tabTo(page, messages.getByRole('link', { name: 'Beta', exact: true }))
  await press(page, 'Enter')
  await expect(page).toHaveURL(path)
})

test('saves, renames, exports, shares and checks a chat by keyboard alone', async ({ page, server }) => {
  const person = await signUp(page, server, 'keys-chat@example.org')
  const crawl = await crawlManual(person, 2)
  await person.post('/api/knowledge', { pageIds: crawl.pages.map(({ id }) => id) })
  await page.goto(`/?crawl=${crawl.id}`)
  const dialog = page.getByRole('dialog')
  await tabTo(page, page.getByRole('button', { name: 'Save Chat', exact: true }))
  await press(page, 'Enter')
  await expect(dialog.getByLabel('Chat Title')).toBeFocused()
  await press(page, 'ControlOrMeta+a')
  await page.keyboard.type('First title')
  await press(page, 'Enter')
  await page.waitForURL(/\/chats\/[0-9a-f-]{36}$/)

  const edit = page.getByRole('button', { name: 'Edit title' })
  await tabTo(page, edit)
  await press(page, 'Enter')
  await expect(page.getByLabel('Chat title')).toBeFocused()
  await press(page, 'ControlOrMeta+a')
  await page.keyboard.type('Thrown away')
  await press(page, 'Escape')
  await expect(page.getByRole('heading', { level: 1, name: 'First title' })).toBeVisible()
  await expect(edit).toBeFocused()
  await press(page, 'Enter', 'ControlOrMeta+a')
  await page.keyboard.type('Second title')
  await press(page, 'Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Second title' })).toBeVisible()
  await expect(edit).toBeFocused()

  const menu = page.getByRole('button', { name: 'Export chat' })
  await tabTo(page, menu)
  await press(page, 'Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await press(page, 'Escape')
  await expect(menu).toBeFocused()
  const [file] = await Promise.all([page.waitForEvent('download'), choose(page, menu, 'JSON (.json)', 2)])
  expect(file.suggestedFilename()).toBe('Second title.json')

  const share = page.getByRole('button', { name: 'Share chat' })
  await tabTo(page, share)
  await press(page, 'Enter')
  await tabTo(page, dialog.getByRole('button', { name: 'Create link' }))
  await press(page, 'Enter')
  await expect(dialog.getByLabel('Link')).toHaveValue(/\/share\//)
  await tabTo(page, dialog.getByRole('button', { name: 'Revoke link' }))
  await press(page, 'Enter')
  await expect(dialog.getByText('Link revoked. It no longer works.')).toBeVisible()
  await press(page, 'Escape')
  await expect(dialog).toBeHidden()
  await expect(share).toBeFocused()

  const changes = page.getByRole('button', { name: 'Check for changes' })
  await tabTo(page, changes)
  await press(page, 'Enter')
  await tabTo(page, dialog.getByRole('button', { name: 'Check now' }))
  await press(page, 'Enter')
  await expect(dialog.getByText('No changes')).toBeVisible()
  await press(page, 'Escape')
  await expect(dialog).toBeHidden()
  await expect(changes).toBeFocused()

  const sources = page.getByRole('button', { name: /^Sources/ })
  await tabTo(page, sources)
  await press(page, 'Enter')
  await expect(sources).toHaveAttribute('aria-expanded', 'false')
  await tabTo(page, page.getByRole('link', { name: 'Back', exact: true }))
  await press(page, 'Enter')
  await expect(page.getByRole('main').getByRole('link', { name: 'Second title' })).toBeVisible()
})
