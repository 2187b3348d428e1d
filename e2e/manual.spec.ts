import { expectNoViolation } from './support/axe.ts'
import { expect, test } from './test.ts'

test('shows the manual without an account and links from page to page', async ({ page }) => {
  await page.goto('/help')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('navigation', { name: 'Manual' }).getByRole('link', { name: /crawl/i }).first().click()
  await expect(page).toHaveURL(/\/help\/crawling/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/crawl/i)

  const pages = page.getByRole('navigation', { name: 'Manual' }).getByRole('list')
  const contents = page.getByText('Contents', { exact: true })
  await expect(pages).toBeVisible()
  await expect(contents, 'on a wide screen the list of pages is always open').toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(pages, 'on a phone the text comes first').toBeHidden()
  await contents.click()
  await expect(pages).toBeVisible()
})

test('has no accessibility violation and no console error in the manual', async ({ page }) => {
  const errors: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())))
  for (const path of [
    '/help',
    '/help/running/settings',
    '/help/crawling/skipped-addresses',
    '/help/testing',
    '/help/de/testing',
    '/help/de',
    '/help/search?q=crawl',
  ]) {
    await page.goto(path)
    await expectNoViolation(page, path)
  }
  expect(errors).toEqual([])
  await page.goto('/help/de/testing')
  const widths = page
    .getByRole('article')
    .getByRole('img')
    .evaluateAll((all: HTMLImageElement[]) => all.map((each) => each.naturalWidth))
  expect(await widths, 'the pictures are shown').toEqual([1024, 1024])
})

test('opens the manual from the header, searches it and switches to German', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Help' }).click()
  await expect(page).toHaveURL('/help')
  await page.getByLabel('Search the manual').fill('stop crawl')
  await page.keyboard.press('Enter')
  await page.getByRole('main').getByRole('link', { name: 'Crawl a website › Stop a crawl' }).click()
  await expect(page).toHaveURL('/help/crawling#stop-a-crawl')
  const headerEnd = await page.getByRole('banner').evaluate((header) => header.getBoundingClientRect().bottom)
  const heading = page.getByRole('heading', { name: 'Stop a crawl' })
  const top = () => heading.evaluate((element) => element.getBoundingClientRect().top)
  await expect.poll(top, 'the linked heading is below the header').toBeGreaterThanOrEqual(headerEnd)
  await expect(heading).toBeInViewport()
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Eine Website crawlen')
  await page.setViewportSize({ width: 320, height: 568 })
  const search = page.getByRole('search').getByRole('button')
  await expect(search, 'the search fits the smallest phone').toBeInViewport({ ratio: 1 })
  await page.getByRole('banner').getByRole('link', { name: 'Readback', exact: true }).click()
  await expect(page.getByLabel('Website URL')).toBeVisible()
})
