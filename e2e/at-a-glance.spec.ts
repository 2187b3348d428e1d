/** The pictures of a crawl: the map of its site and the topics of its pages, by mouse, by keys and as tables. */
import { expectNoViolation } from './axe.ts'
import { CRAWL_ID, manyPages, showCrawl } from './many-pages.ts'
import { enter } from './person.ts'
import { crawlScreen } from './screens/crawl-screen.ts'
import { expect, test } from './test.ts'

const skipped = Array.from({ length: 30 }, (_, n) => ({
  url: n < 20 ? `https://manual.example/guide/part-0/private-${n}` : `https://elsewhere.example/${n}`,
  reason: n < 20 ? ('robots' as const) : ('other-host' as const),
  detail: '',
}))

test('the map shows what was read, skipped and how deep, folder by folder, also as a table', async ({ page, server }) => {
  await enter(page, server, 'map@example.org')
  await showCrawl(page, { ...manyPages(300), skipped, skippedTotal: 30, skippedByReason: { robots: 20, 'other-host': 10 } })
  await page.getByRole('button', { name: 'Site map' }).click()
  const dialog = page.getByRole('dialog', { name: 'Site map' })
  await expect(dialog.getByText('300 pages read, 20 skipped', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('table', { name: 'Skipped addresses by reason' }).getByRole('row')).toHaveCount(2)
  await expect(dialog.getByRole('row', { name: /^The start page/ })).toContainText('1')
  await expectNoViolation(page, 'site map', '[role=dialog]')

  await dialog.getByRole('button', { name: /^guide ?: 99 pages read, 20 skipped/ }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('99 pages read, 20 skipped', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'Folder' }), 'the focus stands at the way back').toBeFocused()
  await dialog.getByRole('button', { name: 'As a table' }).click()
  await expect(dialog.getByRole('row', { name: /^part-0/ })).toContainText('20')
  await expectNoViolation(page, 'site map as a table', '[role=dialog]')
  await dialog.getByRole('button', { name: 'part-1', exact: true }).click()
  await expect(dialog.getByRole('list', { name: 'Folder' })).toHaveText(/manual\.example.*guide.*part-1/)
  await dialog.getByRole('button', { name: 'manual.example' }).click()
  await expect(dialog.getByText('300 pages read, 20 skipped', { exact: true })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await dialog.getByRole('button', { name: 'As a table' }).click()
  await expectNoViolation(page, 'site map on a phone', '[role=dialog]')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

test('the topics of a selection are counted, and one narrows the tree to its pages', async ({ page, server }) => {
  await enter(page, server, 'topics@example.org')
  const crawl = manyPages(30)
  const pages = crawl.pages.map((each, n) => ({ ...each, topics: n < 3 ? ['Lamps', 'oil'] : [`subject ${n}`] }))
  await showCrawl(page, { ...crawl, id: CRAWL_ID, pages })
  const { foundPages, tree } = crawlScreen(page)
  await foundPages.getByRole('button', { name: 'Topics of these pages' }).click()
  const topics = foundPages.getByRole('list', { name: 'Topics' })
  await expect(topics.getByRole('listitem')).toHaveCount(12)
  await foundPages.getByRole('button', { name: 'Show all 29' }).click()
  await expect(topics.getByRole('listitem')).toHaveCount(29)
  await topics.getByRole('button', { name: 'Lamps 3' }).focus()
  await page.keyboard.press('Enter')
  await expect(foundPages.getByText(/^3 of 30 pages match/)).toBeVisible()
  await foundPages.getByRole('button', { name: 'Select 3 matches' }).click()
  await expect(foundPages.getByRole('button', { name: 'Topics of the selection' })).toBeVisible()
  await expect(topics.getByRole('listitem'), 'what is ticked has two topics').toHaveCount(2)
  await expectNoViolation(page, 'topics')
  await foundPages.getByRole('button', { name: 'As a table' }).click()
  await expect(foundPages.getByRole('row', { name: 'oil 3' })).toBeVisible()
  await expectNoViolation(page, 'topics as a table')
  await foundPages.getByRole('button', { name: 'Every topic' }).click()
  await expect(tree.getByRole('treeitem').first()).toBeVisible()
  await expect(foundPages.getByText(/^3 of 30 pages selected/)).toBeVisible()
})
