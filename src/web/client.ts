/** What the screens ask of the server: one function per request. The only file that knows the server's addresses. */
import { hc } from 'hono/client'
import type { Api } from '#server/api/app.ts'
import type { AuditAction, ChartDays } from '#shared/admin.ts'
import { ANSWER_ID_HEADER } from '#shared/answer-stream.ts'
import type { AnswerEvent } from '#shared/answer-stream.ts'
import type { AskSaved, AskUnsaved, ChangeChat, ChangePages, ChatSort, SaveChat, SearchIn } from '#shared/chats.ts'
import type { MakeApiKey } from '#shared/api-keys.ts'
import type { CheckEvery } from '#shared/changes.ts'
import type { ExportFormat } from '#shared/chat-export.ts'
import type { AuthEvent, FinishAuthorisation, SaveFile, StoragePlace } from '#shared/document-storage.ts'
import type { ContinueCrawl, SkipReason, StartCrawl } from '#shared/crawls.ts'
import type { Tier } from '#shared/plans.ts'
import type { AskPreview } from '#shared/previews.ts'
import type { ChangeSettings } from '#shared/settings.ts'
import { readEvents } from './event-stream.ts'
import { get, post, readAnswer, send } from './request.ts'

const server = hc<Api>('/api', { fetch: send })
const at = (id: string) => ({ param: { id } })

/** Who is asking; a visitor's question fails with 401. */
export const getMe = () => readAnswer(server.me.$get())
export const getInstance = () => readAnswer(server.instance.$get())
/** For administrators; everybody else is refused with 403. */
export const getAdminOverview = () => readAnswer(server.admin.overview.$get())
export const getActivity = async (days: ChartDays) => (await readAnswer(server.admin.activity.$get({ query: { days } }))).days
export const getHealth = () => readAnswer(server.admin.health.$get())
export const listRunningCrawls = () => readAnswer(server.admin.crawls.$get())
export const stopAnyCrawl = (id: string) => readAnswer(server.admin.crawls[':id'].stop.$post(at(id)))
export const listActions = async (action?: AuditAction) =>
  (await readAnswer(server.admin.audit.$get({ query: { ...(action && { action }) } }))).entries
export const getSettings = () => readAnswer(server.admin.settings.$get())
export const saveSettings = (changes: ChangeSettings) => readAnswer(server.admin.settings.$patch({ json: changes }))
export const testAi = () => readAnswer(server.admin.settings['test-ai'].$post())
/** A piece of everybody; `after` is the `next` of the one before. */
export const listPeople = (search: string, after?: string) =>
  readAnswer(server.admin.people.$get({ query: { ...(search && { search }), ...(after && { after }) } }))
const person = server.admin.people[':id']
export const setPlan = (id: string, tier: Tier) => readAnswer(person.plan.$put({ ...at(id), json: { tier } }))
export const setCredits = (id: string, credits: number) => readAnswer(person.credits.$put({ ...at(id), json: { credits } }))
export const setSuspended = (id: string, suspended: boolean) =>
  readAnswer(person.suspension.$put({ ...at(id), json: { suspended } }))
export const setAdministrator = (id: string, isAdmin: boolean) => readAnswer(person.role.$put({ ...at(id), json: { isAdmin } }))
export const endSessionsOf = (id: string) => readAnswer(person.sessions.$delete(at(id)))

export const getStorageStatus = () => readAnswer(server.admin.storage.$get())
/** The address at which an administrator consents. */
export const beginAuthorisation = async () => (await readAnswer(server.admin.storage.authorisation.$post())).url
export const finishAuthorisation = (answer: FinishAuthorisation) => readAnswer(server.admin.storage.tokens.$post({ json: answer }))
export const verifyStorage = () => readAnswer(server.admin.storage.verify.$post())
export const disconnectStorage = () => readAnswer(server.admin.storage.$delete())
export const listAuthEvents = async (event?: AuthEvent) =>
  (await readAnswer(server.admin.storage.log.$get({ query: { ...(event && { event }) } }))).entries

export const getOwnStorage = () => readAnswer(server.storage.$get())
export const changePlace = (place: StoragePlace) => readAnswer(server.storage.place.$put({ json: place }))
export const saveToStorage = (file: SaveFile) => readAnswer(server.storage.files.$post({ json: file }))
/** The files that were made of one crawl or chat, the newest first. */
export const listStoredFiles = async (source: string) =>
  (await readAnswer(server.storage.files.$get({ query: { source } }))).files
export const retryStoredFile = (id: string) => readAnswer(server.storage.files[':id'].retry.$post(at(id)))

export const getCredits = () => readAnswer(server.credits.$get())
/** How the plan can be changed, and what is paid for. */
export const getBilling = () => readAnswer(server.billing.$get())
/** Both answer the address of a page of the payment service. */
export const startCheckout = () => readAnswer(server.billing.checkout.$post())
export const openPortal = () => readAnswer(server.billing.portal.$post())
/** What the credits were spent on; `before` for the lines older than that one. */
export const getUsage = (before?: number) =>
  readAnswer(server.usage.$get({ query: before === undefined ? {} : { before: String(before) } }))

export const startCrawl = (wish: StartCrawl) => readAnswer(server.crawls.$post({ json: wish }))
/** What a crawl would read; takes up to half a minute, and is given up when `signal` is aborted. */
export const previewSite = (ask: AskPreview, signal?: AbortSignal) =>
  readAnswer(server.previews.$post({ json: ask }, signal && { init: { signal } }))
export const listCrawls = async () => (await readAnswer(server.crawls.$get())).crawls
/** The crawl with its pages, without their text. */
export const getCrawl = (id: string) => readCrawl(id, 'false')
export const getCrawlWithContent = (id: string) => readCrawl(id, 'true')
export type CrawlOnScreen = Awaited<ReturnType<typeof getCrawl>>
export const stopCrawl = (id: string) => readAnswer(server.crawls[':id'].stop.$post(at(id)))
/** Reads on what the page limit, a stop or missing credits left; `maxPages` further pages, the plan's allowance without it. */
export const continueCrawl = (id: string, wish: ContinueCrawl = {}) =>
  readAnswer(server.crawls[':id'].continue.$post({ ...at(id), json: wish }))
/** Reads exactly these unread addresses of a crawl; their pages join the chat, when one is given. */
export const readAddresses = (id: string, urls: string[], chatId: string | undefined) =>
  readAnswer(server.crawls[':id'].continue.$post({ ...at(id), json: { urls, ...(chatId && { chatId }) } }))
/** Tries again the addresses that failed, and only those. */
export const retryFailed = (id: string) => readAnswer(server.crawls[':id'].retry.$post(at(id)))
/** A page of the skipped list; `after` is the `next` of the one before. */
export const listSkipped = (id: string, { reason, after, limit }: { reason?: SkipReason; after?: number; limit?: number } = {}) =>
  readAnswer(
    server.crawls[':id'].skipped.$get({
      ...at(id),
      query: {
        ...(reason && { reason }),
        ...(after !== undefined && { after: String(after) }),
        ...(limit !== undefined && { limit: String(limit) }),
      },
    }),
  )
export const deleteCrawl = (id: string) => readAnswer(server.crawls[':id'].$delete(at(id)))
export const selectPages = (id: string, pageIds: string[]) =>
  readAnswer(server.crawls[':id'].selection.$put({ ...at(id), json: { pageIds } }))
export const getPage = (id: string) => readAnswer(server.pages[':id'].$get(at(id)))
/** Asks again for the summary of a page whose analysis failed. */
export const analyseAgain = (pageId: string) => readAnswer(server.pages[':id'].analysis.$post(at(pageId)))
export const processPages = (pageIds: string[]) => readAnswer(server.knowledge.$post({ json: { pageIds } }))

/** What is kept of crawls that are not saved as a chat, newest first. */
export const listUnsavedChats = async () => (await readAnswer(server['unsaved-chats'].$get())).unsaved
export const listUnsavedMessages = async (crawlId: string) =>
  (await readAnswer(server.crawls[':id'].messages.$get(at(crawlId)))).messages
/** A piece of My Chats; `after` is the `next` of the one before. */
export type ChatsWish = { title?: string; sort?: ChatSort; notebookId?: string }
export const listChats = ({ title, sort, notebookId }: ChatsWish, after?: string) =>
  readAnswer(
    server.chats.$get({
      query: { ...(title && { title }), ...(sort && { sort }), ...(notebookId && { notebookId }), ...(after && { after }) },
    }),
  )
/** Messages or pages of chats that have these words, a piece at a time. */
export const searchChats = (q: string, where: SearchIn, after?: string) =>
  readAnswer(server.chats.search.$get({ query: { q, in: where, ...(after && { after }) } }))
export const getChat = (id: string) => readAnswer(server.chats[':id'].$get(at(id)))
/** With a crawl, its kept messages need not be sent. */
export type ChatToSave = Omit<SaveChat, 'chat_history'>
export const saveChat = (chat: ChatToSave) => readAnswer(server.chats.$post({ json: chat }))
export const changeChat = (id: string, change: ChangeChat) =>
  readAnswer(server.chats[':id'].$patch({ ...at(id), json: change }))
export const deleteChat = (id: string) => readAnswer(server.chats[':id'].$delete(at(id)))
/** For ten seconds after it was deleted. */
export const restoreChat = (id: string) => readAnswer(server.chats[':id'].restore.$post(at(id)))
export const duplicateChat = (id: string) => readAnswer(server.chats[':id'].duplicate.$post(at(id)))
export const changePages = (id: string, pages: ChangePages) =>
  readAnswer(server.chats[':id'].pages.$put({ ...at(id), json: pages }))
export const getChanges = (chatId: string) => readAnswer(server.chats[':id'].changes.$get(at(chatId)))
/** The check that runs now, also when it was running already. */
export const startCheck = (chatId: string) => readAnswer(server.chats[':id'].changes.$post(at(chatId)))
export const stopCheck = (chatId: string) => readAnswer(server.chats[':id'].changes.stop.$post(at(chatId)))
export const scheduleChecks = (chatId: string, every: CheckEvery | null) =>
  readAnswer(server.chats[':id'].changes.schedule.$put({ ...at(chatId), json: { every } }))
/** Whether the chat is shared; the link itself is told once, by `shareChat`. */
export const getShare = (chatId: string) => readAnswer(server.chats[':id'].share.$get(at(chatId)))
export const shareChat = (chatId: string) => readAnswer(server.chats[':id'].share.$post(at(chatId)))
export const revokeShare = (chatId: string) => readAnswer(server.chats[':id'].share.$delete(at(chatId)))
/** For whoever holds the link, signed in or not. */
export const getSharedChat = (token: string) => readAnswer(server.shares[':token'].$get({ param: { token } }))
/** The chat as a file. */
export const getChatFile = async (id: string, format: ExportFormat) =>
  (await get(`/api/chats/${id}/export?format=${format}`)).blob()
export const listNotebooks = async () => (await readAnswer(server.notebooks.$get())).notebooks
export const createNotebook = (title: string) => readAnswer(server.notebooks.$post({ json: { title } }))
export const renameNotebook = (id: string, title: string) =>
  readAnswer(server.notebooks[':id'].$patch({ ...at(id), json: { title } }))
/** Its chats move to the default notebook. */
export const deleteNotebook = (id: string) => readAnswer(server.notebooks[':id'].$delete(at(id)))
export const getNotebook = (id: string) => readAnswer(server.notebooks[':id'].$get(at(id)))

/** An answer as it comes; `id` stops it or picks it up again. */
export type AnswerStream = { id: string; events: AsyncGenerator<AnswerEvent> }
/** Streams the answer to a question about a crawl that is not saved as a chat; the server keeps both messages. */
export const askUnsaved = (ask: Omit<AskUnsaved, 'history'>, signal: AbortSignal) => answerStream(post('/api/answers', ask, signal))
/** Streams the answer to a question of a saved chat; the server keeps both messages. */
export const askSaved = (chatId: string, ask: AskSaved, signal: AbortSignal) =>
  answerStream(post(`/api/chats/${chatId}/messages`, ask, signal))
/** The answer once more from its beginning, after the connection was lost. */
export const pickUpAnswer = (id: string, signal: AbortSignal) => answerStream(get(`/api/answers/${id}`, signal))
export const stopAnswer = (id: string) => readAnswer(server.answers[':id'].stop.$post(at(id)))

/** Below, `password` is left out by whoever has none, only an outside issuer. */
export const listSessions = async () => (await readAnswer(server.account.sessions.$get())).sessions
export const endSession = (id: string) => readAnswer(server.account.sessions[':id'].$delete(at(id)))
export const endOtherSessions = () => readAnswer(server.account.sessions.$delete())
export const unlinkIdentity = (id: string) => readAnswer(server.account.identities[':id'].$delete(at(id)))
export const changePassword = (change: { currentPassword?: string; newPassword: string }) =>
  readAnswer(server.account.password.$post({ json: change }))
export const requestEmailChange = (change: { email: string; password?: string }) =>
  readAnswer(server.account.email.$post({ json: change }))
export const changeEmail = (email: string, otp: string) =>
  readAnswer(server.account.email.verify.$post({ json: { email, otp } }))
export const deleteAccount = (confirmation: { password?: string }) =>
  readAnswer(server.account.delete.$post({ json: confirmation }))
export const listApiKeys = async () => (await readAnswer(server.keys.$get())).keys
/** The answer is the only one that tells the key. */
export const makeApiKey = (wish: MakeApiKey) => readAnswer(server.keys.$post({ json: wish }))
export const revokeApiKey = (id: string) => readAnswer(server.keys[':id'].$delete(at(id)))
/** A file for the browser to save. */
export const EXPORT_ADDRESS = '/api/account/export'

export const openLiveEvents = () => new EventSource('/api/events')

function readCrawl(id: string, content: 'true' | 'false') {
  return readAnswer(server.crawls[':id'].$get({ ...at(id), query: { content } }))
}

async function answerStream(asked: Promise<Response>): Promise<AnswerStream> {
  const response = await asked
  return { id: response.headers.get(ANSWER_ID_HEADER) ?? '', events: answerEvents(response) }
}

async function* answerEvents(response: Response): AsyncGenerator<AnswerEvent> {
  for await (const { event, data } of readEvents(response)) {
    // The server writes its events from the same type.
    yield { event, data: JSON.parse(data) } as AnswerEvent
  }
}
