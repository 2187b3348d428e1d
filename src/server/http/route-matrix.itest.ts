/**
 * Every API route, called by a visitor, another user, the owner, an administrator, and with an API key of each scope.
 * The routes are read from the router: a route without a row fails.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiScope } from '#shared/api-keys.ts'
import { ErrorBody } from '#shared/error-body.ts'
import { setTier } from '#server/admin/set-tier.ts'
import { createApp } from './app.ts'
import { keyScopes } from './middleware/key-scopes.ts'
import { adminUsers, changeReports, conflicts, openQuestions } from '#server/platform/db/schema/index.ts'
import { createApiKey, createKeyClient } from '#test/api-key.ts'
import { openTestApp, PASSWORD, type TestApp } from '#test/app.ts'
import { type Client, createClient } from '#test/client.ts'
import { databaseKind } from '#test/database.ts'
import { signIn } from '#test/auth-requests.ts'
import { type Conformance, readConformance } from '#test/openapi-conformance.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'

type Who = 'visitor' | 'other' | 'owner' | 'administrator'
type Row = Record<Who, number> & { body?: () => unknown; path?: () => string }

let app: TestApp
let site: Website
let clients: Record<Who, Client>
let conformance: Conformance
/** One API key per scope, of a user who is an administrator and owns nothing. */
const programs = new Map<ApiScope, ReturnType<typeof createKeyClient>>()
const ids = {
  crawl: '',
  runningCrawl: '',
  page: '',
  chat: '',
  notebook: '',
  conflict: '',
  report: '',
  golden: '',
  gap: '',
  session: '',
  other: '',
}

const MISSING = '00000000-0000-4000-8000-000000000000'
const everyone = (status: number): Record<Who, number> => ({
  visitor: status,
  other: status,
  owner: status,
  administrator: status,
})
const anyoneSignedIn = (status: number) => ({ ...everyone(status), visitor: 401 })
const ownerOnly = (status: number) => ({ visitor: 401, other: 404, owner: status, administrator: 404 })
const administratorOnly = (status: number) => ({ visitor: 401, other: 403, owner: 403, administrator: status })
const ofOther = (what: string) => () => `/api/admin/people/${ids.other}/${what}`
const at = (path: string, id: () => string) => () => path.replace(/\{id\}|:id/, id())

const NO_OLLAMA = { address: 'http://localhost:9' }
const NO_SERVICE = { ...NO_OLLAMA, provider: 'compatible' }

/** The status of each route for each of the four; `path` inserts ids of the owner's data. */
const matrix: Record<string, Row> = {
  'GET /api/openapi.json': everyone(200),
  'GET /api/docs': everyone(200),
  'GET /api/instance': everyone(200),
  'GET /api/first-steps': everyone(200),
  'GET /api/admin/overview': administratorOnly(200),
  'GET /api/admin/activity': administratorOnly(200),
  'GET /api/admin/health': administratorOnly(200),
  'GET /api/admin/crawls': administratorOnly(200),
  'POST /api/admin/crawls/:id/stop': {
    ...administratorOnly(204),
    path: at('/api/admin/crawls/:id/stop', () => ids.crawl),
  },
  'GET /api/admin/audit': administratorOnly(200),
  'GET /api/admin/settings': administratorOnly(200),
  'PATCH /api/admin/settings': { ...administratorOnly(200), body: () => ({ zoho_oauth_scope: '' }) },
  'POST /api/admin/settings/test-ai': administratorOnly(200),
  'GET /api/admin/models': administratorOnly(200),
  'GET /api/admin/models/found': administratorOnly(200),
  'POST /api/admin/models/list': { ...administratorOnly(200), body: () => NO_SERVICE },
  'POST /api/admin/models/pull': { ...administratorOnly(200), body: () => ({ ...NO_OLLAMA, model: 'a-model' }) },
  'PUT /api/admin/models/:role': {
    ...administratorOnly(200),
    path: () => '/api/admin/models/embedding',
    body: () => ({ ...NO_SERVICE, model: 'a-model' }),
  },
  'POST /api/admin/models/:role/test': {
    ...administratorOnly(200),
    path: () => '/api/admin/models/embedding/test',
    body: () => ({ ...NO_SERVICE, model: 'a-model' }),
  },
  'DELETE /api/admin/models/:role': { ...administratorOnly(200), path: () => '/api/admin/models/embedding' },
  'GET /api/admin/storage': administratorOnly(200),
  'GET /api/admin/storage/log': administratorOnly(200),
  // No document storage here; connecting.itest.ts covers it.
  'POST /api/admin/storage/authorisation': administratorOnly(409),
  'POST /api/admin/storage/tokens': { ...administratorOnly(400), body: () => ({ code: 'a-code', state: 'a-state' }) },
  'POST /api/admin/storage/verify': administratorOnly(409),
  'DELETE /api/admin/storage': administratorOnly(204),
  'GET /api/storage': anyoneSignedIn(200),
  'PUT /api/storage/folder': { ...anyoneSignedIn(200), body: () => ({ workspace_id: 'ws1', folder_id: 'fo1' }) },
  'POST /api/storage/files': {
    ...anyoneSignedIn(409),
    body: () => ({ source_id: ids.chat, content: { kind: 'chat', format: 'markdown' } }),
  },
  'GET /api/storage/files': { ...anyoneSignedIn(200), path: () => `/api/storage/files?source=${ids.chat}` },
  'POST /api/storage/files/:id/retry': {
    ...anyoneSignedIn(404),
    path: at('/api/storage/files/:id/retry', () => MISSING),
  },
  'GET /api/admin/people': administratorOnly(200),
  'PUT /api/admin/people/:id/plan': {
    ...administratorOnly(200),
    path: ofOther('plan'),
    body: () => ({ tier: 'free' }),
  },
  'PUT /api/admin/people/:id/credits': {
    ...administratorOnly(200),
    path: ofOther('credits'),
    body: () => ({ credits: 30 }),
  },
  'PUT /api/admin/people/:id/role': {
    ...administratorOnly(200),
    path: ofOther('role'),
    body: () => ({ isAdmin: false }),
  },
  'PUT /api/admin/people/:id/suspension': {
    ...administratorOnly(200),
    path: ofOther('suspension'),
    body: () => ({ suspended: false }),
  },
  // A missing id: 'other' is still needed.
  'DELETE /api/admin/people/:id/sessions': {
    ...administratorOnly(404),
    path: () => `/api/admin/people/${MISSING}/sessions`,
  },
  'GET /api/me': anyoneSignedIn(200),
  'GET /api/credits': anyoneSignedIn(200),
  'GET /api/events': anyoneSignedIn(200),
  'GET /api/usage': anyoneSignedIn(200),
  'GET /api/usage/charges/:id': { ...ownerOnly(200), path: at('/api/usage/charges/:id', () => ids.crawl) },
  'GET /api/billing': anyoneSignedIn(200),
  // No payments here; billing.itest.ts covers them.
  'POST /api/billing/checkout': anyoneSignedIn(409),
  'POST /api/billing/portal': anyoneSignedIn(409),
  'POST /api/stripe/webhook': everyone(409),
  'GET /api/keys': anyoneSignedIn(200),
  'POST /api/keys': { ...anyoneSignedIn(201), body: () => ({ name: 'A key', scopes: ['read'] }) },
  'GET /api/programs': anyoneSignedIn(200),
  'DELETE /api/programs/:id': { ...ownerOnly(404), path: at('/api/programs/:id', () => MISSING) },
  'DELETE /api/keys/:id': { ...ownerOnly(404), path: at('/api/keys/:id', () => MISSING) },
  'GET /api/account/sessions': anyoneSignedIn(200),
  'GET /api/account/export': anyoneSignedIn(200),
  'DELETE /api/account/sessions/:id': {
    ...ownerOnly(204),
    path: at('/api/account/sessions/:id', () => ids.session),
  },
  'DELETE /api/account/sessions': anyoneSignedIn(204),
  'DELETE /api/account/identities/:id': {
    ...anyoneSignedIn(404),
    path: at('/api/account/identities/:id', () => MISSING),
  },
  'PUT /api/account/language': { ...anyoneSignedIn(204), body: () => ({ language: 'de' }) },
  'POST /api/account/password': {
    ...anyoneSignedIn(204),
    body: () => ({ currentPassword: PASSWORD, newPassword: PASSWORD }),
  },
  'POST /api/account/email': {
    ...anyoneSignedIn(204),
    body: () => ({ password: PASSWORD, email: 'new@example.org' }),
  },
  'POST /api/account/email/verify': {
    ...anyoneSignedIn(400),
    body: () => ({ email: 'new@example.org', otp: '1234567' }),
  },
  'POST /api/account/delete': { ...anyoneSignedIn(400), body: () => ({ password: 'not-mine' }) },
  'GET /api/crawls': anyoneSignedIn(200),
  'POST /api/crawls': { ...anyoneSignedIn(400), body: () => ({ url: '' }) },
  'GET /api/chats/search': { ...anyoneSignedIn(200), path: () => '/api/chats/search?q=words&in=messages' },
  'GET /api/unsaved-chats': anyoneSignedIn(200),
  'GET /api/crawls/:id/messages': { ...ownerOnly(200), path: at('/api/crawls/:id/messages', () => ids.crawl) },
  'GET /api/crawls/:id': { ...ownerOnly(200), path: at('/api/crawls/:id', () => ids.crawl) },
  'PATCH /api/crawls/:id': {
    ...ownerOnly(200),
    path: at('/api/crawls/:id', () => ids.crawl),
    body: () => ({ mailAtEnd: false }),
  },
  'POST /api/crawls/:id/stop': { ...ownerOnly(200), path: at('/api/crawls/:id/stop', () => ids.crawl) },
  'POST /api/crawls/:id/continue': {
    ...ownerOnly(409),
    path: at('/api/crawls/:id/continue', () => ids.crawl),
    body: () => ({}),
  },
  'POST /api/crawls/:id/retry': { ...ownerOnly(409), path: at('/api/crawls/:id/retry', () => ids.crawl) },
  'GET /api/crawls/:id/skipped': { ...ownerOnly(200), path: at('/api/crawls/:id/skipped', () => ids.crawl) },
  'PUT /api/crawls/:id/selection': {
    ...ownerOnly(204),
    path: at('/api/crawls/:id/selection', () => ids.crawl),
    body: () => ({ pageIds: [ids.page] }),
  },
  'POST /api/previews': { ...anyoneSignedIn(200), body: () => ({ url: site.origin }) },
  'GET /api/pages/:id': { ...ownerOnly(200), path: at('/api/pages/:id', () => ids.page) },
  'GET /api/notebooks/:id/pages/:pageId': {
    ...ownerOnly(200),
    path: () => `/api/notebooks/${ids.notebook}/pages/${ids.page}`,
  },
  'POST /api/pages/:id/analysis': { ...ownerOnly(200), path: at('/api/pages/:id/analysis', () => ids.page) },
  'POST /api/knowledge': { ...ownerOnly(200), body: () => ({ pageIds: [ids.page] }) },
  'POST /api/knowledge/questions': { ...ownerOnly(200), body: () => ({ pageIds: [ids.page] }) },
  'GET /api/knowledge/passages': {
    ...ownerOnly(200),
    path: () => `/api/knowledge/passages?q=page&crawlId=${ids.crawl}`,
  },
  'POST /api/answers': { ...ownerOnly(200), body: () => ({ question: 'What is this?', pageIds: [ids.page] }) },
  'GET /api/answers/:id': { ...anyoneSignedIn(404), path: at('/api/answers/:id', () => MISSING) },
  'POST /api/answers/:id/stop': { ...anyoneSignedIn(204), path: at('/api/answers/:id/stop', () => MISSING) },
  'GET /api/chats': anyoneSignedIn(200),
  'POST /api/chats': {
    ...ownerOnly(201),
    body: () => ({ title: 'A chat', crawled_pages: [ids.page], selected_pages: [ids.page], chat_history: [] }),
  },
  'GET /api/chats/:id': { ...ownerOnly(200), path: at('/api/chats/:id', () => ids.chat) },
  'PATCH /api/chats/:id': {
    ...ownerOnly(200),
    path: at('/api/chats/:id', () => ids.chat),
    body: () => ({ title: 'Another title' }),
  },
  'PUT /api/chats/:id/pages': {
    ...ownerOnly(200),
    path: at('/api/chats/:id/pages', () => ids.chat),
    body: () => ({ crawled_pages: [ids.page], selected_pages: [ids.page] }),
  },
  'POST /api/chats/:id/messages': {
    ...ownerOnly(200),
    path: at('/api/chats/:id/messages', () => ids.chat),
    body: () => ({ question: 'What is this?' }),
  },
  'POST /api/chats/:id/stop': { ...ownerOnly(204), path: at('/api/chats/:id/stop', () => ids.chat) },
  'POST /api/chats/:id/duplicate': { ...ownerOnly(201), path: at('/api/chats/:id/duplicate', () => ids.chat) },
  'POST /api/chats/:id/restore': { ...ownerOnly(200), path: at('/api/chats/:id/restore', () => ids.chat) },
  'GET /api/chats/:id/export': { ...ownerOnly(200), path: at('/api/chats/:id/export', () => ids.chat) },
  'GET /api/chats/:id/changes': { ...ownerOnly(200), path: at('/api/chats/:id/changes', () => ids.chat) },
  'POST /api/chats/:id/changes': { ...ownerOnly(201), path: at('/api/chats/:id/changes', () => ids.chat) },
  'POST /api/chats/:id/changes/stop': { ...ownerOnly(204), path: at('/api/chats/:id/changes/stop', () => ids.chat) },
  'PUT /api/chats/:id/changes/schedule': {
    ...ownerOnly(403),
    path: at('/api/chats/:id/changes/schedule', () => ids.chat),
    body: () => ({ every: 'daily' }),
  },
  'GET /api/chats/:id/share': { ...ownerOnly(200), path: at('/api/chats/:id/share', () => ids.chat) },
  'POST /api/chats/:id/share': { ...ownerOnly(201), path: at('/api/chats/:id/share', () => ids.chat) },
  'DELETE /api/chats/:id/share': { ...ownerOnly(204), path: at('/api/chats/:id/share', () => ids.chat) },
  // Access by link, not by role; share.itest.ts covers it.
  'GET /api/shares/:token': { ...everyone(404), path: () => '/api/shares/no-such-link' },
  'GET /api/notebooks/:id/publication': {
    ...ownerOnly(200),
    path: at('/api/notebooks/:id/publication', () => ids.notebook),
  },
  'PUT /api/notebooks/:id/publication': {
    ...ownerOnly(200),
    path: at('/api/notebooks/:id/publication', () => ids.notebook),
    body: () => ({ address: 'the-matrix', title: 'The matrix' }),
  },
  'DELETE /api/notebooks/:id/publication': {
    ...ownerOnly(204),
    path: at('/api/notebooks/:id/publication', () => ids.notebook),
  },
  // Access by address, not by role; publishing.itest.ts covers it.
  'GET /api/published/:address': { ...everyone(404), path: () => '/api/published/no-such-page' },
  'GET /api/published/:address/pages': { ...everyone(404), path: () => '/api/published/no-such-page/pages' },
  'POST /api/published/:address/answers': {
    ...everyone(404),
    path: () => '/api/published/no-such-page/answers',
    body: () => ({ question: 'What is this?' }),
  },
  'POST /api/published/:address/feedback/:id': {
    ...everyone(404),
    path: () => `/api/published/no-such-page/feedback/${MISSING}`,
    body: () => ({ helpful: true }),
  },
  'GET /api/notebooks': anyoneSignedIn(200),
  'POST /api/notebooks': { ...anyoneSignedIn(201), body: () => ({ title: 'A notebook' }) },
  'GET /api/notebooks/:id': { ...ownerOnly(200), path: at('/api/notebooks/:id', () => ids.notebook) },
  'PATCH /api/notebooks/:id': {
    ...ownerOnly(200),
    path: at('/api/notebooks/:id', () => ids.notebook),
    body: () => ({ title: 'Another title' }),
  },
  'GET /api/notebooks/:id/archive': { ...ownerOnly(200), path: at('/api/notebooks/:id/archive', () => ids.notebook) },
  'GET /api/notebooks/:id/export': { ...ownerOnly(200), path: at('/api/notebooks/:id/export', () => ids.notebook) },
  'GET /api/notebooks/:id/changes': {
    ...ownerOnly(200),
    path: at('/api/notebooks/:id/changes', () => ids.notebook),
  },
  'PATCH /api/notebooks/:id/changes': {
    ...ownerOnly(200),
    path: at('/api/notebooks/:id/changes', () => ids.notebook),
    body: () => ({ mails: false }),
  },
  'POST /api/notebooks/:id/changes/feed': {
    ...ownerOnly(201),
    path: at('/api/notebooks/:id/changes/feed', () => ids.notebook),
  },
  'DELETE /api/notebooks/:id/changes/feed': {
    ...ownerOnly(204),
    path: at('/api/notebooks/:id/changes/feed', () => ids.notebook),
  },
  'PUT /api/notebooks/:id/changes/webhook': {
    ...ownerOnly(200),
    path: at('/api/notebooks/:id/changes/webhook', () => ids.notebook),
    body: () => ({ url: 'https://hooks.example.org/' }),
  },
  'DELETE /api/notebooks/:id/changes/webhook': {
    ...ownerOnly(204),
    path: at('/api/notebooks/:id/changes/webhook', () => ids.notebook),
  },
  'GET /api/change-reports/:id': { ...ownerOnly(200), path: at('/api/change-reports/:id', () => ids.report) },
  // Without a webhook; changes.itest.ts covers the others.
  'POST /api/change-reports/:id/delivery': {
    ...ownerOnly(409),
    path: at('/api/change-reports/:id/delivery', () => ids.report),
  },
  'GET /api/feeds/:token': { ...everyone(404), path: () => '/api/feeds/no-such-feed' },
  'GET /api/notebooks/:id/conflicts': {
    ...ownerOnly(200),
    path: at('/api/notebooks/:id/conflicts', () => ids.notebook),
  },
  'PATCH /api/conflicts/:id': {
    ...ownerOnly(200),
    path: at('/api/conflicts/:id', () => ids.conflict),
    body: () => ({ dismissed: true }),
  },
  'POST /api/notebooks/:id/conflicts': {
    ...ownerOnly(200),
    path: at('/api/notebooks/:id/conflicts', () => ids.notebook),
  },
  'GET /api/notebooks/:id/golden-questions': {
    ...ownerOnly(200),
    path: at('/api/notebooks/:id/golden-questions', () => ids.notebook),
  },
  'POST /api/notebooks/:id/golden-questions': {
    ...ownerOnly(201),
    path: at('/api/notebooks/:id/golden-questions', () => ids.notebook),
    body: () => ({ question: 'What is the page about?' }),
  },
  'POST /api/notebooks/:id/golden-questions/import': {
    ...ownerOnly(200),
    path: at('/api/notebooks/:id/golden-questions/import', () => ids.notebook),
    body: () => ({ format: 'yaml', file: 'questions: []' }),
  },
  'GET /api/notebooks/:id/golden-questions/export': {
    ...ownerOnly(200),
    path: at('/api/notebooks/:id/golden-questions/export', () => ids.notebook),
  },
  'POST /api/notebooks/:id/golden-runs': {
    ...ownerOnly(200),
    path: at('/api/notebooks/:id/golden-runs', () => ids.notebook),
  },
  'GET /api/notebooks/:id/golden-suggestions': {
    ...ownerOnly(200),
    path: at('/api/notebooks/:id/golden-suggestions', () => ids.notebook),
  },
  'PUT /api/notebooks/:id/golden-site': {
    ...ownerOnly(200),
    path: at('/api/notebooks/:id/golden-site', () => ids.notebook),
    body: () => ({ site: 'https://docs.example.org/' }),
  },
  'PUT /api/golden-questions/:id': {
    ...ownerOnly(200),
    path: at('/api/golden-questions/:id', () => ids.golden),
    body: () => ({ question: 'Is the page about nothing?' }),
  },
  'DELETE /api/golden-questions/:id': {
    ...ownerOnly(204),
    path: at('/api/golden-questions/:id', () => ids.golden),
  },
  'GET /api/notebooks/:id/audit': { ...ownerOnly(200), path: at('/api/notebooks/:id/audit', () => ids.notebook) },
  'GET /api/notebooks/:id/gaps': { ...ownerOnly(200), path: at('/api/notebooks/:id/gaps', () => ids.notebook) },
  'POST /api/notebooks/:id/gaps': { ...ownerOnly(200), path: at('/api/notebooks/:id/gaps', () => ids.notebook) },
  'PATCH /api/notebooks/:id/gaps': {
    ...ownerOnly(200),
    path: at('/api/notebooks/:id/gaps', () => ids.notebook),
    body: () => ({ keep_questions_days: 30 }),
  },
  'PATCH /api/notebooks/:id/gaps/:gapId': {
    ...ownerOnly(200),
    path: () => `/api/notebooks/${ids.notebook}/gaps/${ids.gap}`,
    body: () => ({ decision: 'ignored' }),
  },
  'DELETE /api/notebooks/:id': { ...ownerOnly(409), path: at('/api/notebooks/:id', () => ids.notebook) },
  // Last, in this order: they delete what the rows above need.
  'DELETE /api/chats/:id': { ...ownerOnly(204), path: at('/api/chats/:id', () => ids.chat) },
  'DELETE /api/crawls/:id': { ...ownerOnly(204), path: at('/api/crawls/:id', () => ids.crawl) },
}

/**
 * What a key may do is decided before a route reads anything, and what it then reads is the same as for another user:
 * on PostgreSQL, keys of one scope show that keys are found.
 */
const scopes: readonly ApiScope[] = databaseKind() === 'embedded' ? ApiScope.options : ['read']

/** Sign-in routes have no roles and have their own tests. */
const isAuth = (path: string) => path.startsWith('/api/auth/')

beforeAll(async () => {
  site = await openWebsite({
    '/': '<title>Home</title><main><p>This is a page about nothing in particular.</p></main>',
  })
  app = await openTestApp({ allowPrivateHosts: [site.host] })
  const [owner, other, administrator] = [await app.signUp(), await app.signUp(), await app.signUp()]
  await app.services.db.insert(adminUsers).values({ id: administrator.userId })
  ids.other = other.userId
  clients = { visitor: app.visitor, other, owner, administrator }
  conformance = await readConformance(app.visitor)

  const keyed = await app.signUp()
  await app.services.db.insert(adminUsers).values({ id: keyed.userId })
  await setTier(app.services.db, { userId: keyed.userId, tier: 'pro' })
  for (const scope of ApiScope.options)
    programs.set(scope, createKeyClient(app.origin, (await createApiKey(keyed, [scope])).secret))

  const crawl = await owner.post('/api/crawls', { url: site.origin, maxPages: 1 })
  ids.crawl = crawl.body.id
  const finished = await waitFor('the crawl', async () => {
    const { body } = await owner.get(`/api/crawls/${ids.crawl}`)
    return body.status === 'finished' && body
  })
  ids.page = finished.pages[0].id
  const chat = await owner.post('/api/chats', {
    title: 'A saved chat',
    crawled_pages: [ids.page],
    selected_pages: [ids.page],
    chat_history: [],
  })
  ids.chat = chat.body.id
  ids.notebook = chat.body.notebook_id
  const [conflict] = await app.services.db
    .insert(conflicts)
    .values({
      userId: owner.userId,
      notebookId: ids.notebook,
      fingerprint: 'of two statements',
      property: 'default',
      position: 0,
      firstPageId: ids.page,
      secondPageId: ids.page,
      quotes: [],
      foundAt: new Date(),
    })
    .returning()
  ids.conflict = conflict?.id ?? ''
  const counts = { added: 0, removed: 0, moved: 0, changed: 0 }
  const [report] = await app.services.db
    .insert(changeReports)
    .values({
      userId: owner.userId,
      notebookId: ids.notebook,
      checkId: MISSING,
      content: { chat_title: 'Checked', counts, pages: [], questions: [], citations: [] },
      createdAt: new Date(),
    })
    .returning()
  ids.report = report?.id ?? ''
  const golden = await owner.post(`/api/notebooks/${ids.notebook}/golden-questions`, { question: 'What is it about?' })
  ids.golden = golden.body.id
  await app.services.db
    .insert(openQuestions)
    .values({ userId: owner.userId, notebookId: ids.notebook, question: 'Where is the exit?', kind: 'refused' })
  ids.gap = (await owner.get(`/api/notebooks/${ids.notebook}/gaps`)).body.gaps[0].id
  await signIn(createClient(app.origin), owner.email)
  const { sessions } = (await owner.get('/api/account/sessions')).body
  ids.session = sessions.find((session: { current: boolean }) => !session.current).id
})

afterAll(async () => {
  await app?.close()
  await site?.close()
})

describe('each route answers each role as its row says', () => {
  it('has a row for every route of the router, and no row without a route [route-matrix-1]', () => {
    const routes = createApp(app.services)
      .routes.filter(
        ({ method, path }) => !['ALL', 'OPTIONS'].includes(method) && path.startsWith('/api/') && !isAuth(path),
      )
      .map(({ method, path }) => `${method} ${path}`)
    expect([...new Set(routes)].toSorted()).toEqual(Object.keys(matrix).toSorted())
  })

  for (const [route, row] of Object.entries(matrix)) {
    for (const scope of scopes) {
      const reached = keyScopes[route] === 'any' || keyScopes[route] === scope
      it(`${route} answers ${reached ? row.other : 403} to a key that may ${scope}`, async () => {
        const [method = '', path = ''] = route.split(' ')
        const answer = await programs.get(scope)?.(method, row.path?.() ?? path, row.body?.())
        expect(answer?.status).toBe(reached ? row.other : 403)
      })
    }

    // The owner comes last, since a deletion affects the others.
    for (const who of ['visitor', 'other', 'administrator', 'owner'] as const) {
      it(`${route} answers ${row[who]} to ${who} [route-matrix-4]`, async () => {
        const [method = '', path = ''] = route.split(' ')
        const status = await statusOf(clients[who], method, row.path?.() ?? path, row.body?.())
        expect(status).toBe(row[who])
      })
    }
  }

  it('lists no scope for a route that does not exist', () => {
    expect(Object.keys(keyScopes).filter((route) => !(route in matrix))).toEqual([])
  })

  it('gives no scope to a route that deletes, which includes turning the recording of questions off [route-matrix-6]', () => {
    const deletes = (route: string) => route.startsWith('DELETE ') || route === 'PATCH /api/notebooks/:id/gaps'
    expect(Object.keys(keyScopes).filter(deletes)).toEqual([])
  })

  it('answers 404 for a missing id and 400 for an invalid one', async () => {
    for (const noun of ['crawls', 'chats', 'notebooks', 'pages']) {
      expect((await clients.owner.get(`/api/${noun}/${MISSING}`)).status).toBe(404)
      expect((await clients.owner.get(`/api/${noun}/no-id`)).status).toBe(400)
    }
  })

  it('lets only administrators see anything below /api/admin [route-matrix-3]', async () => {
    const statuses = await Promise.all(
      (['visitor', 'other', 'administrator'] as const).map((who) => clients[who].get('/api/admin/anything')),
    )
    expect(statuses.map(({ status }) => status)).toEqual([401, 403, 404])
  })

  it('answers every failure in the one shape', async () => {
    const failures = [
      await clients.visitor.get('/api/crawls'),
      await clients.owner.get(`/api/chats/${MISSING}`),
      await clients.owner.get('/api/no-such-route'),
      await clients.owner.request('POST', '/api/chats', '{"title":'),
      await clients.owner.post('/api/chats', { title: '   ' }),
    ]
    expect(failures.map((failure) => failure.status)).toEqual([401, 404, 404, 400, 400])
    for (const failure of failures) {
      expect(ErrorBody.strict().parse(failure.body.error)).toEqual(failure.body.error)
    }
  })

  it.each([
    ['text', 'text/plain', '{"url":"https://example.org"}'],
    ['a form', 'application/x-www-form-urlencoded', 'url=https%3A%2F%2Fexample.org'],
    ['a NUL character', 'application/json', '{"url":"https://example.org\\u0000"}'],
    ['incomplete JSON', 'application/json', '{"url":'],
    ['an array', 'application/json', '[]'],
  ])('rejects a body that is %s with 400', async (_what, type, body) => {
    for (const path of ['/api/crawls', '/api/chats', '/api/knowledge', '/api/answers', '/api/auth/sign-in/email']) {
      const answer = await clients.owner.request('POST', path, body, { 'Content-Type': type })
      expect({ path, status: answer.status }).toEqual({ path, status: 400 })
      expect(answer.body.error.message).not.toContain('our side')
    }
  })

  it('rejects a change from another origin without processing it [route-matrix-2]', async () => {
    const foreign = { Origin: 'https://evil.example' }
    const { owner } = clients
    const before = (await owner.get('/api/notebooks')).body
    const answer = await owner.request('POST', '/api/notebooks', { title: 'From another site' }, foreign)
    expect(answer.status).toBe(403)
    expect((await owner.get('/api/notebooks')).body).toEqual(before)
  })
})

/** The document does not describe itself. */
const UNDESCRIBED = ['/api/openapi.json', '/api/docs']

/** Only the status; an event stream is closed after its headers. Other responses must be as the document describes. */
async function statusOf(client: Client, method: string, path: string, body: unknown): Promise<number> {
  if (UNDESCRIBED.includes(path)) return (await client.get(path)).status
  if (path !== '/api/events') return (await conformance.of(client).request(method, path, body)).status
  const gone = new AbortController()
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(client.origin + path, { signal: gone.signal, headers: { Cookie: cookie } })
  gone.abort()
  return response.status
}
