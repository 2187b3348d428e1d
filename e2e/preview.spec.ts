/** The preview of a site. */
import type { Page } from '@playwright/test'
import { signUp } from './support/user.ts'
import { crawlScreen } from './support/crawl-screen.ts'
import { expect } from './test.ts'
import { test } from './support/website-test.ts'

const previewTree = (page: Page) => page.getByRole('tree', { name: 'Pages on this site' })

test('shows in a preview which pages would be crawled or skipped, and crawls the selected ones', async ({
  page,
  server,
  website,
}) => {
  const screen = crawlScreen(page)
  await signUp(page, server, 'preview@example.org')
  await page.goto('/')
  await page.getByLabel('Website URL').fill(website.origin)

  const held = website.hold('/')
  await page.getByRole('button', { name: 'Preview site' }).click()
  await held.asked
  await expect(page.getByText(`Reading the sitemaps and first links of ${website.host}`)).toBeVisible()
  await expect(page.getByRole('heading', { name: `Preview of ${website.host}` })).toBeFocused()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Preview site' })).toBeFocused()
  await expect(page.getByText(`Reading the sitemaps and first links of ${website.host}`)).toBeHidden()
  held.release()

  await page.getByRole('button', { name: 'Preview site' }).click()
  const tree = previewTree(page)
  await expect(tree).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('7 of 7 pages selected')).toBeVisible()
  await expect(tree.getByRole('treeitem', { name: /^docs,/ })).toContainText('3')
  await page.getByText('2 addresses will be skipped').click()
  await expect(page.getByText('Blocked by the site’s robots.txt')).toBeVisible()

  await page.getByLabel('Filter preview').fill('blog')
  await expect(tree.getByRole('treeitem', { name: /^docs,/ })).toBeHidden()
  await page.getByLabel('Filter preview').fill('')
  await tree
    .getByRole('treeitem', { name: /^blog,/ })
    .getByRole('checkbox')
    .click()
  await tree
    .getByRole('treeitem', { name: /^install,/ })
    .getByRole('checkbox')
    .click()
  await expect(page.getByText('3 of 7 pages selected.')).toBeVisible()
  await expect(tree.getByRole('treeitem', { name: /^docs,/ })).toHaveAttribute('aria-checked', 'mixed')
  await expect(page.getByRole('banner').getByText('30 credits'), 'a preview costs nothing').toBeVisible()

  await page.getByRole('button', { name: 'Close preview' }).click()
  await page.getByRole('button', { name: 'Preview site' }).click()
  await expect(page.getByText('3 of 7 pages selected.'), 'closing it loses no selection').toBeVisible()

  await page.getByRole('button', { name: 'Crawl selected pages' }).click()
  await expect(screen.foundPages.getByText('3 pages crawled from')).toBeVisible({ timeout: 30_000 })
  await expect(screen.credits).toHaveText('27 credits')
  await expect(screen.foundPages.getByRole('treeitem')).toHaveCount(3)
})

test('navigates the preview by keyboard alone', async ({ page, server, website }) => {
  await signUp(page, server, 'preview-keys@example.org')
  await page.goto('/')
  await page.getByLabel('Website URL').fill(website.origin)
  await page.getByRole('button', { name: 'Preview site' }).press('Enter')
  const tree = previewTree(page)
  await expect(tree).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Collapse all' }).focus()
  await page.keyboard.press('Tab')
  await expect(tree).toBeFocused()
  await page.keyboard.press('Shift+Space')
  await expect(page.getByText('0 of 7 pages selected')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Crawl selected pages' })).toBeDisabled()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(page.getByText('1 of 7 pages selected')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(tree.getByRole('treeitem', { name: /^install,/ })).toBeHidden()
  await page.keyboard.press('ArrowRight')
  await expect(tree.getByRole('treeitem', { name: /^install,/ })).toBeVisible()
})

test('raises the page limit to the selection as far as plan and credits allow', async ({ page, server, website }) => {
  const email = 'preview-limit@example.org'
  await signUp(page, server, email)
  await server.admin(['tier', email, 'pro'])
  await server.admin(['credits', email, '6'])
  await page.goto('/')
  await page.getByLabel('Website URL').fill(website.origin)
  await page.getByLabel('Maximum Pages').fill('2')
  await page.getByRole('button', { name: 'Preview site' }).click()
  await expect(page.getByText('The crawl stops at 2 pages, the limit in the form.')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Raise the limit to 6 pages' }).click()
  await expect(page.getByText('The crawl stops at 6 pages, the limit in the form.')).toBeVisible()
  await expect(page.getByLabel('Maximum Pages')).toHaveValue('6')
  await expect(page.getByRole('button', { name: /^Raise the limit/ })).toBeHidden()
})

test('asks visitors to sign in for a preview and shows why a preview failed', async ({ page, server }) => {
  await page.goto('/')
  await page.getByLabel('Website URL').fill(`${server.url}/help`)
  await page.getByRole('button', { name: 'Preview site' }).click()
  await expect(page.getByRole('dialog').getByText('Create your account')).toBeVisible()
  await page.keyboard.press('Escape')

  await signUp(page, server, 'preview-visitor@example.org')
  await page.goto('/')
  await page.getByLabel('Website URL').fill('http://10.0.0.9/')
  await page.getByRole('button', { name: 'Preview site' }).click()
  await expect(page.getByText(/10\.0\.0\.9 is a private address/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible()
  await page.getByRole('button', { name: 'Close preview' }).click()
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeHidden()
})

test('responds quickly in a preview of ten thousand addresses', async ({ page, server }) => {
  await signUp(page, server, 'many@example.org')
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
  await expect(page.getByText('The crawl stops at 10 pages, the limit in the form.')).toBeVisible()
  const times = await page.evaluate(async () => {
    const root = document.querySelector<HTMLElement>('[role=treeitem] input')
    const found: number[] = []
    for (let click = 0; click < 3; click++) {
      const before = performance.now()
      root?.click()
      await new Promise((frame) => requestAnimationFrame(() => setTimeout(frame)))
      found.push(performance.now() - before)
    }
    return found
  })
  // A busy machine delays some frames, slow code all of them.
  expect(Math.min(...times), 'milliseconds to deselect, select and deselect everything').toBeLessThan(500)
  await expect(page.getByText('0 of 10,001 pages selected')).toBeVisible()
  await tree.focus()
  await page.keyboard.press('End')
  await expect(tree.getByRole('treeitem', { name: 'page-9999' })).toBeVisible()
})
