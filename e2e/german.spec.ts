/** The screens in German. */
import type { Page } from '@playwright/test'
import { LANGUAGE_COOKIE } from '#shared/language.ts'
import { expectNoViolation } from './support/axe.ts'
import { crawlWebsite, signUp, saveChat } from './support/user.ts'
import { openInApp } from './support/open-in-app.ts'
import { expect, test } from './test.ts'

test.describe('a browser whose language is German', () => {
  test.use({ ownContext: true, locale: 'de-DE' })

  test('gets German texts, numbers and dates from the first visit', async ({ page, server }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fragen an jede Website. Antworten mit Beleg.')
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    const person = await signUp(page, server, 'deutsch-erst@example.org')
    await crawlWebsite(person)
    await page.goto('/usage')
    await expect(page.getByText(/^\d{2}\.\d{2}\.\d{4}$/).first()).toBeVisible()
  })
})

test('writes mails in the language of the screens: at sign-in, and after a switch [languages-mail-4]', async ({
  page,
  server,
}) => {
  const person = await signUp(page, server, 'umschalten@example.org')
  const stored = async () => (await person.get('/api/me')).body.user.language
  expect(await stored()).toBe('en')
  await page.goto('/')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await expect.poll(stored).toBe('de')
  // Another program or screen has set it since: the next document sets it back.
  await person.put('/api/account/language', { language: 'en' })
  await page.reload()
  await expect.poll(stored).toBe('de')
})

test('switches to German on any screen, keeps typed text and remembers the choice', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Website URL').fill('docs.example.org')
  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByRole('menuitem', { name: 'Deutsch' }).click()
  await expect(page.getByRole('button', { name: 'Crawl starten' })).toBeVisible()
  await expect(page.getByLabel('Website-Adresse')).toHaveValue('docs.example.org')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Crawl starten' })).toBeVisible()
  await expectNoViolation(page, 'the first screen in German')
  await page.setViewportSize({ width: 1024, height: 768 })
  const topOf = async (label: string) => (await page.getByLabel(label).boundingBox())?.y
  expect(await topOf('Max. Seiten'), 'in one line').toBe(await topOf('Website-Adresse'))
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('Handbuch')
  await page.getByRole('option', { name: 'Handbuch', exact: true }).click()
  await expect(page).toHaveURL('/help/de')
})

test('crawls, asks and saves a chat in German, and translates failures by their code', async ({ page, server }) => {
  const person = await signUp(page, server, 'deutsch@example.org')
  await page.goto('/')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Deutsch' }).click()
  const url = page.getByLabel('Website-Adresse')
  await url.fill('http://10.0.0.1')
  await page.getByRole('button', { name: 'Crawl starten' }).click()
  await expect(page.getByText('10.0.0.1 ist eine private Adresse und kann nicht gecrawlt werden.')).toBeVisible()

  await url.fill(`${server.url}/help`)
  await page.getByLabel('Max. Seiten').fill('3')
  await page.getByRole('button', { name: 'Crawl starten' }).click()
  const found = page.getByRole('region', { name: 'Gefundene Seiten' })
  await expect(found.getByText(/^3 Seiten von \S+ gecrawlt\.$/)).toBeVisible({ timeout: 60_000 })
  await found.getByRole('button', { name: 'Alle auswählen' }).click()
  await found.getByRole('button', { name: 'Ausgewählte Seiten verarbeiten' }).click()
  const input = page.getByPlaceholder('Nachricht eingeben')
  await input.fill('How many pages does the free plan crawl?')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^\d+ zitiert/)).toBeVisible()
  await expectNoViolation(page, 'an answer in German')

  await page.getByRole('button', { name: 'Chat speichern' }).click()
  const dialog = page.getByRole('dialog', { name: 'Chat speichern' })
  await dialog.getByLabel('Chat-Titel').fill('  ')
  await dialog.getByRole('button', { name: 'Chat speichern' }).click()
  await expect(dialog.getByText('Der Titel darf nicht leer sein')).toBeVisible()
  await dialog.getByLabel('Chat-Titel').fill('Tarife')
  await dialog.getByRole('button', { name: 'Chat speichern' }).click()
  await expect(page).toHaveURL(/\/chats\/[\w-]+$/)
  await expect(page.getByRole('link', { name: 'Seiten hinzufügen' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Standardnotizbuch' })).toBeVisible()
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
  await page.getByRole('menuitem', { name: 'Duplizieren' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Kopie von / })).toBeVisible()

  const refused = await person.get('/api/chats/00000000-0000-4000-8000-000000000000')
  expect(refused.body.error.message, 'the API responds in English').toBe('Failed to load chat')
})

test('fits every German screen on a phone', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: 'de', url: server.url }])
  await page.goto('/')
  await expectWithin(page, 'Fragen an jede Website. Antworten mit Beleg.')
  const person = await signUp(page, server, 'deutsch-auf-dem-telefon@example.org')
  const crawl = await crawlWebsite(person, 3)
  const path = await saveChat(person, 'Der Hafen', crawl.pages)
  // With two-factor authentication, whose buttons have the longest labels.
  await page.route('**/api/me', async (route) => {
    const { user, ...rest } = await (await route.fetch()).json()
    await route.fulfill({ json: { ...rest, user: { ...user, factors: [{ type: 'totp', status: 'verified' }] } } })
  })
  for (const [address, words] of [
    ['/', 'Website-Adresse'],
    [`/?crawl=${crawl.id}`, 'Gefundene Seiten'],
    ['/chats', 'Meine Chats'],
    [path, 'KI-Assistent'],
    ['/account', 'Zwei-Faktor-Authentifizierung'],
    ['/usage', 'Nach Tag'],
    ['/connect', 'Verbindungen'],
  ] as const) {
    await (address === '/' ? page.goto(address) : openInApp(page, address))
    await expectWithin(page, words)
    await page.setViewportSize({ width: 320, height: 568 })
    await expectWithin(page, words)
    if (address === '/chats') {
      const create = page.getByRole('button', { name: 'Neues Notizbuch' })
      await expect.soft(create, 'the notebooks scroll, not the button').toBeInViewport({ ratio: 1 })
      const notebook = page.getByRole('main').getByRole('link', { name: 'Standardnotizbuch' })
      await expect.soft(notebook, 'a notebook is not cut').toBeInViewport({ ratio: 1 })
    }
    await page.setViewportSize({ width: 390, height: 844 })
  }
  await server.admin(['grant', 'deutsch-auf-dem-telefon@example.org'])
  for (const [address, words] of [
    ['/admin', 'Nach Tag'],
    ['/admin/people', 'deutsch-auf-dem-telefon@example.org'],
    ['/admin/settings', 'Suche nach Bedeutung'],
    ['/admin/audit', 'Kommandozeile'],
  ] as const) {
    await page.setViewportSize({ width: 320, height: 568 })
    // Loads what the account may do now.
    await (address === '/admin' ? page.goto(address) : openInApp(page, address))
    await expectWithin(page, words)
  }
})

/**
 * No control or heading overflows the right edge, no label is cut or ends a line inside a word, and nothing scrolls
 * sideways.
 */
async function expectWithin(page: Page, words: string) {
  await expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible()
  const width = page.viewportSize()?.width ?? 0
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.mantine-Button-label')]
      .filter((each) => each.checkVisibility() && each.offsetWidth > 1 && each.scrollWidth > each.clientWidth)
      .map((each) => each.textContent),
  )
  expect.soft(cut, `${words}: labels that are cut at ${width} px`).toEqual([])
  const broken = await page.evaluate(wordsOnTwoLines)
  expect.soft(broken, `${words}: words that are broken at ${width} px`).toEqual([])
  const beyond = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main button, main a, header button, header a, h1, h2, label')]
      .filter((each) => each.checkVisibility() && each.offsetWidth > 1)
      // The tabs scroll.
      .filter((each) => !each.closest('[role=tablist]'))
      .filter((each) => each.getBoundingClientRect().right > window.innerWidth + 1)
      .map((each) => each.textContent),
  )
  expect.soft(beyond, `${words} at ${width} px`).toEqual([])
  const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
  expect.soft(scrollWidth, `${words} at ${width} px`).toBeLessThanOrEqual(width)
}

/** Runs in the page. Words of labels, also generated ones, that continue on the next line without a hyphen. */
function wordsOnTwoLines() {
  const labels = [
    ...document.querySelectorAll<HTMLElement>('h1, h2, h3, label, dt, th, button, [role=tab], td[data-label]'),
  ]
  return labels
    .filter((each) => each.checkVisibility() && each.offsetWidth > 1 && getComputedStyle(each).hyphens !== 'auto')
    .flatMap((each) => {
      const generated = each.dataset['label']
      if (generated) return isNarrowerThan(each, generated) ? generated : []
      const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT)
      const found: string[] = []
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\p{L}{2,}/gu)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
          if (lines.size > 1) found.push(word)
        }
      }
      return found
    })

  /** The label before a cell is a pseudo-element, whose text has no range. */
  function isNarrowerThan(cell: HTMLElement, label: string) {
    const { font, width } = getComputedStyle(cell, '::before')
    const context = document.createElement('canvas').getContext('2d')
    if (!context || width === 'auto') return false
    context.font = font
    return Number.parseFloat(width) < context.measureText(label).width - 1
  }
}
