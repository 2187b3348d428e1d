/** A signed-in person without the walk through the screens, for tests that are about what comes after it. */
import type { Page } from '@playwright/test'
import { type Client, createClient } from '#test/client.ts'
import type { RunningServer } from '#test/running-server.ts'
import { waitFor } from '#test/wait-for.ts'
import { PASSWORD } from './screens/account.ts'

export type StoredCrawl = { id: string; pages: { id: string; url: string; title: string }[] }

/** Signs `email` up over HTTP and hands the session to the browser of `page`. */
export async function enter(page: Page, server: RunningServer, email: string): Promise<Client> {
  const client = createClient(server.url)
  await client.request('POST', '/api/auth/sign-up/email', { email, password: PASSWORD }, fromElsewhere())
  const { status } = await client.request(
    'POST', '/api/auth/email-otp/verify-email', { email, otp: await server.codeFor(email) }, fromElsewhere(),
  )
  // The tests of a worker share a server: an address can be signed up once.
  if (status !== 200) throw new Error(`${email} could not be signed up; does another test use this address?`)
  await page
    .context()
    .addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: server.url, httpOnly: true })))
  return client
}

let addresses = 0

/** As a proxy would pass it on: the people of a worker's tests are more than one address may sign up in a minute. */
function fromElsewhere() {
  addresses++
  return { 'X-Forwarded-For': `198.51.${Math.floor(addresses / 250) % 250}.${addresses % 250}` }
}

/** Crawls our manual to its end. */
export async function crawlManual(client: Client, maxPages = 3): Promise<StoredCrawl> {
  const { body } = await client.post('/api/crawls', { url: `${client.origin}/help`, maxPages })
  return waitFor('the crawl of the manual', async () => {
    const crawl = await client.get(`/api/crawls/${body.id}?content=false`)
    return crawl.body.finishedAt && crawl.body
  })
}

/** A saved chat over `pages`, the first of which is selected. */
export async function saveChat(client: Client, title: string, pages: StoredCrawl['pages'], messages: object[] = []) {
  const { body } = await client.post('/api/chats', {
    title,
    crawled_pages: pages.map((each) => each.id),
    selected_pages: pages.slice(0, 1).map((each) => each.id),
    chat_history: messages,
  })
  return `/chats/${body.id}`
}
