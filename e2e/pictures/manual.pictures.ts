/** Pictures of the manual, beside those of providers.pictures.ts. */
import { auth } from '@modelcontextprotocol/sdk/client/auth.js'
import type { Page } from '@playwright/test'
import { createProgram } from '#test/oauth-program.ts'
import { openWebsite } from '#test/website.ts'
import { crawl, saveChat, signUp } from '#e2e/support/user.ts'
import { expect, test } from '#e2e/test.ts'

const take = (page: Page, name: string) =>
  page.screenshot({
    path: `manual/pictures/${name}.webp`,
    type: 'webp',
    quality: 60,
    animations: 'disabled',
    caret: 'hide',
  })

test('publishing and connecting', async ({ page, server }) => {
  const client = await signUp(page, server, 'person@example.org')
  const site = await openWebsite({
    '/': `<html lang="en"><title>Upload limits</title><main><h1>Upload limits</h1>
      <p>Uploads to the harbour archive are limited to 10 MB for each file.</p>
      <p>Larger files are sent by post to the harbour office.</p></main></html>`,
  })
  const { pages } = await crawl(client, { url: site.origin, maxPages: 1 })
  await saveChat(client, 'Harbour', pages)
  const { notebooks } = (await client.get('/api/notebooks')).body
  const host = await openWebsite({
    '/': `<html lang="en"><title>Harbour archive</title><body style="font: 1.1rem/1.6 sans-serif; margin: 2rem">
      <h1>Harbour archive</h1><p>Photographs, maps and log books of the harbour since 1871.</p>
      <script src="${server.url}/widget.js" data-notebook="harbour" async></script></body></html>`,
  })
  const settings = { address: 'harbour', title: 'Harbour help', intro: 'Ask about the archive.' }
  const published = { ...settings, contact: 'mailto:help@example.org', origins: [host.origin] }
  await client.put(`/api/notebooks/${notebooks[0].id}/publication`, published)

  await page.setViewportSize({ width: 900, height: 600 })
  await page.goto(host.origin)
  await page.getByRole('button', { name: 'Ask a question' }).click()
  await page.getByRole('textbox', { name: 'Your question' }).fill('How large may an upload to the archive be?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Sources' })).toBeVisible()
  await take(page, 'widget')

  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`/notebooks/${notebooks[0].id}?tab=publish`)
  await expect(page.getByRole('heading', { name: 'Published' })).toBeVisible()
  await take(page, 'publish')

  await page.goto('/connect')
  await expect(page.getByText('No program has signed in yet.')).toBeVisible()
  await take(page, 'connect')

  const { kept, provider } = createProgram()
  await auth(provider, { serverUrl: `${server.url}/mcp` })
  await page.setViewportSize({ width: 1000, height: 700 })
  await page.goto(String(kept.opened))
  await expect(page.getByRole('heading', { name: 'Let Harbour Desk use Readback?' })).toBeVisible()
  await take(page, 'allow')
  await site.close()
  await host.close()
})

test('checks', async ({ page, server }) => {
  const client = await signUp(page, server, 'checks@example.org')
  const textOf = (limit: string) =>
    `<html lang="en"><title>Limits</title><main><h1>Limits</h1><p>${limit}</p></main></html>`
  const sentence = 'Uploads to the harbour archive are limited to 25 MB for each file.'
  const site = await openWebsite({ '/': textOf(sentence) })
  const crawlAndSave = async () => {
    const { pages } = await crawl(client, { url: site.origin, maxPages: 1 })
    await saveChat(client, 'Harbour', pages)
  }
  await crawlAndSave()
  const { notebooks } = (await client.get('/api/notebooks')).body
  const question = 'How large may an upload to the harbour archive be?'
  const golden = { question, page: '/', sentence, must_include: [], must_not_include: [] }
  await client.post(`/api/notebooks/${notebooks[0].id}/golden-questions`, golden)
  site.set('/', textOf('An upload to the harbour archive may be as large as your plan allows.'))
  await crawlAndSave()
  await page.setViewportSize({ width: 1024, height: 720 })
  await page.goto(`/notebooks/${notebooks[0].id}?tab=checks`)
  await page.getByRole('button', { name: 'Run checks' }).click()
  await expect(page.getByText('What the pages answer now')).toBeVisible()
  await page.mouse.move(0, 0)
  await take(page, 'checks')
  await site.close()
})
