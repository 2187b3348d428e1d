/** The screens in German, as the proof that a language is one file: chosen, followed, kept, and in its place on a phone. */
import type { Page } from '@playwright/test'
import { LANGUAGE_COOKIE } from '#shared/language.ts'
import { expectNoViolation } from './axe.ts'
import { crawlManual, enter, saveChat } from './person.ts'
import { expect, test } from './test.ts'

test.describe('a browser that wants German', () => {
  test.use({ locale: 'de-DE' })

  test('is spoken to in German from its first visit on, in numbers and dates as well', async ({ page, server }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fragen Sie eine Website. Prüfen Sie jede Antwort.')
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    const person = await enter(page, server, 'deutsch-erst@example.org')
    await person.post('/api/crawls', { url: `${server.url}/help`, maxPages: 1 })
    await page.goto('/usage')
    await expect(page.getByText(/^\d{2}\.\d{2}\.\d{4}$/).first()).toBeVisible()
  })
})

test('German is chosen where one is, keeps what was typed, and survives a reload', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Website URL').fill('docs.example.org')
  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByRole('menuitem', { name: 'Deutsch' }).click()
  await expect(page.getByRole('button', { name: 'Crawl starten' })).toBeVisible()
  await expect(page.getByLabel('Adresse der Website')).toHaveValue('docs.example.org')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Crawl starten' })).toBeVisible()
  await expectNoViolation(page, 'the first screen in German')
})

test('in German a crawl becomes answers and a saved chat, and failures are told by their code', async ({ page, server }) => {
  const person = await enter(page, server, 'deutsch@example.org')
  await page.goto('/')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Deutsch' }).click()
  const url = page.getByLabel('Adresse der Website')
  await url.fill('http://10.0.0.1')
  await page.getByRole('button', { name: 'Crawl starten' }).click()
  await expect(page.getByText('10.0.0.1 ist eine private Adresse und wird nicht eingelesen.')).toBeVisible()

  await url.fill(`${server.url}/help`)
  await page.getByLabel('Höchstzahl Seiten').fill('3')
  await page.getByRole('button', { name: 'Crawl starten' }).click()
  const found = page.getByRole('region', { name: 'Gefundene Seiten' })
  await expect(found.getByText(/^3 Seiten von \S+ gelesen\.$/)).toBeVisible({ timeout: 60_000 })
  await found.getByRole('button', { name: 'Alle auswählen' }).click()
  await found.getByRole('button', { name: 'Ausgewählte Seiten verarbeiten' }).click()
  const input = page.getByPlaceholder('Nachricht eingeben …')
  await input.fill('How many pages does the free plan crawl?')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^\d+ von \d+ Bele(g|gen) geprüft/)).toBeVisible()
  await expectNoViolation(page, 'an answer in German')

  await page.getByRole('button', { name: 'Chat speichern' }).click()
  const dialog = page.getByRole('dialog', { name: 'Chat speichern' })
  await dialog.getByLabel('Titel des Chats').fill('  ')
  await dialog.getByRole('button', { name: 'Chat speichern' }).click()
  await expect(dialog.getByText('Der Titel darf nicht leer sein')).toBeVisible()
  await dialog.getByLabel('Titel des Chats').fill('Tarife')
  await dialog.getByRole('button', { name: 'Chat speichern' }).click()
  await expect(page).toHaveURL(/\/chats\/[\w-]+$/)
  await expect(page.getByRole('link', { name: 'Seiten hinzufügen' })).toBeVisible()

  const refused = await person.get('/api/chats/00000000-0000-4000-8000-000000000000')
  expect(refused.body.error.message, 'the API speaks English to everybody').toBe('Failed to load chat')
})

test('no screen in German is wider than a phone', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: 'de', url: server.url }])
  await page.goto('/')
  await expectWithin(page, 'Fragen Sie eine Website. Prüfen Sie jede Antwort.')
  const person = await enter(page, server, 'deutsch-telefon@example.org')
  const crawl = await crawlManual(person)
  const path = await saveChat(person, 'Das Handbuch', crawl.pages)
  for (const [address, words] of [
    ['/', 'Adresse der Website'],
    [`/?crawl=${crawl.id}`, 'Gefundene Seiten'],
    ['/chats', 'Meine Chats'],
    [path, 'KI-Assistent'],
    ['/account', 'Zweiter Faktor'],
    ['/usage', 'Nach Tagen'],
    ['/connect', 'Programme verbinden'],
  ] as const) {
    await page.goto(address)
    await expectWithin(page, words)
  }
})

/** Nothing that is pressed or names a part stands beyond the right edge, and the page does not scroll sideways. */
async function expectWithin(page: Page, words: string) {
  await expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible()
  const beyond = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main button, main a, header button, header a, h1, h2, label')]
      .filter((each) => each.checkVisibility() && each.offsetWidth > 1)
      .filter((each) => each.getBoundingClientRect().right > window.innerWidth + 1)
      .map((each) => each.textContent),
  )
  expect.soft(beyond, words).toEqual([])
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), words).toBeLessThanOrEqual(390)
}
