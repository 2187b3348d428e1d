/** A site with two pages, a saved chat about both, and that chat's checks for changes. */
import { expect } from 'vitest'
import type { Person } from './app.ts'
import { waitForCrawlEnd } from './crawls.ts'
import { waitFor } from './wait-for.ts'
import type { Website } from './website.ts'

export const article = (title: string, ...sentences: string[]) =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1>${sentences.map((each) => `<p>${each}</p>`).join('')}</main></html>`
export const HOME = [
  'The lighthouse of Hook Head was built in the thirteenth century.',
  'Its walls are up to four metres thick and rise firmly.',
]
export const LAMPS = [
  'Augustin-Jean Fresnel invented the lens that bears his name.',
  'The lens gathers the light of a lamp into one strong beam.',
]
/** The link is outside the main text, so that only the sentences can change. */
export const home = (...sentences: string[]) =>
  article('Lighthouses', ...sentences).replace('</main>', '</main><nav><a href="/lamps">Lamps</a></nav>')

/** Restores the original content of both pages. */
export function resetPages(site: Website) {
  site.set('/', home(...HOME))
  site.set('/lamps', article('Lamps', ...LAMPS))
}

/** Saves a chat about both pages, with an answer that cites a sentence of each. */
export async function saveChatOverBothPages(person: Person, site: Website) {
  const { body } = await person.post('/api/crawls', { url: site.origin, maxPages: 2 })
  const { pages } = await waitForCrawlEnd(person, body.id)
  const ids = pages.map((page: { id: string }) => page.id)
  await person.post('/api/knowledge', { pageIds: ids })
  const cite = (marker: number, page: { id: string; url: string; title: string }, sentence: string) => ({
    marker,
    pageId: page.id,
    url: page.url,
    title: page.title,
    passageId: '',
    sentence,
  })
  const chat = await person.post('/api/chats', {
    title: 'Checked',
    crawled_pages: ids,
    selected_pages: ids,
    chat_history: [
      {
        role: 'assistant',
        content: `${HOME[1]} [1] ${LAMPS[0]} [2]`,
        citations: [cite(1, pages[0], HOME[1] ?? ''), cite(2, pages[1], LAMPS[0] ?? '')],
      },
    ],
  })
  return { path: `/api/chats/${chat.body.id}`, id: chat.body.id, pages }
}

export const readChat = async (person: Person, path: string) => (await person.get(path)).body
export const readChanges = async (person: Person, path: string) => (await person.get(`${path}/changes`)).body

/** Waits for the newest check of the chat to end. */
export const waitForCheck = (person: Person, path: string) =>
  waitFor('the check', async () => {
    const { checks } = await readChanges(person, path)
    return checks[0]?.finishedAt && checks[0]
  })

export async function checkNow(person: Person, path: string) {
  expect((await person.post(`${path}/changes`)).status).toBe(201)
  return waitForCheck(person, path)
}
