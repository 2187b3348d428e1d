/** When the line breaks: a page of our own instead of the browser's, and what was typed is still there. */
import { expectNoViolation } from './axe.ts'
import { crawlManual, enter, saveChat } from './person.ts'
import { expect, test } from './test.ts'

test.use({ serviceWorkers: 'allow' })

test('a screen that cannot be reached says so, and what was typed is there when it is reached again', async ({ page, server, context }) => {
  const person = await enter(page, server, 'offline@example.org')
  const { pages } = await crawlManual(person, 2)
  await page.goto(await saveChat(person, 'On the train', pages))
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const input = page.getByPlaceholder('Type your message...')
  await input.fill('How long does the tunnel last?')

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Readback cannot be reached' })).toBeVisible()
  await expectNoViolation(page, 'offline')
  await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
  // The page sees it by itself.
  await context.setOffline(false)
  await expect(input).toHaveValue('How long does the tunnel last?')

  const kept = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return caches_.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept.toSorted(), 'nothing of the app and no answer is kept').toEqual(['/favicon.svg', '/offline.css', '/offline.html', '/offline.js'])
})

test('the app can be installed: its manifest and icons are there', async ({ request }) => {
  const manifest = await request.get('/manifest.webmanifest')
  expect(manifest.headers()['content-type']).toContain('application/manifest+json')
  const { icons, start_url } = await manifest.json()
  expect(start_url).toBe('/')
  for (const { src, type } of icons) {
    const icon = await request.get(src)
    expect(icon.headers()['content-type'], src).toContain(type)
  }
})
