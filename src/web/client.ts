/** What the screens ask of the server: one function per request. The only file that knows the server's addresses. */
import type { Credits, Instance, Me } from '#shared/account.ts'
import type { AnswerEvent, AskUnsaved, ChangePages, ChatCard, Notebook, SaveChat, SavedChat } from '#shared/chats.ts'
import type { Crawl, CrawlSummary, StartCrawl } from '#shared/crawls.ts'
import type { CrawledPage, Knowledge, PageSummary } from '#shared/pages.ts'
import { readEvents } from './event-stream.ts'
import { Failure, post, readAnswer } from './request.ts'

/** A crawl as the screens hold it: its pages without their text. */
export type CrawlOnScreen = Omit<Crawl, 'pages'> & { pages: PageSummary[] }

const get = <T>(path: string, signal?: AbortSignal) => readAnswer<T>(fetch(path, { signal }))
const send = <T>(method: string, path: string, body?: unknown) =>
  readAnswer<T>(
    fetch(path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    }),
  )

/** Who is asking, or null for a visitor. */
export const getMe = () =>
  get<Me>('/api/me').catch((error: unknown) => {
    if (error instanceof Failure && error.status === 401) return null
    throw error
  })
export const getInstance = () => get<Instance>('/api/instance')
export const getCredits = () => get<Credits>('/api/credits')

export const startCrawl = (wish: StartCrawl) => send<CrawlSummary>('POST', '/api/crawls', wish)
export const listCrawls = async () => (await get<{ crawls: CrawlSummary[] }>('/api/crawls')).crawls
export const getCrawl = (id: string) => get<CrawlOnScreen>(`/api/crawls/${id}?content=false`)
export const getCrawlWithContent = (id: string) => get<Crawl>(`/api/crawls/${id}`)
export const stopCrawl = (id: string) => send<CrawlSummary>('POST', `/api/crawls/${id}/stop`)
export const selectPages = (id: string, pageIds: string[]) =>
  send<unknown>('PUT', `/api/crawls/${id}/selection`, { pageIds })
export const getPage = (id: string) => get<CrawledPage>(`/api/pages/${id}`)
export const processPages = (pageIds: string[]) => send<Knowledge>('POST', '/api/knowledge', { pageIds })

export const listChats = async () => (await get<{ chats: ChatCard[] }>('/api/chats')).chats
export const getChat = (id: string) => get<SavedChat>(`/api/chats/${id}`)
export const saveChat = (chat: SaveChat) => send<SavedChat>('POST', '/api/chats', chat)
export const renameChat = (id: string, title: string) => send<SavedChat>('PATCH', `/api/chats/${id}`, { title })
export const deleteChat = (id: string) => send<void>('DELETE', `/api/chats/${id}`)
export const changePages = (id: string, pages: ChangePages) => send<unknown>('PUT', `/api/chats/${id}/pages`, pages)
export const getNotebook = (id: string) => get<Notebook & { chats: ChatCard[] }>(`/api/notebooks/${id}`)

/** Streams the answer to a question of a chat that is not saved. */
export const askUnsaved = (ask: AskUnsaved, signal: AbortSignal) => answerEvents('/api/answers', ask, signal)
/** Streams the answer to a question of a saved chat; the server keeps both messages. */
export const askSaved = (chatId: string, question: string, signal: AbortSignal) =>
  answerEvents(`/api/chats/${chatId}/messages`, { question }, signal)

export const openLiveEvents = () => new EventSource('/api/events')

async function* answerEvents(path: string, body: unknown, signal: AbortSignal): AsyncGenerator<AnswerEvent> {
  const response = await post(path, body, signal)
  for await (const { event, data } of readEvents(response)) {
    // The server writes its events from the same type.
    yield { event, data: JSON.parse(data) } as AnswerEvent
  }
}
