/** What a person meets who asks for more at once than is given. */
import { personLimits } from '#shared/limits.ts'
import { openWebsite } from '#test/website.ts'
import { expectNoViolation } from './axe.ts'
import { enter } from './person.ts'
import { crawlScreen } from './screens/crawl-screen.ts'
import { expect, test } from './test.ts'

test('one crawl too many is refused where it was wished for, and started once another has ended', async ({ page, server }) => {
  const { unfinishedCrawls } = personLimits.free
  const website = await openWebsite({ '/': '<title>Tides</title><main><p>The tide turns twice a day.</p></main>' })
  website.hold('/robots.txt')
  const person = await enter(page, server, 'one-too-many@example.org')
  const wishes = Array.from({ length: unfinishedCrawls }, () => person.post('/api/crawls', { url: website.origin, maxPages: 1 }))
  const started = await Promise.all(wishes)
  expect(started.map(({ status }) => status)).toEqual(Array.from({ length: unfinishedCrawls }, () => 201))

  // The main screen would show the crawl that runs.
  await page.goto('/chats/new')
  await expect(page.getByRole('region', { name: 'Recent crawls' })).toBeVisible()
  const { startCrawl, tree } = crawlScreen(page)
  await startCrawl(`${server.url}/help`, { pages: 1 })
  const words = `You have ${unfinishedCrawls} crawls that are not finished yet. Wait until one ends, or stop one, and try again.`
  await expect(page.getByText(words)).toBeVisible()
  await expectNoViolation(page, 'one crawl too many')

  for (const { body } of started) await person.post(`/api/crawls/${body.id}/stop`)
  await startCrawl(`${server.url}/help`, { pages: 1 })
  await expect(page.getByText(words)).toBeHidden()
  await expect(tree.getByRole('treeitem')).toHaveCount(1)
  await website.close()
})
