/** The published client in a browser. */
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { createApiKey } from '#test/api-key.ts'
import { createUser } from './support/user.ts'
import { expect, test } from './test.ts'

test('crawls and asks from a page with the published client [client-4]', async ({ page, server }) => {
  const { secret } = await createApiKey(await createUser(server, 'client@example.org'), ['read', 'ask', 'crawl'])
  await page.route('**/client/*.js', (route) => {
    const name = new URL(route.request().url()).pathname.replace('/client/', '').replace(/\.js$/, '.ts')
    const source = stripTypeScriptTypes(readFileSync(join('src', 'client', name), 'utf8'))
    return route.fulfill({ contentType: 'text/javascript', body: source.replaceAll(".ts'", ".js'") })
  })
  await page.route('**/client/', (route) => route.fulfill({ contentType: 'text/html', body: '<title>A tool</title>' }))
  await page.goto('/client/')
  const answer = await page.evaluate(async (key) => {
    const path = '/client/index.js'
    const { createClient } = (await import(path)) as typeof import('#client/index.ts')
    const readback = createClient({ server: location.origin, key })
    const { pages } = await readback.crawl({ url: `${location.origin}/help`, maxPages: 3 })
    const pageIds = pages.map(({ id }) => id)
    await readback.call('POST /api/knowledge', { body: { pageIds } })
    return readback.ask({ question: 'How many pages does the free plan crawl?', pageIds })
  }, secret)
  expect(answer.citations[0]).toMatchObject({ state: 'quoted', verified: true })
})
