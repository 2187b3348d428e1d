/** The site map and the topics of a crawl. */
import { expectNoViolation } from './support/axe.ts'
import { CRAWL_ID, fakeCrawl, showCrawl } from './support/fake-crawl.ts'
import { signUp } from './support/user.ts'
import { crawlScreen } from './support/crawl-screen.ts'
import { expect, test } from './test.ts'

const skipped = Array.from({ length: 30 }, (_, n) => ({
  url: n < 20 ? `https://manual.example/guide/part-0/private-${n}` : `https://elsewhere.example/${n}`,
  reason: n < 20 ? ('robots' as const) : ('other-host' as const),
  detail: '',
}))

test('shows crawled and skipped addresses by folder and depth as a map and as a table', async ({ page, server }) => {
  await signUp(page, server, 'map@example.org')
  await showCrawl(page, {
    ...fakeCrawl(300),
    skipped,
    skippedTotal: 30,
    skippedByReason: { robots: 20, 'other-host': 10 },
  })
  await page.getByRole('button', { name: 'Site map' }).click()
  const dialog = page.getByRole('dialog', { name: 'Site map' })
  await expect(dialog.getByText('300 pages crawled, 20 not crawled', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('table', { name: 'Not crawled, by reason' }).getByRole('row')).toHaveCount(1)
  await expect(dialog.getByText('10 links to other sites', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('row', { name: /^Start page/ })).toContainText('1')
  const lastFolder = await dialog
    .getByRole('group', { name: 'Map of manual.example' })
    .locator('> *')
    .last()
    .boundingBox()
  const legend = await dialog.getByText('300 pages crawled, 20 not crawled', { exact: true }).boundingBox()
  expect((lastFolder?.y ?? 0) + (lastFolder?.height ?? 0), 'nothing covers the legend').toBeLessThan(legend?.y ?? 0)
  await expectNoViolation(page, 'site map', { within: '[role=dialog]' })

  await dialog.getByRole('button', { name: /^guide ?: 99 pages crawled, 20 not crawled/ }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('99 pages crawled, 20 not crawled', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'Folder' }), 'the focus moves to the breadcrumb').toBeFocused()
  await dialog.getByRole('button', { name: 'Show as table' }).click()
  await expect(dialog.getByRole('row', { name: /^part-0/ })).toContainText('20')
  await expectNoViolation(page, 'site map as a table', { within: '[role=dialog]' })
  await dialog.getByRole('button', { name: 'part-1', exact: true }).click()
  await expect(dialog.getByRole('list', { name: 'Folder' })).toHaveText(/manual\.example.*guide.*part-1/)
  await dialog.getByRole('button', { name: 'manual.example' }).click()
  await expect(dialog.getByText('300 pages crawled, 20 not crawled', { exact: true })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await dialog.getByRole('button', { name: 'Show as table' }).click()
  await expectNoViolation(page, 'site map on a phone', { within: '[role=dialog]' })
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

test('counts the topics of the selection and filters the tree by topic', async ({ page, server }) => {
  await signUp(page, server, 'topics@example.org')
  const crawl = fakeCrawl(30)
  const pages = crawl.pages.map((each, n) => ({ ...each, topics: n < 3 ? ['Lamps', 'oil'] : [`subject ${n}`] }))
  await showCrawl(page, { ...crawl, id: CRAWL_ID, pages })
  const { foundPages, tree } = crawlScreen(page)
  await foundPages.getByRole('button', { name: 'Topics on these pages' }).click()
  const topics = foundPages.getByRole('list', { name: 'Topics' })
  await expect(topics.getByRole('listitem')).toHaveCount(12)
  await foundPages.getByRole('button', { name: 'Show all 29' }).click()
  await expect(topics.getByRole('listitem')).toHaveCount(29)
  await topics.getByRole('button', { name: 'Lamps 3' }).focus()
  await page.keyboard.press('Enter')
  await expect(foundPages.getByText(/^3 of 30 pages match/)).toBeVisible()
  await foundPages.getByRole('button', { name: 'Select 3 matches' }).click()
  await expect(foundPages.getByRole('button', { name: 'Topics in the selected pages' })).toBeVisible()
  await expect(topics.getByRole('listitem'), 'the selected pages have two topics').toHaveCount(2)
  await expectNoViolation(page, 'topics')
  await foundPages.getByRole('button', { name: 'Show as table' }).click()
  await expect(foundPages.getByRole('row', { name: 'oil 3' })).toBeVisible()
  await expectNoViolation(page, 'topics as a table')
  await foundPages.getByRole('button', { name: 'All topics' }).click()
  await expect(tree.getByRole('treeitem').first()).toBeVisible()
  await expect(foundPages.getByText(/^3 of 30 pages selected/)).toBeVisible()
})
