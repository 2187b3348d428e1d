/** The workspace: what fits the window, the folded crawl form, and the panes. */
import { LANGUAGE_COOKIE } from '#shared/language.ts'
import type { SkippedAddress } from '#shared/crawl/crawls.ts'
import { expectNoViolation } from './support/axe.ts'
import { CRAWL_ID, fakeCrawl, showCrawl } from './support/fake-crawl.ts'
import { crawlScreen } from './support/crawl-screen.ts'
import { crawlManual, saveChat, signUp } from './support/user.ts'
import { openInApp } from './support/open-in-app.ts'
import { expect, test } from './test.ts'

/** A crawl of `count` pages that have been processed, so that the chat is open. */
function processedCrawl(count: number) {
  const crawl = fakeCrawl(count, { skippedTotal: 94, skippedByReason: { 'other-host': 94 } })
  return { ...crawl, pages: crawl.pages.map((page) => ({ ...page, processed: true, selected: true })) }
}

/** Width and height of the window, and how many rows of the tree it shows at least: on a phone, in its own tab. */
const windows = [
  [1920, 1080, 20],
  [1366, 768, 12],
  [1024, 768, 8],
  [1440, 900, 12],
  [2560, 1440, 20],
  // 1440×900 at 200 % zoom.
  [720, 450, 0],
  [844, 390, 3],
  [390, 844, 7],
  [390, 430, 0],
  [360, 640, 1],
  [320, 568, 0],
] as const

test('fits the page tree, the conversation and the composer into every window', async ({ page, server }) => {
  await signUp(page, server, 'geometry@example.org')
  await server.admin(['tier', 'geometry@example.org', 'enterprise'])
  await server.admin(['credits', 'geometry@example.org', '1685'])
  const answer = 'A lamp wants oil every day, and its wick is trimmed. '.repeat(12)
  const messages = Array.from({ length: 12 }, (_, index) =>
    index % 2 ? { role: 'assistant', content: answer } : { role: 'user', content: `What does lamp ${index} want?` },
  )
  await page.route(`**/api/crawls/${CRAWL_ID}/messages`, (route) => route.fulfill({ json: { messages } }))
  // With both buttons above the tree.
  const skippedByReason = { 'beyond-limit': 70, 'http-status': 3 }
  await showCrawl(page, { ...processedCrawl(900), skippedTotal: 73, skippedByReason, retryable: 3 })
  const { input, foundPages } = crawlScreen(page)
  for (const name of ['Continue crawl', 'Retry failed']) await expect(page.getByRole('button', { name })).toBeVisible()
  const tab = (name: string | RegExp) =>
    page.getByRole('navigation', { name: /^(Panes|Bereiche)$/ }).getByRole('button', { name })
  // The tree renders the rows that fit only after its size was observed.
  const expectRows = (where: string, leastRows: number) =>
    expect
      .poll(async () => (await page.evaluate(geometry)).rows, { message: `${where}: rows of the tree` })
      .toBeGreaterThanOrEqual(leastRows)
  for (const [width, height, leastRows] of windows) {
    const where = `${width}×${height}`
    await page.setViewportSize({ width, height })
    if (await tab('Chat').isVisible()) await tab('Chat').click()
    await expect(input, where).toBeVisible()
    if (process.env['SHOTS']) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.screenshot({ path: `${process.env['SHOTS']}/${where}-${colorScheme}.png` })
      }
      await page.emulateMedia({ colorScheme: 'light' })
    }
    const seen = await page.evaluate(geometry)
    if (process.env['SHOTS']) console.log(where, JSON.stringify(seen))
    expect.soft(seen.composer, `${where}: the composer is inside the window and under nothing`).toBe('clear')
    expect.soft(seen.overflow, `${where}: nothing scrolls sideways`).toBe(0)
    if (width < 992)
      expect.soft(seen.conversation / height, `${where}: share of the conversation`).toBeGreaterThanOrEqual(0.6)
    else {
      await expectRows(where, leastRows)
      expect.soft(await page.evaluate(pathsOutsideRows), `${where}: paths under the buttons of their rows`).toEqual([])
    }
    if (width < 992) {
      await tab(/pages/i).click()
      await expect(foundPages.getByRole('tree')).toBeVisible()
      if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/${where}-pages.png` })
      await expectRows(where, leastRows)
      if (width === 844 || height === 450) {
        const process = foundPages.getByRole('button', { name: 'Process selected pages' })
        await expect.soft(process, where).toBeInViewport({ ratio: 1 })
      }
      if (width < 400) {
        const address = await page.getByText('manual.example', { exact: true }).boundingBox()
        expect.soft(address?.width, `${where}: the address of the crawl`).toBeGreaterThan(90)
        await expect
          .soft(page.getByRole('main').getByRole('link', { name: 'New chat' }), where)
          .toBeInViewport({ ratio: 1 })
        const skipped = foundPages.getByRole('button', { name: /not crawled yet/ })
        const isCut = await skipped.evaluate((button) =>
          [...button.children].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
        )
        expect.soft(isCut, `${where}: an ellipsis hides how many addresses were skipped`).toBe(false)
      }
    }
  }

  // German texts are longer.
  await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: 'de', url: server.url }])
  await page.reload()
  for (const [width, height, leastRows] of [
    [390, 844, 6],
    [360, 640, 3],
    [320, 568, 1],
  ] as const) {
    await page.setViewportSize({ width, height })
    await tab(/Seiten/).click()
    await expectRows(`${width}×${height} in German`, leastRows)
  }
  await page.context().clearCookies({ name: LANGUAGE_COOKIE })

  await server.admin(['grant', 'geometry@example.org'])
  await page.goto('/admin/settings')
  await expect(page.getByRole('button', { name: 'Save settings' })).toBeVisible()
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height })
    const seen = await page.evaluate(settingsGeometry)
    expect.soft(seen.header, `${width}: the line below the header reaches both edges`).toEqual([0, width])
    expect.soft(seen.form, `${width}: the settings are as wide as their tabs`).toEqual(seen.tabs)
    expect.soft(seen.save, `${width}: Save settings starts where the fields do`).toBe(seen.field)
    expect.soft(seen.overflow, `${width}: nothing of the settings scrolls sideways`).toBe(0)
  }
})

/** Runs in the page. Left and right edges of the header and, on the settings, of the form and what is in line with it. */
function settingsGeometry() {
  const edges = (selector: string) => {
    const { left, right } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
    return [Math.round(left), Math.round(right)]
  }
  return {
    header: edges('header'),
    form: edges('[role=tabpanel] form'),
    tabs: edges('[role=tablist]'),
    field: edges('form[aria-label] label')[0],
    save: edges('form[aria-label] > :last-child > button[type=submit]')[0],
    overflow: document.documentElement.scrollWidth - innerWidth,
  }
}

/** Runs in the page. Paths of the tree that reach beyond the text of their row. */
function pathsOutsideRows() {
  const paths = Array.from(document.querySelectorAll('[role=treeitem] [title^="/"]'))
  const right = (element: Element | null) => element?.getBoundingClientRect().right ?? 0
  return paths.filter((path) => right(path) > right(path.parentElement) + 1).map((path) => path.textContent)
}

test('shows three rows of the tree and every control on a phone held sideways', async ({ browser, server }) => {
  const phone = {
    viewport: { width: 844, height: 390 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  } as const
  const context = await browser.newContext({ ...phone, baseURL: server.url, locale: 'de-DE' })
  const page = await context.newPage()
  await signUp(page, server, 'sideways@example.org')
  await server.admin(['tier', 'sideways@example.org', 'enterprise'])
  await page.route(`**/api/crawls/${CRAWL_ID}/messages`, (route) => route.fulfill({ json: { messages: [] } }))
  const twoSteps = {
    skippedTotal: 73,
    skippedByReason: { 'beyond-limit': 70, 'http-status': 3 },
    retryable: 3,
  } as const
  const oneStep = { skippedTotal: 70, skippedByReason: { 'beyond-limit': 70 } } as const
  // What happened is in the line with the address.
  const error = { code: 'crawl.stopped', message: 'Crawling was stopped by user' }
  const stopped = { ...twoSteps, status: 'stopped', error } as const
  const { change } = await showCrawl(page, processedCrawl(900))
  const controls = ['Seitenübersicht', 'Alle auswählen', 'Auswahl aufheben', 'Ausgewählte Seiten verarbeiten', 'Chat']
  for (const [state, steps] of [
    [{}, []],
    [oneStep, ['Crawl fortsetzen']],
    [stopped, ['Crawl fortsetzen', 'Fehlgeschlagene wiederholen']],
  ] as const) {
    change(state)
    await page.reload()
    for (const name of [...controls, ...steps]) {
      const control = page.getByRole('main').getByRole('button', { name, exact: true })
      await expect.soft(control, name).toBeInViewport({ ratio: 1 })
      // Nothing else is at its center.
      await control.click({ trial: true })
    }
    await expect
      .poll(async () => (await page.evaluate(geometry)).rows, `rows with ${steps.length} next steps`)
      .toBeGreaterThanOrEqual(3)
    expect.soft((await page.evaluate(geometry)).overflow).toBe(0)
  }
  await context.close()
})

test('fits the header into every window, in English and German, with and without an account', async ({
  page,
  server,
}) => {
  const texts = [
    { language: 'en', signIn: 'Sign in', account: 'Account' },
    { language: 'de', signIn: 'Anmelden', account: 'Konto' },
  ]
  for (const isSignedIn of [false, true]) {
    if (isSignedIn) {
      await signUp(page, server, 'header-widths@example.org')
      await server.admin(['tier', 'header-widths@example.org', 'pro'])
      await server.admin(['credits', 'header-widths@example.org', '1685'])
    }
    for (const { language, signIn, account } of texts) {
      await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: language, url: server.url }])
      await page.goto('/')
      const header = page.getByRole('banner')
      const last = header.getByRole('button', { name: isSignedIn ? account : signIn, exact: true })
      if (isSignedIn) await expect(header.getByText(/^1[.,]685 Credits$/i)).toBeVisible()
      for (const width of [320, 360, 375, 390, 420, 430, 580, 600, 640, 700, 768, 800]) {
        const where = `${language}, ${width}, ${isSignedIn ? 'signed in' : 'visitor'}`
        await page.setViewportSize({ width, height: 640 })
        await expect(last, where).toBeInViewport({ ratio: 1 })
        const { overflow, broken } = await page.evaluate(headerGeometry)
        expect.soft(overflow, where).toBeLessThanOrEqual(0)
        expect.soft(broken, `${where}: what is higher than one line`).toEqual([])
      }
    }
  }
})

/** Runs in the page. */
function headerGeometry() {
  const links = Array.from(document.querySelectorAll('header a, header button'))
  const broken = links.filter((link) => link.getBoundingClientRect().height > 48).map(({ textContent }) => textContent)
  return { overflow: document.documentElement.scrollWidth - innerWidth, broken }
}

const phones = [
  [390, 844],
  [360, 640],
  [320, 568],
] as const

test('collapses header and title of a saved chat on a phone while someone reads', async ({ page, server }) => {
  const person = await signUp(page, server, 'reading@example.org')
  const messages = Array.from({ length: 10 }, (_, index) =>
    index % 2
      ? { role: 'assistant', content: 'A lamp wants oil. '.repeat(60) }
      : { role: 'user', content: `Lamp ${index}?` },
  )
  const path = await saveChat(person, 'A chat about lamps with a title that is longer than a phone', [], messages)
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(path)
  const log = page.getByRole('region', { name: 'Messages' })
  const header = page.getByRole('banner').getByRole('link', { name: 'Chats' })
  const title = page.getByRole('heading', { level: 1 })
  await expect(log.getByText('Lamp 8?')).toBeInViewport()
  for (const [width, height] of phones) {
    await page.setViewportSize({ width, height })
    const share = ((await log.boundingBox())?.height ?? 0) / height
    expect.soft(share, `${width}×${height}: share of the conversation before reading`).toBeGreaterThanOrEqual(0.6)
  }
  const actions = page.getByRole('button', { name: 'Actions', exact: true })
  await actions.click()
  await page.getByRole('button', { name: 'Share chat' }).click()
  await expect(page.getByRole('dialog', { name: 'Share chat' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export chat' }), 'the menu has closed').toBeHidden()
  await page.keyboard.press('Escape')
  // The focus keeps the row open.
  await log.focus()
  await log.hover()
  await page.mouse.wheel(0, -600)
  await expect(title).toBeInViewport()
  for (const [width, height] of [...phones, [390, 430], [844, 390], [720, 450]] as const) {
    await page.setViewportSize({ width, height })
    await log.hover()
    await page.mouse.wheel(0, 120)
    const where = `${width}×${height}`
    const topOfLog = async () => (await log.boundingBox())?.y
    await expect.poll(topOfLog, `${where}: nothing is left above the conversation`).toBe(0)
    const seen = await page.evaluate(geometry)
    expect.soft(seen.conversation / height, `${where}: share of the conversation`).toBeGreaterThanOrEqual(0.6)
    expect.soft(seen.composer, where).toBe('clear')
    expect.soft(seen.overflow, where).toBe(0)
    await page.mouse.wheel(0, -120)
    await expect(header, where).toBeInViewport()
    await expect(title, where).toBeInViewport()
  }
  const isCollapsed = await log.evaluate(async (element) => {
    const { setTimeout } = window
    const delayed: (() => void)[] = []
    window.setTimeout = ((act: () => void) => delayed.push(act)) as typeof window.setTimeout
    const scrolled = new Promise((resolve) => element.addEventListener('scroll', resolve, { once: true }))
    element.scrollBy(0, 120)
    await scrolled
    window.setTimeout = setTimeout
    // What use-reading.ts does when a scroll has ended.
    for (const act of delayed) act()
    return document.documentElement.hasAttribute('data-reading')
  })
  expect(isCollapsed, 'a scroll by script, as to a new answer').toBe(false)
})

test('offers recent chats and notebooks on every screen, beside it or as a drawer', async ({ page, server }) => {
  const person = await signUp(page, server, 'sidebar@example.org')
  const { pages } = await crawlManual(person, 1)
  const first = await saveChat(person, 'Lamps', pages)
  const second = await saveChat(person, 'Lighthouses', [])
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  const toggle = page.getByRole('banner').getByRole('button', { name: 'Sidebar' })
  await page.setViewportSize({ width: 1366, height: 768 })
  for (const path of ['/', '/chats', '/account', '/usage', first]) {
    await (path === '/' ? page.goto(path) : openInApp(page, path))
    await expect(page).toHaveURL(path)
    await expect(sidebar.getByRole('link', { name: 'Lighthouses' }), path).toBeVisible()
  }
  await expect(sidebar.getByRole('link', { name: 'Lamps' })).toHaveAttribute('aria-current', 'page')
  await sidebar.getByRole('link', { name: 'Lighthouses' }).click()
  await expect(page).toHaveURL(second)
  await expect(page.getByRole('heading', { level: 1, name: 'Lighthouses' })).toBeVisible()
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await expectNoViolation(page, 'sidebar')
  await toggle.click()
  await expect(sidebar).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Lighthouses' })).toBeVisible()
  await expect(sidebar).toBeHidden()

  await page.setViewportSize({ width: 390, height: 844 })
  await toggle.click()
  const drawer = page.getByRole('dialog', { name: 'Sidebar' })
  await expect(drawer.getByRole('link', { name: 'Default Notebook' })).toBeVisible()
  expect((await drawer.boundingBox())?.width).toBeLessThan(350)
  await expectNoViolation(page, 'sidebar as a drawer', { within: '[role=dialog]' })
  await drawer.getByRole('link', { name: 'Lamps' }).click()
  await expect(page).toHaveURL(first)
  await expect(drawer).toBeHidden()
  await toggle.click()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()

  // Back closes what covers the screen of a phone.
  await toggle.click()
  await expect(drawer).toBeVisible()
  await page.goBack()
  await expect(drawer).toBeHidden()
  await page
    .getByRole('button', { name: /^Sources/ })
    .first()
    .click()
  await page.locator('#sources').getByRole('button').first().click()
  await page.getByRole('button', { name: 'View stored copy' }).click()
  const stored = page.getByRole('dialog', { name: 'Stored page' })
  await expect(stored).toBeVisible()
  await page.goBack()
  await expect(stored).toBeHidden()
  await expect(page).toHaveURL(first)
})

test('folds the crawl form into one line with address, state and new chat at every width', async ({ page, server }) => {
  await signUp(page, server, 'folded-form@example.org')
  const shown = await showCrawl(page, fakeCrawl(30))
  const url = page.getByLabel('Website URL')
  const change = page.getByRole('button', { name: 'Change', exact: true })
  const tree = page.getByRole('tree', { name: 'Found pages' })
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(change).toHaveAccessibleDescription('manual.example')
    await expect(url).toBeHidden()
    const before = await tree.boundingBox()
    const topics = await page.getByRole('button', { name: /^Topics/ }).boundingBox()
    expect((topics?.y ?? 0) > (before?.y ?? 0), 'on a phone the topics follow the tree').toBe(width < 576)
    await change.click()
    await expect(url).toBeFocused()
    await expect(page.getByLabel('Maximum Pages')).toBeVisible()
    expect(await tree.boundingBox(), 'the form unfolds over the panes').toEqual(before)
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(url).toBeHidden()
    await change.click()
    await page.keyboard.press('Escape')
    await expect(change).toBeFocused()
    await expect(url).toBeHidden()
  }
  await page.getByRole('main').getByRole('link', { name: 'New chat' }).click()
  await expect(page).toHaveURL('/chats/new')
  await expect(url).toHaveValue('')

  const skipped: SkippedAddress = { url: 'https://manual.example/', reason: 'http-status', detail: '404' }
  const error = { code: 'crawl.failed', message: 'Failed to crawl the website' }
  const left = { skipped: [skipped], skippedTotal: 1, skippedByReason: { 'http-status': 1 } }
  shown.change({ status: 'failed', error, pages: [], ...left })
  await page.goto(`/?crawl=${CRAWL_ID}`)
  await expect(url, 'without pages the form stays open').toBeVisible()
  const list = page.getByRole('button', { name: /1 page failed/ })
  await expect(list, 'the list of skipped addresses follows the outcome').toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 844, height: 390 })
  await expect(page.getByText('Failed to crawl the website'), 'what happened, below the form').toBeInViewport()
  const start = await page.getByRole('button', { name: 'Start Crawling' }).boundingBox()
  expect((start?.x ?? 0) + (start?.width ?? 0), 'the form has its margin').toBeLessThanOrEqual(844 - 16)

  shown.change({ status: 'finished', error: null, pages: fakeCrawl(30).pages })
  await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: 'de', url: server.url }])
  await page.setViewportSize({ width: 320, height: 568 })
  await page.goto(`/?crawl=${CRAWL_ID}`)
  await expect(page.getByRole('button', { name: 'Chat speichern' })).toBeInViewport({ ratio: 1 })
  await expect
    .poll(async () => (await page.evaluate(geometry)).rows, 'rows of the tree on the smallest phone, in German')
    .toBeGreaterThanOrEqual(4)

  const progress = {
    pagesFound: 90,
    pagesCrawled: 30,
    currentUrl: 'https://manual.example/a',
    currentDepth: 1,
    maxDepth: 3,
  }
  shown.change({ status: 'crawling', finishedAt: null, progress })
  await page.goto(`/?crawl=${CRAWL_ID}`)
  for (const name of ['Crawl stoppen', 'Chat speichern']) {
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  }
  await expect
    .poll(async () => (await page.evaluate(geometry)).rows, 'rows while the crawl is running')
    .toBeGreaterThanOrEqual(3)
  await page.setViewportSize({ width: 844, height: 390 })
  await expect
    .poll(async () => (await page.evaluate(geometry)).rows, 'rows while the crawl is running, on a phone held sideways')
    .toBeGreaterThanOrEqual(6)
  await page.setViewportSize({ width: 1366, height: 768 })
  const switches = [/Mail bei Abschluss$/, 'Im Browser benachrichtigen'].map((name) => page.getByLabel(name))
  const tops = await Promise.all(switches.map(async (each) => (await each.boundingBox())?.y))
  expect(tops[0], 'the switches are in one line').toBe(tops[1])
  await page.setViewportSize({ width: 320, height: 568 })
  await page.getByRole('button', { name: 'Benachrichtigungen' }).click()
  await expect(page.getByLabel(/Mail bei Abschluss$/)).toBeInViewport()
})

test('resizes and hides panes by keyboard and pointer, and remembers it', async ({ page, server }) => {
  await signUp(page, server, 'resized@example.org')
  await showCrawl(page, processedCrawl(30))
  const { foundPages, input, tree } = crawlScreen(page)
  const line = page.getByRole('separator', { name: 'Width of the pages' })
  const widthOf = async () => Math.round((await foundPages.boundingBox())?.width ?? 0)
  await expect(line).toHaveAttribute('aria-valuenow', '480')
  await line.focus()
  await page.keyboard.press('ArrowRight')
  await expect(line).toHaveAttribute('aria-valuenow', '496')
  expect(await widthOf()).toBe(496)
  await page.keyboard.press('Home')
  expect(await widthOf()).toBe(256)

  const { x = 0, y = 0 } = (await line.boundingBox()) ?? {}
  await page.mouse.move(x + 5, y + 20)
  await page.mouse.down()
  await page.mouse.move(x + 105, y + 60, { steps: 4 })
  await page.mouse.up()
  await expect(line).toHaveAttribute('aria-valuenow', '356')
  await page.reload()
  await expect(line).toHaveAttribute('aria-valuenow', '356')
  await expect.poll(widthOf).toBe(356)
  await line.dblclick({ position: { x: 5, y: 20 } })
  await expect(line).toHaveAttribute('aria-valuenow', '480')

  await tree.getByRole('button', { name: 'More...' }).first().click()
  await tree.getByRole('button', { name: 'View stored copy' }).click()
  const readerLine = page.getByRole('separator', { name: 'Width of the stored page' })
  await readerLine.focus()
  await page.keyboard.press('End')
  await expect(readerLine).toHaveAttribute('aria-valuenow', '880')
  const log = page.getByRole('region', { name: 'Messages' })
  const chatWidth = async () => Math.round((await log.boundingBox())?.width ?? 0)
  expect(await chatWidth(), 'the chat keeps its least width').toBe(480)

  await readerLine.dblclick()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(foundPages, 'beside the sidebar, the open page takes the place of the pages').toBeHidden()
  expect(await chatWidth(), 'lines of a readable length').toBeGreaterThan(640)
  const sidebar = page.getByRole('banner').getByRole('button', { name: 'Sidebar' })
  await sidebar.click()
  await expect.poll(widthOf, 'room for titles beside an open page').toBeGreaterThanOrEqual(352)
  expect(await chatWidth(), 'the chat keeps its width beside both').toBeGreaterThanOrEqual(480)
  await sidebar.click()
  await page.setViewportSize({ width: 1024, height: 768 })
  const reader = page.getByRole('complementary', { name: 'Stored page' })
  await expect(foundPages, 'the open page takes the place of the pages').toBeHidden()
  await expect(input).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('banner').getByRole('link', { name: 'Chats' })).toBeInViewport({ ratio: 1 })
  await reader.getByRole('button', { name: 'Close page' }).click()
  await expect(tree.getByRole('button', { name: 'View stored copy' })).toBeFocused()
  await page.setViewportSize({ width: 1280, height: 720 })

  await page.getByRole('button', { name: 'Hide pages' }).click()
  await expect(foundPages).toBeHidden()
  await expect(line).toBeHidden()
  await page.setViewportSize({ width: 2560, height: 1440 })
  await page.reload()
  await expect(input).toBeVisible()
  await expect(foundPages).toBeHidden()
  await page.getByRole('button', { name: 'Show pages' }).click()
  await expect(foundPages).toBeVisible()
  await line.dblclick({ position: { x: 5, y: 20 } })
  await expect(line, 'a wide window has room for whole titles').toHaveAttribute('aria-valuenow', '717')
})

/** Runs in the page. */
function geometry() {
  const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
  const tree = document.querySelector('[role=tree]')?.parentElement?.getBoundingClientRect() ?? new DOMRect()
  const rows = [...document.querySelectorAll('[role=treeitem]')].filter((row) => {
    const { top, bottom, height } = row.getBoundingClientRect()
    if (height === 0 || top < tree.top || bottom > Math.min(tree.bottom, innerHeight) + 0.5) return false
    const covering = document.elementFromPoint(tree.left + tree.width / 2, bottom - 2)
    return row.contains(covering)
  })
  const form = document.querySelector('form:has(#question)')
  const composer = box('form:has(#question)')
  const input = box('#question')
  const isInside =
    composer.top >= 0 && composer.bottom <= innerHeight && composer.left >= 0 && composer.right <= innerWidth
  const points = [
    [input.left + 4, input.top + 4],
    [input.right - 4, input.top + 4],
    [input.left + input.width / 2, input.bottom - 4],
    [composer.right - 8, composer.bottom - 8],
  ] as const
  const isClear = points.every(([x, y]) => form?.contains(document.elementFromPoint(x, y)))
  return {
    rows: rows.length,
    composer: isInside && isClear ? 'clear' : `${JSON.stringify(composer)} inside ${isInside} clear ${isClear}`,
    composerBox: [composer.top, composer.bottom].map(Math.round),
    conversation: Math.round(box('[role=region][aria-label=Messages]').height),
    overflow: document.documentElement.scrollWidth - innerWidth,
    pageHeight: document.documentElement.scrollHeight,
  }
}

test('keeps the header of a phone when a question is sent, and Back leads from the chat to the pages [workspace-1]', async ({
  page,
  server,
}) => {
  const person = await signUp(page, server, 'phone-chat@example.org')
  const { id, pages } = await crawlManual(person, 3)
  const screen = crawlScreen(page)
  const toChats = page.getByRole('banner').getByRole('link', { name: 'Chats' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  // A link, because Back depends on the router's own entries.
  await page
    .getByRole('main')
    .getByRole('link', { name: /\/help/ })
    .click()
  await screen.foundPages.getByRole('button', { name: 'Select all', exact: true }).click()
  await screen.process()
  await screen.ask('How many pages does the free plan crawl?')
  await screen.ask('What is a credit?')
  await expect(toChats, 'sending a question is not reading').toBeInViewport()
  await expect(page.getByRole('button', { name: 'Save Chat', exact: true })).toBeInViewport()

  await page.goBack()
  await expect(screen.tree).toBeVisible()
  await expect(page).toHaveURL(`/?crawl=${id}`)
  await page.goBack()
  await expect(page).toHaveURL('/')

  // In a saved chat, it leads from the sources to the chat.
  await saveChat(person, 'Credits', pages)
  await page.goto('/chats')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Credits/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Credits' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: 'Sources' }).click()
  await expect(page.locator('#sources')).toBeVisible()
  await page.goBack()
  await expect(page.locator('#sources')).toBeHidden()
  await expect(screen.input).toBeVisible()
})
