/** Limits per user. */
import { planLimits } from '#shared/limits.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite } from '#test/website.ts'
import { expectNoViolation } from './support/axe.ts'
import { signUp } from './support/user.ts'
import { crawlScreen } from './support/crawl-screen.ts'
import { expect, test } from './test.ts'

test('refuses one crawl too many at the form and starts it after another has ended', async ({ page, server }) => {
  const { unfinishedCrawls } = planLimits.free
  const website = await openWebsite({ '/': '<title>Tides</title><main><p>The tide turns twice a day.</p></main>' })
  website.hold('/robots.txt')
  const person = await signUp(page, server, 'one-too-many@example.org')
  const requests = Array.from({ length: unfinishedCrawls }, (_, n) =>
    person.post('/api/crawls', { url: `${website.origin}/${n}`, maxPages: 1 }),
  )
  const started = await Promise.all(requests)
  expect(started.map(({ status }) => status)).toEqual(Array.from({ length: unfinishedCrawls }, () => 201))

  // The main screen would open the running crawl.
  await page.goto('/chats/new')
  await expect(page.getByRole('region', { name: 'Recent crawls' })).toBeVisible()
  const { startCrawl, tree } = crawlScreen(page)
  await startCrawl(`${server.url}/help`, { pages: 1 })
  const words = `You have ${unfinishedCrawls} unfinished crawls. Stop one or wait until one finishes, then try again.`
  await expect(page.getByText(words)).toBeVisible()
  await expectNoViolation(page, 'one crawl too many')

  for (const { body } of started) {
    await person.post(`/api/crawls/${body.id}/stop`)
    await waitFor('the end of the crawl', async () => (await person.get(`/api/crawls/${body.id}`)).body.finishedAt)
  }
  await startCrawl(`${server.url}/help`, { pages: 1 })
  await expect(page.getByText(words)).toBeHidden()
  await expect(tree.getByRole('treeitem')).toHaveCount(1)
  await website.close()
})
