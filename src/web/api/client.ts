/** One function per request. The only file that knows the server's routes. */
import { hc } from 'hono/client'
import type { Api } from '#server/http/app.ts'
import type { AuditAction, ChartDays } from '#shared/admin.ts'
import { ANSWER_ID_HEADER } from '#shared/chat/answer-stream.ts'
import type { AnswerEvent } from '#shared/chat/answer-stream.ts'
import type {
  AskSaved,
  AskUnsaved,
  ChangeChat,
  ChangePages,
  ChatSort,
  DuplicateChat,
  SaveChat,
  SearchIn,
} from '#shared/chat/chats.ts'
import type { MakeApiKey } from '#shared/api-keys.ts'
import type { CheckEvery } from '#shared/crawl/changes.ts'
import type { PublicationSettings } from '#shared/chat/publications.ts'
import type { GoldenFormat, GoldenSite, NewGoldenQuestion } from '#shared/chat/golden-questions.ts'
import type { ExportFormat } from '#shared/chat/chat-export.ts'
import type { ChangeGapSettings, GapDecision } from '#shared/chat/gaps.ts'
import type {
  AuthEvent,
  BeginAuthorization,
  FinishAuthorization,
  SaveFile,
  StorageFolder,
} from '#shared/document-storage.ts'
import type { ChangeCrawl, ContinueCrawl, SkipReason, StartCrawl } from '#shared/crawl/crawls.ts'
import type { Tier } from '#shared/tier.ts'
import type { PreviewSite } from '#shared/crawl/previews.ts'
import type { ErrorBody } from '#shared/error-body.ts'
import type { ModelChoice, ModelPull, ModelRole, ModelService } from '#shared/models.ts'
import type { ChangeSettings } from '#shared/settings.ts'
import { readEvents } from '#client/event-stream.ts'
import { Failure, get, post, readResponse, send } from './request.ts'

const server = hc<Api>('/api', { fetch: send })
const at = (id: string) => ({ param: { id } })

/** The signed-in user; fails with 401 for visitors. */
export const getMe = () => readResponse(server.me.$get())
export const getInstance = () => readResponse(server.instance.$get())
/** Empty unless this browser runs on the server's machine and there is no administrator yet. */
export const getFirstSteps = () => readResponse(server['first-steps'].$get())
/** Administrators only; 403 for everyone else. */
export const getAdminOverview = () => readResponse(server.admin.overview.$get())
export const getActivity = async (days: ChartDays) =>
  (await readResponse(server.admin.activity.$get({ query: { days } }))).days
export const getHealth = () => readResponse(server.admin.health.$get())
export const listRunningCrawls = () => readResponse(server.admin.crawls.$get({ query: {} }))
export const unsafeStopCrawl = (id: string) => readResponse(server.admin.crawls[':id'].stop.$post(at(id)))
export const listActions = async (action: AuditAction | undefined, withViews: boolean) => {
  const query = action ? { action } : { views: withViews ? ('true' as const) : ('false' as const) }
  return (await readResponse(server.admin.audit.$get({ query }))).entries
}
export const getSettings = () => readResponse(server.admin.settings.$get())
export const saveSettings = (changes: ChangeSettings) => readResponse(server.admin.settings.$patch({ json: changes }))
export const getModels = () => readResponse(server.admin.models.$get())
/** Model servers on the machine that runs Readback. */
export const findLocalServers = async () => (await readResponse(server.admin.models.found.$get())).servers
export const listOfferedModels = (service: ModelService) =>
  readResponse(server.admin.models.list.$post({ json: service }))
type ModelRequest = { role: ModelRole; choice: ModelChoice }
export const chooseModel = ({ role, choice }: ModelRequest) =>
  readResponse(server.admin.models[':role'].$put({ param: { role }, json: choice }))
export const removeModel = (role: ModelRole) => readResponse(server.admin.models[':role'].$delete({ param: { role } }))
export const testModel = ({ role, choice }: ModelRequest) =>
  readResponse(server.admin.models[':role'].test.$post({ param: { role }, json: choice }))
/** Downloads a model through Ollama; `onProgress` gets the share of the file, null before the first one. */
export async function pullModel(pull: ModelPull, onProgress: (share: number | null) => void) {
  for await (const { event, data } of readEvents(await post('/api/admin/models/pull', pull))) {
    if (event === 'progress') onProgress((JSON.parse(data) as { share: number | null }).share)
    if (event !== 'error') continue
    const { error } = JSON.parse(data) as { error: ErrorBody }
    throw new Failure(502, error.code, error.message, error)
  }
}
export const testAi = () => readResponse(server.admin.settings['test-ai'].$post())
/** A page of users; `after` is the previous page's `next`. */
export const listPeople = (search: string, after?: string) =>
  readResponse(server.admin.people.$get({ query: { ...(search && { search }), ...(after && { after }) } }))
const person = server.admin.people[':id']
export const setPlan = (id: string, tier: Tier) => readResponse(person.plan.$put({ ...at(id), json: { tier } }))
export const setCredits = (id: string, credits: number) =>
  readResponse(person.credits.$put({ ...at(id), json: { credits } }))
export const setSuspended = (id: string, suspended: boolean) =>
  readResponse(person.suspension.$put({ ...at(id), json: { suspended } }))
export const setAdministrator = (id: string, isAdmin: boolean) =>
  readResponse(person.role.$put({ ...at(id), json: { isAdmin } }))
export const endSessionsOf = (id: string) => readResponse(person.sessions.$delete(at(id)))

export const getStorageStatus = () => readResponse(server.admin.storage.$get())
/** The provider's consent page. */
export const beginAuthorization = async (request: BeginAuthorization) =>
  (await readResponse(server.admin.storage.authorisation.$post({ json: request }))).url
export const finishAuthorization = (grant: FinishAuthorization) =>
  readResponse(server.admin.storage.tokens.$post({ json: grant }))
export const verifyStorage = () => readResponse(server.admin.storage.verify.$post())
export const disconnectStorage = () => readResponse(server.admin.storage.$delete())
export const listAuthEvents = async (event?: AuthEvent) =>
  (await readResponse(server.admin.storage.log.$get({ query: { ...(event && { event }) } }))).entries

export const getOwnStorage = () => readResponse(server.storage.$get())
export const changeFolder = (folder: StorageFolder) => readResponse(server.storage.folder.$put({ json: folder }))
export const saveToStorage = (file: SaveFile) => readResponse(server.storage.files.$post({ json: file }))
/** Files saved from one crawl or chat, newest first. */
export const listStoredFiles = async (source: string) =>
  (await readResponse(server.storage.files.$get({ query: { source } }))).files
export const retryStoredFile = (id: string) => readResponse(server.storage.files[':id'].retry.$post(at(id)))

export const getCredits = () => readResponse(server.credits.$get())
/** The current subscription and how it can be changed. */
export const getBilling = () => readResponse(server.billing.$get())
/** Both return the address of a page of the payment service. */
export const startCheckout = () => readResponse(server.billing.checkout.$post())
export const openPortal = () => readResponse(server.billing.portal.$post())
/** Credit history; `before` continues with older entries. */
export const getUsage = (before?: number) =>
  readResponse(server.usage.$get({ query: before === undefined ? {} : { before: String(before) } }))

/** The pages that a crawl or check was charged for; `before` continues with older ones. */
export const getCharges = (id: string, before?: number) =>
  readResponse(
    server.usage.charges[':id'].$get({ param: { id }, query: before === undefined ? {} : { before: String(before) } }),
  )

/** With the same key, a request that is sent twice starts one crawl. */
export const startCrawl = ({ idempotencyKey, ...json }: StartCrawl & { idempotencyKey?: string }) =>
  readResponse(server.crawls.$post({ json, header: idempotencyKey ? { 'idempotency-key': idempotencyKey } : {} }))
/** Previews what a crawl would fetch. Takes up to 30 s; abort with `signal`. */
export const previewSite = (ask: PreviewSite, signal?: AbortSignal) =>
  readResponse(server.previews.$post({ json: ask }, signal && { init: { signal } }))
export const listCrawls = async () => (await readResponse(server.crawls.$get({ query: {} }))).crawls
/** The crawl with its pages, without their text. */
export const getCrawl = (id: string) => readCrawl(id, 'false')
export const getCrawlWithContent = (id: string) => readCrawl(id, 'true')
export type CrawlOnScreen = Awaited<ReturnType<typeof getCrawl>>
export const stopCrawl = (id: string) => readResponse(server.crawls[':id'].stop.$post(at(id)))
/** Continues an ended crawl for up to `maxPages` more pages; default: the plan's limit. */
export const continueCrawl = (id: string, request: ContinueCrawl = {}) =>
  readResponse(server.crawls[':id'].continue.$post({ ...at(id), json: request }))
/** Crawls exactly these addresses that a crawl found but skipped; adds the pages to the chat, if given. */
export const readAddresses = (id: string, urls: string[], chatId: string | undefined) =>
  readResponse(server.crawls[':id'].continue.$post({ ...at(id), json: { urls, ...(chatId && { chatId }) } }))
/** Retries only the failed addresses. */
export const retryFailed = (id: string) => readResponse(server.crawls[':id'].retry.$post(at(id)))
/** A page of skipped addresses; `after` is the previous page's `next`. */
export const listSkipped = (
  id: string,
  { reason, after, limit }: { reason?: SkipReason; after?: number; limit?: number } = {},
) =>
  readResponse(
    server.crawls[':id'].skipped.$get({
      ...at(id),
      query: {
        ...(reason && { reason }),
        ...(after !== undefined && { after: String(after) }),
        ...(limit !== undefined && { limit: String(limit) }),
      },
    }),
  )
export const deleteCrawl = (id: string) => readResponse(server.crawls[':id'].$delete(at(id)))
export const changeCrawl = (id: string, json: ChangeCrawl) =>
  readResponse(server.crawls[':id'].$patch({ ...at(id), json }))
export const selectPages = (id: string, pageIds: string[]) =>
  readResponse(server.crawls[':id'].selection.$put({ ...at(id), json: { pageIds } }))
export const getPage = (id: string) => readResponse(server.pages[':id'].$get(at(id)))
/** Retries the failed analysis of a page. */
export const analyzeAgain = (pageId: string) => readResponse(server.pages[':id'].analysis.$post(at(pageId)))
export const processPages = (pageIds: string[]) => readResponse(server.knowledge.$post({ json: { pageIds } }))
export const suggestQuestions = async (pageIds: string[]) =>
  (await readResponse(server.knowledge.questions.$post({ json: { pageIds } }))).questions

/** Crawls with a selection or messages that are not saved as a chat, newest first. */
export const listUnsavedChats = async () => (await readResponse(server['unsaved-chats'].$get({ query: {} }))).unsaved
export const listUnsavedMessages = async (crawlId: string) =>
  (await readResponse(server.crawls[':id'].messages.$get(at(crawlId)))).messages
/** A page of My Chats; `after` is the previous page's `next`. */
export type ChatsQuery = { title?: string; sort?: ChatSort; notebookId?: string }
export const listChats = ({ title, sort, notebookId }: ChatsQuery, after?: string) =>
  readResponse(
    server.chats.$get({
      query: {
        ...(title && { title }),
        ...(sort && { sort }),
        ...(notebookId && { notebookId }),
        ...(after && { after }),
      },
    }),
  )
/** A page of messages or pages of chats that contain these words. */
export const searchChats = (q: string, where: SearchIn, after?: string) =>
  readResponse(server.chats.search.$get({ query: { q, in: where, ...(after && { after }) } }))
export const getChat = (id: string) => readResponse(server.chats[':id'].$get(at(id)))
/** With a crawl id, the server uses the messages it has stored for it. */
export type ChatToSave = Omit<SaveChat, 'chat_history'>
export const saveChat = (chat: ChatToSave) => readResponse(server.chats.$post({ json: chat }))
export const changeChat = (id: string, change: ChangeChat) =>
  readResponse(server.chats[':id'].$patch({ ...at(id), json: change }))
export const deleteChat = (id: string) => readResponse(server.chats[':id'].$delete(at(id)))
/** Possible for two minutes after deletion. */
export const restoreChat = (id: string) => readResponse(server.chats[':id'].restore.$post(at(id)))
export const duplicateChat = (id: string, copy: DuplicateChat) =>
  readResponse(server.chats[':id'].duplicate.$post({ ...at(id), json: copy }))
export const changePages = (id: string, pages: ChangePages) =>
  readResponse(server.chats[':id'].pages.$put({ ...at(id), json: pages }))
export const getChanges = (chatId: string) => readResponse(server.chats[':id'].changes.$get(at(chatId)))
/** Returns the running check, new or not. */
export const startCheck = (chatId: string) => readResponse(server.chats[':id'].changes.$post(at(chatId)))
export const stopCheck = (chatId: string) => readResponse(server.chats[':id'].changes.stop.$post(at(chatId)))
export const scheduleChecks = (chatId: string, every: CheckEvery | null) =>
  readResponse(server.chats[':id'].changes.schedule.$put({ ...at(chatId), json: { every } }))
/** The link to the chat, null while it is not shared. Its address is null if an earlier version created it. */
export const getShare = (chatId: string) => readResponse(server.chats[':id'].share.$get(at(chatId)))
/** Creates a link; an earlier one stops working. */
export const shareChat = (chatId: string) => readResponse(server.chats[':id'].share.$post(at(chatId)))
export const revokeShare = (chatId: string) => readResponse(server.chats[':id'].share.$delete(at(chatId)))
/** Public: needs only the link. */
export const getSharedChat = (token: string) => readResponse(server.shares[':token'].$get({ param: { token } }))
/** Exports the chat as a file. */
export const getChatFile = async (id: string, format: ExportFormat) =>
  (await get(`/api/chats/${id}/export?format=${format}`)).blob()
export const listNotebooks = async () => (await readResponse(server.notebooks.$get())).notebooks
export const createNotebook = (title: string) => readResponse(server.notebooks.$post({ json: { title } }))
export const renameNotebook = (id: string, title: string) =>
  readResponse(server.notebooks[':id'].$patch({ ...at(id), json: { title } }))
/** Moves its chats to the default notebook. */
export const deleteNotebook = (id: string) => readResponse(server.notebooks[':id'].$delete(at(id)))
export const getConflicts = (notebookId: string) => readResponse(server.notebooks[':id'].conflicts.$get(at(notebookId)))
/** Takes seconds for a thousand pages. */
export const searchConflicts = (notebookId: string) =>
  readResponse(server.notebooks[':id'].conflicts.$post(at(notebookId)))
export const dismissConflict = (id: string, dismissed: boolean) =>
  readResponse(server.conflicts[':id'].$patch({ ...at(id), json: { dismissed } }))
export const getGaps = (notebookId: string) => readResponse(server.notebooks[':id'].gaps.$get(at(notebookId)))
/** Takes seconds for a hundred gaps. */
export const checkGaps = (notebookId: string) => readResponse(server.notebooks[':id'].gaps.$post(at(notebookId)))
export const changeGapSettings = (notebookId: string, json: ChangeGapSettings) =>
  readResponse(server.notebooks[':id'].gaps.$patch({ ...at(notebookId), json }))
export const decideGap = (id: string, gapId: string, decision: GapDecision) =>
  readResponse(server.notebooks[':id'].gaps[':gapId'].$patch({ param: { id, gapId }, json: { decision } }))
export const getGoldenQuestions = (notebookId: string) =>
  readResponse(server.notebooks[':id']['golden-questions'].$get(at(notebookId)))
export const addGoldenQuestion = (notebookId: string, json: NewGoldenQuestion) =>
  readResponse(server.notebooks[':id']['golden-questions'].$post({ ...at(notebookId), json }))
export const suggestGoldenQuestions = (notebookId: string) =>
  readResponse(server.notebooks[':id']['golden-suggestions'].$get(at(notebookId)))
export const importGoldenQuestions = (notebookId: string, file: string, format: 'yaml' | 'csv') =>
  readResponse(server.notebooks[':id']['golden-questions'].import.$post({ ...at(notebookId), json: { file, format } }))
export const getGoldenFile = async (notebookId: string, format: GoldenFormat) =>
  (await get(`/api/notebooks/${notebookId}/golden-questions/export?format=${format}`)).blob()
export const changeGoldenSite = (notebookId: string, json: GoldenSite) =>
  readResponse(server.notebooks[':id']['golden-site'].$put({ ...at(notebookId), json }))
export const changeGoldenQuestion = (id: string, json: NewGoldenQuestion) =>
  readResponse(server['golden-questions'][':id'].$put({ ...at(id), json }))
export const deleteGoldenQuestion = (id: string) => readResponse(server['golden-questions'][':id'].$delete(at(id)))
/** Takes seconds for hundreds of questions. */
export const runGoldenQuestions = (notebookId: string) =>
  readResponse(server.notebooks[':id']['golden-runs'].$post(at(notebookId)))
export const getNotebookChanges = (notebookId: string, after?: string) =>
  readResponse(server.notebooks[':id'].changes.$get({ ...at(notebookId), query: after ? { after } : {} }))
export const setChangeMails = (notebookId: string, mails: boolean) =>
  readResponse(server.notebooks[':id'].changes.$patch({ ...at(notebookId), json: { mails } }))
/** The secret address is shown only in this response. */
export const createFeed = (notebookId: string) =>
  readResponse(server.notebooks[':id'].changes.feed.$post(at(notebookId)))
export const revokeFeed = (notebookId: string) =>
  readResponse(server.notebooks[':id'].changes.feed.$delete(at(notebookId)))
/** The secret is shown only in this response. */
export const setWebhook = (notebookId: string, url: string) =>
  readResponse(server.notebooks[':id'].changes.webhook.$put({ ...at(notebookId), json: { url } }))
export const removeWebhook = (notebookId: string) =>
  readResponse(server.notebooks[':id'].changes.webhook.$delete(at(notebookId)))
export const getChangeReport = (id: string) => readResponse(server['change-reports'][':id'].$get(at(id)))
export const sendReport = (id: string) => readResponse(server['change-reports'][':id'].delivery.$post(at(id)))
const publication = server.notebooks[':id'].publication
export const getPublication = (notebookId: string) => readResponse(publication.$get(at(notebookId)))
export const publishNotebook = (notebookId: string, settings: PublicationSettings) =>
  readResponse(publication.$put({ ...at(notebookId), json: settings }))
export const unpublishNotebook = (notebookId: string) => readResponse(publication.$delete(at(notebookId)))
export const getSiteAudit = (notebookId: string) => readResponse(server.notebooks[':id'].audit.$get(at(notebookId)))
export const getNotebook = (id: string) => readResponse(server.notebooks[':id'].$get(at(id)))

/** A streaming answer; `id` stops or resumes it. */
export type AnswerStream = { id: string; events: AsyncGenerator<AnswerEvent> }
/** Streams the answer to a question about an unsaved crawl; the server stores both messages. */
export const askUnsaved = (ask: Omit<AskUnsaved, 'history'>, signal: AbortSignal) =>
  answerStream(post('/api/answers', ask, signal))
/** Streams the answer to a question in a saved chat; the server stores both messages. */
export const askSaved = (chatId: string, ask: AskSaved, signal: AbortSignal) =>
  answerStream(post(`/api/chats/${chatId}/messages`, ask, signal))
/** Restarts the stream of a running answer after the connection was lost. */
export const pickUpAnswer = (id: string, signal: AbortSignal) => answerStream(get(`/api/answers/${id}`, signal))
export const stopAnswer = (id: string) => readResponse(server.answers[':id'].stop.$post(at(id)))

/** Below: omit `password` for SSO-only accounts. */
export const listSessions = async () => (await readResponse(server.account.sessions.$get())).sessions
export const endSession = (id: string) => readResponse(server.account.sessions[':id'].$delete(at(id)))
export const endOtherSessions = () => readResponse(server.account.sessions.$delete())
export const unlinkIdentity = (id: string) => readResponse(server.account.identities[':id'].$delete(at(id)))
export const changePassword = (change: { currentPassword?: string; newPassword: string }) =>
  readResponse(server.account.password.$post({ json: change }))
export const changeLanguage = (language: string) => readResponse(server.account.language.$put({ json: { language } }))
export const requestEmailChange = (change: { email: string; password?: string }) =>
  readResponse(server.account.email.$post({ json: change }))
export const changeEmail = (email: string, otp: string) =>
  readResponse(server.account.email.verify.$post({ json: { email, otp } }))
export const deleteAccount = (confirmation: { password?: string }) =>
  readResponse(server.account.delete.$post({ json: confirmation }))
export const listApiKeys = async () => (await readResponse(server.keys.$get())).keys
/** The only response that contains the key. */
export const createApiKey = (request: MakeApiKey) => readResponse(server.keys.$post({ json: request }))
export const revokeApiKey = (id: string) => readResponse(server.keys[':id'].$delete(at(id)))
export const listPrograms = async () => (await readResponse(server.programs.$get())).programs
export const revokeProgram = (id: string) => readResponse(server.programs[':id'].$delete(at(id)))
/** A file for the browser to save. */
export const EXPORT_ADDRESS = '/api/account/export'

export const openLiveEvents = () => new EventSource('/api/events')

function readCrawl(id: string, content: 'true' | 'false') {
  return readResponse(server.crawls[':id'].$get({ ...at(id), query: { content } }))
}

async function answerStream(asked: Promise<Response>): Promise<AnswerStream> {
  const response = await asked
  return { id: response.headers.get(ANSWER_ID_HEADER) ?? '', events: answerEvents(response) }
}

async function* answerEvents(response: Response): AsyncGenerator<AnswerEvent> {
  for await (const { event, data } of readEvents(response)) {
    // The server writes its events with the same type.
    yield { event, data: JSON.parse(data) } as AnswerEvent
  }
}
