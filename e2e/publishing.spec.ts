/** The tab Publish of a notebook, its public page and the widget on another site. */
import type { Page } from '@playwright/test'
import { openWebsite, type Website } from '#test/website.ts'
import { expectNoViolation } from './support/axe.ts'
import { crawl, createUser, saveChat, signUp } from './support/user.ts'
import { expect, test } from './test.ts'

const SENTENCE = 'Uploads to the harbour archive are limited to 10 MB for each file.'
const HOSTILE =
  'Write &lt;img src=x onerror="document.title=1"&gt; with a width of $x^2$ into the archive catalogue field.'
const TABLE = `<table><tr><th>Department</th><th>Responsibilities</th><th>Administration</th><th>Correspondence</th></tr>
  <tr><td>Harbour office</td><td>Uploads</td><td>Volunteers</td><td>Telephone</td></tr></table>`
const WIDGET_BYTES = 25_000

test.use({ ownContext: true })

const siteOf = (title: string, text: string) =>
  `<html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${text}</p><a href="/catalogue">Catalogue</a></main></html>`

async function crawlHarbour(client: Awaited<ReturnType<typeof createUser>>) {
  const site = await openWebsite({
    '/': siteOf('Limits', `${SENTENCE}</p>${TABLE}<p>`),
    '/catalogue': siteOf('Catalogue', HOSTILE),
  })
  const { pages } = await crawl(client, { url: site.origin, maxPages: 2 })
  await site.close()
  await saveChat(client, 'Harbour', pages)
  const { notebooks } = (await client.get('/api/notebooks')).body
  return `/api/notebooks/${notebooks[0].id}`
}

test('publishes a notebook on its screen, and its public page answers with a cited sentence [publishing-9]', async ({
  page,
  server,
}) => {
  const client = await signUp(page, server, 'publish@example.org')
  const notebook = await crawlHarbour(client)
  await page.goto(`${notebook.replace('/api', '')}?tab=publish`)
  await page.getByLabel('Address').fill('x')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByLabel('Address')).toBeFocused()
  await expect(page.getByText('Use 3 to 60 lowercase letters')).toBeVisible()
  await expectNoViolation(page, 'a wrong address')
  const tooLarge = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.alloc(64 * 1024 + 1) }
  await page.locator('input[type=file]').setInputFiles(tooLarge)
  await expect(page.getByRole('group', { name: 'Logo' })).toHaveAccessibleDescription(/64/)
  await page.getByLabel('Address').fill('harbour-help')
  await page.getByRole('textbox', { name: 'Title' }).fill('Harbour help')
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Harbour help')
  await page.getByRole('tab', { name: 'Chats' }).click()
  const discard = page.getByRole('dialog', { name: 'Discard changes?' })
  await discard.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Harbour help')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Published' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Published' })).toBeInViewport()
  await expect(page.getByText('Saved', { exact: true }), 'it was published, not changed').toHaveCount(0)
  await expect(page.getByText('No questions yet.')).toBeVisible()
  await expect(page.getByText('No site may show the widget yet.')).toBeVisible()
  await page.getByLabel('Language', { exact: true }).selectOption('français')
  await expect(page.getByRole('link', { name: '/k/harbour-help?lang=fr' })).toBeVisible()
  await expect(page.getByText('data-notebook="harbour-help" data-lang="fr" async')).toBeVisible()
  await expectNoViolation(page, 'published')

  const visitor = await page.context().browser()?.newContext({ baseURL: server.url, reducedMotion: 'reduce' })
  const visit = (await visitor?.newPage()) ?? page
  await visit.goto('/k/harbour-help')
  await expect(visit).toHaveTitle('Harbour help')
  const question = visit.getByRole('textbox', { name: 'Your question' })
  const title = await visit.getByRole('heading', { level: 1 }).boundingBox()
  const beforeAsking = await question.boundingBox()
  await expect(visit.getByText('Every answer cites its sources.'), 'without an introduction').toBeInViewport()
  expect(beforeAsking?.y, 'the question is below the title').toBeLessThan((title?.y ?? 0) + (title?.height ?? 0) + 70)
  await question.fill('What are uploads to the archive limited to?')
  await visit.keyboard.press('Enter')
  const sources = visit.getByRole('list', { name: 'Sources' })
  await expect(sources).toContainText(SENTENCE)
  await expect(sources).toContainText('quoted from this page')
  const fonts = () => visit.evaluate(() => Array.from(document.fonts, ({ family, status }) => [family, status]))
  expect(Object.fromEntries(await fonts()), 'the fonts of the product').toEqual({
    Atkinson: 'loaded',
    Newsreader: 'loaded',
  })
  await visit.getByRole('link', { name: 'Sources 1' }).click()
  await expect(sources.getByRole('listitem')).toBeFocused()
  await visit.getByRole('button', { name: 'Not helpful' }).click()
  await expect(visit.getByText('Thank you')).toBeVisible()
  await visit.getByText('Pages (2)').click()
  await visit.getByRole('searchbox').fill('catalogue')
  await expect(visit.getByRole('link', { name: 'Limits' })).toHaveCount(1)
  await expect(visit.getByRole('link', { name: 'Catalogue' })).toBeVisible()
  await expectNoViolation(visit, 'the public page')
  await visit.goto('/k/harbour-help?lang=pl')
  await expect(visit.getByRole('textbox', { name: 'Twoje pytanie' })).toBeVisible()
  await visitor?.close()

  await page.reload()
  await page.getByText('Answers that were not helpful').click()
  await expect(page.getByText('What are uploads to the archive limited to?', { exact: true })).toBeVisible()
  await page.getByText('Latest questions').click()
  const latest = page.getByRole('listitem').filter({ hasText: 'Answered · Not helpful' })
  await expect(latest).toContainText('What are uploads to the archive limited to?')
  await page.getByRole('button', { name: 'Unpublish' }).click()
  const confirm = page.locator('[data-type="danger"]').getByRole('button', { name: 'Unpublish' })
  await confirm.click()
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Title' }), 'to publish again').toHaveValue('Harbour help')
  await expect(page.getByLabel('Address')).toHaveValue('harbour-help')
  expect((await page.request.get('/api/published/harbour-help')).status()).toBe(404)
})

test('answers in a widget on another site, under a strict content security policy, by keyboard and in German on a phone [publishing-10]', async ({
  browser,
  server,
}) => {
  const client = await createUser(server, 'widget@example.org')
  const notebook = await crawlHarbour(client)
  const host = await openHost(server.url, 'harbour-widget')
  const settings = { title: 'Harbour help', contact: 'help@example.org', origins: [host.origin] }
  await client.put(`${notebook}/publication`, { ...settings, address: 'harbour-widget' })
  const script = await fetch(`${server.url}/widget.js`, { headers: { 'Accept-Encoding': 'br' } })
  expect(script.headers.get('Content-Encoding')).toBe('br')
  expect(Number(script.headers.get('Content-Length'))).toBeLessThan(WIDGET_BYTES)

  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  const problems = collectProblems(page)
  await page.goto(host.origin)
  const open = page.getByRole('button', { name: 'Ask a question' })
  await open.focus()
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: 'Your question' })
  await expect(field).toBeFocused()
  await field.fill('What are uploads to the archive limited to?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Sources' })).toContainText(SENTENCE)
  await expect(field).toBeFocused()
  await field.fill('What should I write into the archive catalogue field?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Sources' }).nth(1)).toContainText('<img src=x onerror=')
  await expect(page.locator('.answer msup'), 'formulas of the answer and of its source').toHaveCount(2)
  await expect(
    page.getByText('What should I write into the archive'),
    'an answer is read from its beginning',
  ).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Close' }), 'only the messages scroll').toBeInViewport({ ratio: 1 })
  await expect(open).toBeHidden()
  await expectNoViolation(page, 'the widget')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(open).toBeFocused()

  await page.reload()
  await open.click()
  await expect(page.locator('.asked'), 'the conversation is kept for the next page').toHaveCount(2)
  await expect(page.getByText('What should I write into the archive')).toBeInViewport()
  await expect(page.getByRole('list', { name: 'Sources' }).first()).toContainText(SENTENCE)
  await page.evaluate(() => sessionStorage.setItem(sessionStorage.key(0) ?? '', '[{"question":1}]'))
  await page.reload()
  await open.click()
  await expect(page.locator('.asked'), 'what the widget has not stored').toHaveCount(0)
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  await page.keyboard.press('Escape')

  // The site's own script asks, and receives the answer.
  const heard = await page.evaluate(async () => {
    const { Readback } = window as unknown as { Readback: Api }
    const answered = new Promise<{ answered: boolean }>((resolve) => Readback.on('answer', resolve))
    await Readback.ask('Who is the mayor of Paris?')
    return answered
  })
  expect(heard.answered).toBe(false)
  await expect(page.getByText('The pages don’t answer this.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ask a person instead' })).toHaveAttribute(
    'href',
    'mailto:help@example.org',
  )
  expect(problems).toEqual([])
  await context.close()

  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'de-DE',
    colorScheme: 'dark',
  })
  const small = await phone.newPage()
  await small.goto(`${host.origin}/de`)
  await small.getByRole('button', { name: 'Frage stellen' }).click()
  const box = await small.getByRole('dialog').boundingBox()
  expect(box).toMatchObject({ x: 0, y: 0, width: 390, height: 844 })
  await expect(small.getByRole('dialog'), 'dark as the system').toHaveCSS('background-color', 'rgb(25, 24, 21)')
  await expectNoViolation(small, 'the widget in the dark')
  const widget = small.locator('readback-chat')
  await widget.evaluate((element) => element.setAttribute('theme', 'light'))
  await expect(small.getByRole('dialog'), 'light as the site says').toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await small.getByRole('textbox', { name: 'Ihre Frage' }).fill('Who is the mayor of Paris?')
  await small.keyboard.press('Enter')
  await expect(small.getByText('Die Seiten beantworten diese Frage nicht.')).toBeVisible()
  await small.getByRole('textbox', { name: 'Ihre Frage' }).fill('Wie lösche ich eine Datei?')
  await small.keyboard.press('Enter')
  await expect(small.getByText('Die Seiten sind auf Englisch. Fragen Sie in dieser Sprache')).toBeVisible()
  await small.getByRole('textbox', { name: 'Ihre Frage' }).fill('What are uploads to the archive limited to?')
  await small.keyboard.press('Enter')
  await expect(small.getByRole('columnheader')).toHaveCount(4)
  const heights = await small.getByRole('columnheader').evaluateAll((cells) => cells.map((cell) => cell.clientHeight))
  expect(Math.max(...heights), 'no word of a table is broken into two lines').toBeLessThan(2 * 24)
  await small.goto(`${host.origin}/dark`)
  await expect(small.locator('readback-chat'), 'what the script tag says').toHaveCSS('color-scheme', 'dark')
  await small.emulateMedia({ colorScheme: 'light' })
  await small.getByRole('button', { name: 'Ask a question' }).click()
  await expect(small.getByRole('dialog'), 'dark on a light system').toHaveCSS('background-color', 'rgb(25, 24, 21)')
  await expectNoViolation(small, 'the dark widget on a light system')
  await phone.close()
  await host.close()
})

test('lists the published pages once each, searches when the visitor stops typing and leaves the focus there [publishing-26]', async ({
  page,
  server,
}) => {
  const client = await createUser(server, 'page-list@example.org')
  const notebook = await crawlHarbour(client)
  const host = await openHost(server.url, 'page-list')
  const settings = { title: 'Harbour help', address: 'page-list', origins: [host.origin] }
  await client.put(`${notebook}/publication`, settings)
  const asked: string[] = []
  const listed = (title: string, next: string | null) => ({
    pages: [{ url: `https://a.example/${title}`, title }],
    next,
  })
  await page.route('**/pages?*', async (route) => {
    const { searchParams } = new URL(route.request().url())
    asked.push(searchParams.toString())
    await route.fulfill({ json: searchParams.has('after') ? listed('Second', null) : listed('First', 'first') })
  })
  await page.goto(`${server.url}/k/page-list?lang=de`)
  await page.getByText('Seiten (2)').click()
  await page.getByRole('button', { name: 'Weitere Seiten anzeigen' }).dblclick()
  await expect(page.getByRole('link', { name: 'Second' })).toHaveCount(1)
  expect(asked).toEqual(['q=', 'q=&after=first'])

  await page.getByRole('textbox', { name: 'Ihre Frage' }).fill('What are uploads to the archive limited to?')
  await page.keyboard.press('Enter')
  const search = page.getByRole('searchbox')
  await search.pressSequentially('catalogue')
  await expect(page.getByRole('list', { name: 'Quellen' })).toContainText(SENTENCE)
  await expect(search).toBeFocused()
  await expect.poll(() => asked.at(-1)).toBe('q=catalogue')
  expect(asked.length, 'fewer requests than keys').toBeLessThan(2 + 'catalogue'.length)

  await page.goto(host.origin)
  await expect(page.getByRole('button', { name: 'Ask a question' })).toHaveCount(1)
  await page.locator('readback-chat').evaluate((widget) => {
    const moved = widget.cloneNode()
    widget.replaceWith(moved)
    document.querySelector('main')?.append(moved)
    moved.addEventListener('readback:ready', () => (document.title = 'ready'))
  })
  await expect(page).toHaveTitle('ready')
  await expect(page.getByRole('button', { name: 'Ask a question' }), 'moved while it loads').toHaveCount(1)

  await page.getByRole('button', { name: 'Ask a question' }).click()
  await client.delete(`${notebook}/publication`)
  await page.getByRole('textbox', { name: 'Your question' }).fill('What are uploads limited to?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('This assistant is no longer available.')
  await host.close()
})

test('leaves no trace on a site that may not show the widget, and says when a question could not be answered [publishing-11]', async ({
  page,
  server,
}) => {
  const client = await createUser(server, 'refused-widget@example.org')
  const notebook = await crawlHarbour(client)
  const host = await openHost(server.url, 'refused-widget')
  await client.put(`${notebook}/publication`, { title: 'Harbour help', address: 'refused-widget', origins: [] })
  const warning = page.waitForEvent('console', (message) => message.type() === 'warning')
  await page.goto(host.origin)
  await expect(page.locator('readback-chat')).toBeAttached()
  await expect(page.getByRole('button')).toHaveCount(0)
  expect((await warning).text()).toBe(
    `Readback: ${host.origin} isn’t listed under Publish → Sites that may show the widget, or the notebook “refused-widget” isn’t published.`,
  )

  await client.put(`${notebook}/publication`, { title: 'Harbour help', address: 'refused-widget', daily_questions: 2 })
  await page.goto(`${server.url}/k/refused-widget`)
  const field = page.getByRole('textbox', { name: 'Your question' })
  await field.fill('Did Robert Stevenson repair the ferry?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The pages don’t answer this.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Helpful', exact: true }), 'a refusal is not rated').toHaveCount(0)
  await field.fill('What are uploads to the archive limited to?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Helpful', exact: true })).toBeVisible()
  await field.fill('Who may use the catalogue?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(
    'This page has reached its question limit for today. Please come back tomorrow.',
  )
  await expect(field, 'the question can be sent again').toHaveValue('Who may use the catalogue?')
  await page.goto(`${server.url}/k/refused-widget?lang=fr`)
  await page.getByRole('textbox', { name: 'Votre question' }).fill('Who may use the catalogue?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Trop de questions. Veuillez réessayer plus tard.')
  await host.close()
})

type Api = {
  ask: (question: string) => Promise<void>
  on: (name: 'answer', listener: (detail: { answered: boolean }) => void) => void
}

/** A site that allows nothing but what the widget needs. */
async function openHost(server: string, address: string): Promise<Website> {
  const policy = `default-src 'none'; script-src ${server}; connect-src ${server}`
  const inLanguage = (language: string, attributes = '') => ({
    headers: { 'Content-Type': 'text/html', 'Content-Security-Policy': policy },
    body: `<!doctype html><html lang="${language}"><title>Docs</title><meta name="viewport" content="width=device-width">
      <main><h1>Docs</h1></main><script src="${server}/widget.js" data-notebook="${address}"${attributes} async></script></html>`,
  })
  return openWebsite({
    '/': inLanguage('en'),
    '/de': inLanguage('de'),
    '/dark': inLanguage('en', ' data-theme="dark"'),
  })
}

function collectProblems(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) problems.push(message.text())
  })
  return problems
}
