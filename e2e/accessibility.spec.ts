/** Every screen under axe, wide and on a phone, and the size of touch targets. */
import type { Page } from '@playwright/test'
import { expectNoViolation as expectNoViolationIn } from './support/axe.ts'
import { CRAWL_ID, fakeCrawl, showCrawl } from './support/fake-crawl.ts'
import { signUp } from './support/user.ts'
import { accountScreens } from './support/account-screens.ts'
import { crawlScreen } from './support/crawl-screen.ts'
import { resetLink } from './support/mail.ts'
import { openInApp } from './support/open-in-app.ts'
import { expect, test } from './test.ts'

for (const [name, viewport, colorSchemes] of [
  ['a wide screen', { width: 1440, height: 900 }, ['light', 'dark']],
  // The colors are the same at every width.
  ['a phone', { width: 390, height: 844 }, ['light']],
] as const) {
  const expectNoViolation = (page: Page, state: string) => expectNoViolationIn(page, state, { colorSchemes })

  test(`no screen has an accessibility violation on ${name}`, async ({ page, server }) => {
    test.setTimeout(180_000)
    await page.setViewportSize(viewport)
    const email = `axe-${viewport.width}@example.org`
    const account = accountScreens(page, server)
    const screen = crawlScreen(page)
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Try it on our manual' })).toBeVisible()
    await expectNoViolation(page, 'first visit')

    await page.getByRole('button', { name: 'Try it on our manual' }).click()
    await expect(account.dialog).toBeVisible()
    await expectNoViolation(page, 'sign-in modal')
    await account.signUp(email, () => expectNoViolation(page, 'verification'))

    await expect(screen.foundPages.getByText(/pages crawled from/)).toBeVisible({ timeout: 60_000 })
    await screen.foundPages.getByRole('button', { name: 'Select all', exact: true }).click()
    await expectNoViolation(page, 'found pages')
    await screen.process()
    await screen.ask('How many pages does the free plan crawl?')
    await expect(page.getByRole('button', { name: 'Regenerate' })).toBeVisible()
    await expectNoViolation(page, 'an answer and its actions')
    await page.getByRole('button', { name: 'Edit and resend' }).click()
    await expectNoViolation(page, 'an edited question')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page
      .getByRole('button', { name: /^Citation 1:/ })
      .first()
      .click()
    await expect(page.locator('mark').first()).toBeVisible()
    await expectNoViolation(page, 'a cited page')
    await page.getByRole('button', { name: 'Close' }).first().click()

    await page.getByRole('button', { name: 'Save Chat', exact: true }).click()
    await expectNoViolation(page, 'save chat modal')
    await page.getByRole('dialog').getByRole('button', { name: 'Save Chat', exact: true }).click()
    await page.waitForURL(/\/chats\/[0-9a-f-]{36}$/)
    await expect(page.getByText(/\d+ quoted/)).toBeVisible()
    await expectNoViolation(page, 'chat detail')
    await openInApp(page, '/chats')
    await expect(page.getByRole('main').getByRole('link', { name: /free plan/ })).toBeVisible()
    await expectNoViolation(page, 'my chats')
    await openInApp(page, '/account')
    await expect(page.getByText('this session')).toBeVisible()
    await expectNoViolation(page, 'account')
    await openInApp(page, '/usage')
    await expect(page.getByText('Sign-up credits')).toBeVisible()
    await expectNoViolation(page, 'usage')
    await page.request.post('/api/auth/request-password-reset', { data: { email }, headers: { origin: server.url } })
    await page.goto(await resetLink(server, email))
    await expect(page.getByLabel('Confirm new password')).toBeVisible()
    await expectNoViolation(page, 'new password')
    await expectTouchTargets(page, 'new password', viewport.width)
    await openInApp(page, '/nowhere')
    await expectNoViolation(page, 'not found')
  })

  test(`no state of a crawl has an accessibility violation on ${name}`, async ({ page, server }) => {
    test.setTimeout(240_000)
    const email = `states-${viewport.width}@example.org`
    const { foundPages, tree } = crawlScreen(page)
    await page.setViewportSize(viewport)
    await signUp(page, server, email)
    await page.goto('/')
    await page.getByRole('button', { name: 'Custom crawler settings' }).click()
    await expect(page.getByLabel('Include paths')).toBeDisabled()
    await expectNoViolation(page, 'settings of a higher plan')
    await server.admin(['tier', email, 'pro'])
    await page.reload()
    await page.getByRole('button', { name: 'Custom crawler settings' }).click()
    await page.getByRole('button', { name: 'Add header' }).click()
    await expectNoViolation(page, 'settings with a header')
    await expectTouchTargets(page, 'settings', viewport.width)

    const preview = previewed()
    await page.route('**/api/previews', (route) => route.fulfill({ json: preview }))
    await page.getByRole('button', { name: 'Custom crawler settings' }).click()
    await page.getByLabel('Website URL').fill('manual.example')
    await page.getByRole('button', { name: 'Preview site' }).click()
    await expect(page.getByRole('tree', { name: 'Pages on this site' })).toBeVisible()
    await page.getByText('2 addresses will be skipped').click()
    await page.getByText('Blocked by the site’s robots.txt').click()
    await expectNoViolation(page, 'preview')
    await expectTouchTargets(page, 'preview', viewport.width)

    const running = { status: 'crawling', finishedAt: null, waiting: { code: 'host', host: 'manual.example' } } as const
    const shown = await showCrawl(page, fakeCrawl(12, { ...running, progress: { ...halfway } }))
    await expect(foundPages.getByText('Waiting for other requests to manual.example')).toBeVisible()
    await expect(foundPages.getByText(/Currently crawling/), 'a waiting crawl fetches nothing').toBeHidden()
    await expectNoViolation(page, 'a waiting crawl')
    await page.getByRole('button', { name: 'Stop Crawling' }).click()
    await expectNoViolation(page, 'stop confirmation')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()

    shown.change({ status: 'stopped', waiting: null, finishedAt: new Date().toISOString(), ...leftOver() })
    await page.goto(`/?crawl=${CRAWL_ID}`)
    await expect(foundPages.getByRole('button', { name: 'Continue crawl' })).toBeVisible()
    await foundPages.getByRole('searchbox', { name: 'Filter pages' }).fill('chapter 1')
    await tree.getByRole('button', { name: 'More...' }).last().click()
    await foundPages.getByRole('button', { name: /1 address skipped/ }).click()
    await foundPages.getByRole('button', { name: /^The site returned an error/ }).click()
    await foundPages.getByRole('button', { name: /^Select \d+ match/ }).click()
    await expectNoViolation(page, 'a stopped crawl with a filtered tree and the skipped list')
    await expectTouchTargets(page, 'Found Pages', viewport.width)
    await foundPages.getByRole('button', { name: 'Choose download format' }).click()
    await expectNoViolation(page, 'download menu')
    await page.keyboard.press('Escape')
    await page.route('**/api/crawls/*?content=true', (route) => route.abort())
    await foundPages.getByRole('button', { name: 'Download Crawled Data' }).click()
    await expect(foundPages.getByText('Failed to download data. Please try again.')).toBeVisible()
    await expectNoViolation(page, 'download failure')
  })
}

const halfway = {
  pagesFound: 40,
  pagesCrawled: 12,
  currentUrl: 'https://manual.example/next',
  currentDepth: 2,
  maxDepth: 3,
}

const skipped = [
  { url: 'https://manual.example/private', reason: 'robots' as const, detail: 'Disallow: /private' },
  { url: 'https://manual.example/gone', reason: 'http-status' as const, detail: '404' },
]

const leftOver = () => ({
  error: { code: 'crawl.stopped', message: 'Crawling was stopped by user' },
  skipped: [...skipped, { url: 'https://manual.example/later', reason: 'stopped' as const, detail: '' }],
  skippedTotal: 3,
  skippedByReason: { robots: 1, 'http-status': 1, stopped: 1 },
})

const previewed = () => ({
  url: 'https://manual.example/',
  title: 'The manual',
  addresses: ['', 'docs', 'docs/install', 'docs/deep/down', 'blog/one', 'blog/two'].map((path) => ({
    url: `https://manual.example/${path}`,
    title: `All about ${path || 'lamps'} in a title that is longer than a telephone is wide`,
    from: 'link',
  })),
  total: 6,
  skipped,
  sitemaps: [],
  pauseMs: 4000,
})

/** Nothing overflows the screen, and touch targets are 44 px high on a phone, except links in a sentence. */
async function expectTouchTargets(page: Page, where: string, width: number) {
  const wrong = await page.evaluate((onPhone) => {
    const inSentence = (element: Element) => element.closest('p, [class*=description], [class*=notice]') !== null
    return [...document.querySelectorAll('button, select, textarea, input:not([type=checkbox]), [role=treeitem]')]
      .filter(
        (element) => element.checkVisibility() && !inSentence(element) && !element.closest('[class*=visibilityToggle]'),
      )
      .map((element) => ({
        // The box of a password's input is drawn around it.
        box: (element.closest('[class*=PasswordInput-input]') ?? element).getBoundingClientRect(),
        name: element.textContent || element.getAttribute('aria-label'),
        // A line that scrolls sideways by itself.
        isScrolled: element.closest('ul')?.matches('[aria-label=Reasons]') ?? false,
      }))
      .filter(({ box, isScrolled }) => (!isScrolled && box.right > innerWidth + 1) || (onPhone && box.height < 43.5))
      .map(({ box, name }) => `${name}: ${Math.round(box.height)} px high, to ${Math.round(box.right)}`)
  }, width < 768)
  expect(wrong, where).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${where} fits`).toBe(true)
}
