/** The tabs Gaps and Audit of a notebook. */
import { readFileSync } from 'node:fs'
import { openWebsite } from '#test/website.ts'
import { expectNoViolation } from './support/axe.ts'
import { crawl, saveChat, signUp } from './support/user.ts'
import { openInApp } from './support/open-in-app.ts'
import { expect, test } from './test.ts'

const LAMP = 'The lighthouse lamp was built in Waterford and has burned since the thirteenth century.'
const QUESTION = 'Who replaces the batteries of the lamp?'

test('lists unanswered questions with the closest page, resolves and exports them, and keeps one as a check [gaps-4]', async ({
  page,
  server,
}) => {
  const client = await signUp(page, server, 'gaps@example.org')
  const site = await openWebsite({
    '/': `<html lang="en"><title>Lighthouse</title><main><h1>Lighthouse</h1><p>${LAMP}</p></main></html>`,
  })
  const { pages } = await crawl(client, { url: site.origin, maxPages: 1 })
  await site.close()
  const pageIds = pages.map(({ id }) => id)
  await client.post('/api/knowledge', { pageIds })
  await saveChat(client, 'Harbour', pages)
  const { notebooks } = (await client.get('/api/notebooks')).body

  await page.goto(`/notebooks/${notebooks[0].id}`)
  await page.getByRole('tab', { name: 'Chats' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Gaps' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Questions that the pages don’t answer appear here.')).toBeVisible()
  await expectNoViolation(page, 'no gap yet')

  for (const question of [QUESTION, 'replacing the lamp batteries', 'Is there parking?']) {
    await client.post('/api/answers', { question, pageIds })
  }
  await page.reload()
  await expect(page.getByRole('heading', { name: '2 open gaps' })).toBeVisible()
  await expect(page.getByText('Asked 2 times')).toBeVisible()
  await expect(page.getByText('No page contains these words.')).toBeVisible()
  await page.getByText('1 other wording').click()
  await expect(page.getByText(QUESTION)).toBeVisible()
  await expectNoViolation(page, 'two gaps')

  await page.getByRole('button', { name: 'Open Lighthouse' }).click()
  await expect(page.getByRole('dialog').locator('mark')).toHaveText(LAMP)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = readFileSync(await (await download).path(), 'utf8')
  const [, closest, refused] = file.split('\r\n')
  expect(closest).toMatch(/^replacing the lamp batteries,2,0,/)
  expect(refused).toMatch(/^Is there parking\?,1,1,/)

  const second = page.getByRole('listitem').filter({ hasText: 'Is there parking?' })
  await second.getByRole('button', { name: 'Keep as a check' }).click()
  await expect(second.getByText('Kept as a check')).toBeVisible()
  const golden = (await client.get(`/api/notebooks/${notebooks[0].id}/golden-questions`)).body
  expect(golden.questions).toMatchObject([{ question: 'Is there parking?' }])
  await second.getByRole('button', { name: 'Ignore' }).click()
  await expect(page.getByRole('heading', { name: '1 open gap' })).toBeVisible()
  await page.getByRole('button', { name: 'Check again' }).click()
  // Not "just now": the clock of a machine may be set in between.
  await expect(page.getByText(/^Asked again (?:just now|\d+ minutes? ago)$/)).toBeVisible()
  await page.getByRole('button', { name: 'Resolve' }).click()
  await expect(page.getByRole('heading', { name: 'No open gaps' })).toBeVisible()
  await page.reload()
  await page.getByText('1 resolved gap').click()
  await page.getByRole('button', { name: 'Show again' }).click()
  await expect(page.getByRole('heading', { name: '1 open gap' })).toBeVisible()

  const long = `Where is the ${'very '.repeat(100)}old parking?`
  await client.post('/api/answers', { question: long, pageIds })
  await page.reload()
  const shown = page.getByText(long)
  const low = (await shown.boundingBox())?.height ?? 0
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByRole('button', { name: 'Show less' })).toBeVisible()
  expect((await shown.boundingBox())?.height ?? 0).toBeGreaterThan(low)

  await page.getByText('Recording').click()
  await page.getByRole('switch', { name: /Record unanswered/ }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Questions that the pages don’t answer appear here.')).toBeVisible()
})

test('shows the health score with its formula, and opens the pages of each problem [audit-2]', async ({
  page,
  server,
}) => {
  const client = await signUp(page, server, 'audit@example.org')
  const text = Array.from({ length: 60 }, (_, n) => `word${n}`).join(' ')
  const site = await openWebsite({
    '/': `<html lang="en"><title>Harbour</title><main><h1>Harbour</h1><p>${text}</p><a href="/soon">Soon</a> <a href="/gone">Gone</a></main></html>`,
    '/soon': '<html lang="en"><title>Soon</title><main><h1>Soon</h1><p>To be written.</p></main></html>',
  })
  const empty = (await client.post('/api/notebooks', { title: 'Empty' })).body
  await page.goto(`/notebooks/${empty.id}?tab=audit`)
  await expect(page.getByText('For example, if a page')).toBeVisible()
  await expectNoViolation(page, 'no pages to audit')

  const { pages } = await crawl(client, { url: site.origin, maxPages: 3 })
  await saveChat(client, 'Harbour', pages)
  const { notebooks } = (await client.get('/api/notebooks')).body
  await openInApp(page, `/notebooks/${notebooks[0].id}?tab=audit`)
  // 30 × 1/2 for the broken link and 10 × 1/2 for the thin page
  await expect(page.getByText('80 of 100')).toBeVisible()
  await expect(page.getByRole('row', { name: 'Broken links 1 1 30 15' })).toBeVisible()
  const broken = page.getByRole('listitem').filter({ hasText: `${site.origin}/gone` })
  await expect(broken).toContainText('404 Not Found')
  await expect(broken).toContainText('Linked from')
  await expectNoViolation(page, 'two problems')
  await broken.getByRole('button', { name: 'Open Harbour' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Harbour' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await site.close()
})
