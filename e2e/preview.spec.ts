/** The preview of a site: what it shows, how it is walked, and what its ticks do. */
import type { Page } from '@playwright/test'
import { enter } from './person.ts'
import { crawlScreen } from './screens/crawl-screen.ts'
import { expect } from './test.ts'
import { test } from './website.ts'

const previewTree = (page: Page) => page.getByRole('tree', { name: 'Pages of the site' })

test('a preview shows what would be read and skipped, and its ticks limit the crawl', async ({ page, server, website }) => {
  const screen = crawlScreen(page)
  await enter(page, server, 'preview@example.org')
  await page.goto('/')
  await page.getByLabel('Website URL').fill(website.origin)

  const held = website.hold('/')
  await page.getByRole('button', { name: 'Preview site' }).click()
  await held.asked
  await expect(page.getByText(`Looking at ${website.host}`)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(`Looking at ${website.host}`)).toBeHidden()
  held.release()

  await page.getByRole('button', { name: 'Preview site' }).click()
  const tree = previewTree(page)
  await expect(tree).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('7 of 7 pages ticked')).toBeVisible()
  await expect(tree.getByRole('treeitem', { name: /^docs,/ })).toContainText('3')
  await page.getByText('2 addresses would be skipped').click()
  await expect(page.getByText('The site asks robots not to read this address')).toBeVisible()

  await page.getByLabel('Filter the preview').fill('blog')
  await expect(tree.getByRole('treeitem', { name: /^docs,/ })).toBeHidden()
  await page.getByLabel('Filter the preview').fill('')
  await tree.getByRole('treeitem', { name: /^blog,/ }).getByRole('checkbox').click()
  await tree.getByRole('treeitem', { name: /^install,/ }).getByRole('checkbox').click()
  await expect(page.getByText('3 of 7 pages ticked. Crawling them takes 3 credits')).toBeVisible()
  await expect(tree.getByRole('treeitem', { name: /^docs,/ })).toHaveAttribute('aria-checked', 'mixed')
  await expect(page.getByRole('banner').getByText('30 credits'), 'a preview costs nothing').toBeVisible()

  await page.getByRole('button', { name: 'Crawl the ticked pages' }).click()
  await expect(screen.foundPages.getByText('3 pages read from')).toBeVisible({ timeout: 30_000 })
  await expect(screen.credits).toHaveText('27 credits')
  await expect(screen.foundPages.getByRole('treeitem')).toHaveCount(3)
})

test('the preview is walked by keyboard alone', async ({ page, server, website }) => {
  await enter(page, server, 'preview-keys@example.org')
  await page.goto('/')
  await page.getByLabel('Website URL').fill(website.origin)
  await page.getByRole('button', { name: 'Preview site' }).press('Enter')
  const tree = previewTree(page)
  await expect(tree).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Collapse all' }).focus()
  await page.keyboard.press('Tab')
  await expect(tree).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText('0 of 7 pages ticked')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Crawl the ticked pages' })).toBeDisabled()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+Space')
  await expect(page.getByText('1 of 7 pages ticked')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(tree.getByRole('treeitem', { name: /^install,/ })).toBeHidden()
  await page.keyboard.press('ArrowRight')
  await expect(tree.getByRole('treeitem', { name: /^install,/ })).toBeVisible()
})

test('a preview of a visitor goes on after signing in, and one that fails says why', async ({ page, server }) => {
  await page.goto('/')
  await page.getByLabel('Website URL').fill(`${server.url}/help`)
  await page.getByRole('button', { name: 'Preview site' }).click()
  await expect(page.getByRole('dialog').getByText('Sign in to continue')).toBeVisible()
  await page.keyboard.press('Escape')

  await enter(page, server, 'preview-visitor@example.org')
  await page.goto('/')
  await page.getByLabel('Website URL').fill('http://10.0.0.9/')
  await page.getByRole('button', { name: 'Preview site' }).click()
  await expect(page.getByText(/10\.0\.0\.9 is a private address/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible()
  await page.getByRole('button', { name: 'Close preview' }).click()
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeHidden()
})

test('ten thousand previewed addresses stay fluid', async ({ page, server }) => {
  await enter(page, server, 'many@example.org')
  const addresses = Array.from({ length: 10_000 }, (_, index) => ({
    url: `https://example.org/part-${index % 50}/page-${index}`,
    title: `Page ${index}`,
    from: 'sitemap',
  }))
  const start = { url: 'https://example.org/', title: 'Start', from: 'start' }
  await page.route('**/api/previews', (route) =>
    route.fulfill({
      json: {
        url: 'https://example.org/',
        title: 'Start',
        addresses: [start, ...addresses],
        total: 12_345,
        skipped: [],
        sitemaps: ['https://example.org/sitemap.xml'],
        pauseMs: 4000,
      },
    }),
  )
  await page.goto('/')
  await page.getByLabel('Website URL').fill('example.org')
  await page.getByRole('button', { name: 'Preview site' }).click()
  const tree = previewTree(page)
  await expect(tree).toBeVisible()
  expect(await tree.getByRole('treeitem').count(), 'rows in the document').toBeLessThan(80)
  await expect(page.getByText('It stops after 10 pages, the limit above.')).toBeVisible()
  const took = await page.evaluate(async () => {
    const root = document.querySelector<HTMLElement>('[role=treeitem] input')
    const before = performance.now()
    root?.click()
    await new Promise((frame) => requestAnimationFrame(() => setTimeout(frame)))
    return performance.now() - before
  })
  expect(took, 'milliseconds for a tick of everything').toBeLessThan(500)
  await expect(page.getByText('0 of 10,001 pages ticked')).toBeVisible()
  await tree.focus()
  await page.keyboard.press('End')
  await expect(tree.getByRole('treeitem', { name: 'page-9999' })).toBeVisible()
})
