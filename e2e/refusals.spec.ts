/** When the pages do not say: what comes nearest, and what could be read next. */
import type { Browser, Page } from '@playwright/test'
import type { Client } from '#test/client.ts'
import { type RunningServer, startServer } from '#test/running-server.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite } from '#test/website.ts'
import { expectNoViolation } from './axe.ts'
import { enter, saveChat } from './person.ts'
import { crawlScreen } from './screens/crawl-screen.ts'
import { expect, test } from './test.ts'

const article = (title: string, text: string, links: string[] = []) =>
  `<html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${text}</p>${links.map((link) => `<a href="${link}">More</a>`).join(' ')}</main></html>`

const site = () =>
  openWebsite({
    '/': article('Lighthouses', 'The lighthouse of Hook Head was built in the thirteenth century by William Marshal.', [
      '/towers', '/guide/changing-batteries.html', '/guide/paint',
    ]),
    '/towers': article('Towers', 'Its tower stands four storeys high above the rocks of the peninsula.', ['/deep/battery-recycling']),
    '/guide/changing-batteries.html': article('Batteries', 'The batteries of the lamp are changed every second winter by the keeper.'),
    '/guide/paint': article('Paint', 'The tower is painted in black and white bands.'),
    '/deep/battery-recycling': article('Recycling', 'Old batteries are shipped to Waterford and recycled there.'),
  })

type Stage = { page: Page; server: RunningServer; person: Client; crawl: { id: string; pages: { id: string; url: string; title: string }[] } }

async function onStage(browser: Browser, email: string, act: (stage: Stage) => Promise<void>) {
  const website = await site()
  const server = await startServer({ ALLOW_PRIVATE_HOSTS: website.host })
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  try {
    const person = await enter(page, server, email)
    const { body } = await person.post('/api/crawls', { url: website.origin, maxPages: 2, maxDepth: 1 })
    const crawl = await waitFor('the crawl', async () => {
      const answer = await person.get(`/api/crawls/${body.id}?content=false`)
      return answer.body.finishedAt && answer.body
    })
    await act({ page, server, person, crawl })
  } finally {
    await context.close()
    await server.close()
    await website.close()
  }
}

const QUESTION = 'How often are the batteries of the tower lamp changed?'

test('what a saved chat cannot answer leads to the nearest places, and to pages that join it and answer it', async ({ browser }) => {
  test.setTimeout(180_000)
  await onStage(browser, 'refused@example.org', async ({ page, person, crawl }) => {
    const path = await saveChat(person, 'Lamps', crawl.pages)
    await page.goto(path)
    const { input } = crawlScreen(page)
    const answer = page.getByRole('article', { name: 'AI Assistant' }).last()
    await input.fill(QUESTION)
    await page.keyboard.press('Enter')
    await expect(answer.getByText('The selected pages do not say this.')).toBeVisible()
    const nearest = answer.getByRole('region', { name: 'The nearest the pages come to it' })
    await expect(nearest.getByRole('button').first()).toContainText('lighthouse of Hook Head')
    await expect(answer.getByText(/citations? verified|without a citation/)).toBeHidden()
    const offers = answer.getByRole('region', { name: 'Not read yet' })
    await expect(offers).toContainText('The crawl found 2 addresses with words of your question')
    await expectNoViolation(page, 'a refusal')

    await nearest.getByRole('button').first().click()
    await expect(page.locator('mark').first()).toHaveText(/lighthouse of Hook Head/)
    await page.keyboard.press('Escape')

    await page.reload()
    await expect(nearest).toBeVisible()
    await offers.getByRole('button', { name: 'Read this page: Changing batteries' }).click()
    await page.waitForURL(/\/crawl\?crawl=/)
    await expect(page.getByRole('treeitem', { name: /Batteries/ })).toBeVisible()
    await page.getByRole('link', { name: 'Back to Chat' }).click()
    await expect(page.getByText('Sources').first()).toBeVisible()
    await input.fill(QUESTION)
    await page.keyboard.press('Enter')
    await expect(page.getByText('1 of 1 citation verified')).toBeVisible()
    await expect(answer).toContainText('every second winter')
    await expect(page.getByRole('region', { name: 'Not read yet' }), 'only under the newest answer').toBeHidden()
  })
})

test('beside a crawl, what is offered is read all at once; too few credits open the upgrade', async ({ browser }) => {
  test.setTimeout(180_000)
  await onStage(browser, 'offered@example.org', async ({ page, server, crawl }) => {
    await page.goto(`/?crawl=${crawl.id}`)
    const screen = crawlScreen(page)
    await screen.foundPages.getByRole('button', { name: 'Select all' }).click()
    await screen.process()
    await screen.input.fill(QUESTION)
    await page.keyboard.press('Enter')
    const offers = page.getByRole('region', { name: 'Not read yet' })
    await expect(offers).toBeVisible()
    await server.admin(['credits', 'offered@example.org', '1'])
    await offers.getByRole('button', { name: 'Read all 2' }).click()
    await expect(page.getByRole('dialog')).toContainText('Upgrade')
    await page.keyboard.press('Escape')
    await expect(offers.getByText(/^Insufficient credits\. You need at least 2 credits/)).toBeVisible()
    await server.admin(['credits', 'offered@example.org', '2'])
    await offers.getByRole('button', { name: 'Read all 2' }).click()
    await expect(screen.tree.getByRole('treeitem', { name: /Batteries/ })).toBeVisible()
    await expect(screen.tree.getByRole('treeitem', { name: /Recycling/ })).toBeVisible()
    await expect(screen.tree.getByRole('treeitem', { name: /Paint/ }), 'and nothing else').toBeHidden()
  })
})
