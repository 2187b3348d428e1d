/** Users, crawls and chats created through the API, for tests of what comes after. */
import type { Page } from '@playwright/test'
import { type Client, createClient } from '#test/client.ts'
import type { RunningServer } from '#test/running-server.ts'
import { articlePage } from '#test/crawls.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite } from '#test/website.ts'
import { PASSWORD } from './account-screens.ts'

export type StoredCrawl = { id: string; pages: { id: string; url: string; title: string }[] }

/** Signs `email` up, also in the browser of `page`. The tests of a worker share a server: use each address once. */
export async function signUp(page: Page, server: RunningServer, email: string): Promise<Client> {
  const client = await createUser(server, email)
  await copySession(client, page)
  return client
}

/** Signs `email` up, and returns a client with the session. */
export async function createUser(server: RunningServer, email: string): Promise<Client> {
  const client = createClient(server.url)
  const post = (path: string, body: object) => client.request('POST', `/api/auth${path}`, body, nextAddress())
  await post('/sign-up/email', { email, password: PASSWORD })
  const { status } = await post('/email-otp/verify-email', { email, otp: await server.codeFor(email) })
  if (status !== 200) throw new Error(`${email} could not be signed up. Does another test use this address?`)
  return client
}

/** Signs the browser of `page` in as the user of `client`. */
async function copySession(client: Client, page: Page) {
  const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: client.origin, httpOnly: true }))
  await page.context().addCookies(cookies)
}

let addresses = 0

/** A new client address each time, as a proxy sends it: sign-ups are limited per address and minute. */
function nextAddress() {
  addresses++
  return { 'X-Forwarded-For': `198.51.${Math.floor(addresses / 250) % 250}.${addresses % 250}` }
}

/** Starts a crawl and waits for its end. */
export async function crawl(client: Client, options: { url: string; maxPages: number; maxDepth?: number }) {
  const { body } = await client.post('/api/crawls', options)
  return waitFor(`the crawl of ${options.url}`, async (): Promise<StoredCrawl | null> => {
    const { body: current } = await client.get(`/api/crawls/${body.id}?content=false`)
    return current.finishedAt && current
  })
}

/** Crawls a website of `pages` pages, which costs a credit each. */
export async function crawlWebsite(client: Client, pages = 1): Promise<StoredCrawl> {
  const links = Array.from({ length: pages - 1 }, (_, index) => `/${index + 1}`)
  const linked = links.map((link) => [link, articlePage(`Harbour, part ${link}`)])
  const site = await openWebsite({ '/': articlePage('Harbour', ...links), ...Object.fromEntries(linked) })
  try {
    return await crawl(client, { url: site.origin, maxPages: pages })
  } finally {
    await site.close()
  }
}

/** Crawls the manual of the server under test, which is free. */
export const crawlManual = (client: Client, maxPages = 3) => crawl(client, { url: `${client.origin}/help`, maxPages })

/** Saves a chat about `pages`, the first of which is selected. Returns its path. */
export async function saveChat(client: Client, title: string, pages: StoredCrawl['pages'], messages: object[] = []) {
  const { body } = await client.post('/api/chats', {
    title,
    crawled_pages: pages.map((each) => each.id),
    selected_pages: pages.slice(0, 1).map((each) => each.id),
    chat_history: messages,
  })
  return `/chats/${body.id}`
}
