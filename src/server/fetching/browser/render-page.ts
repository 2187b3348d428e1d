/**
 * Renders one document in the browser. The document and every document it navigates to is fetched by our HTTP client,
 * so that redirects, robots.txt, statuses and headers are checked as for any page; the browser fetches only
 * subresources, through the loopback proxy.
 */
import type { Browser, BrowserContext, Page, Request, Route } from 'playwright-core'
import type { Message } from '#shared/errors.ts'
import type { FetchedDocument, PageRequest, PageSource } from '#server/fetching/page-source.ts'
import type { ReadFailure } from '#server/fetching/reader.ts'
import type { LoopbackProxy, ProxySession } from './loopback-proxy.ts'
import type { RequestWithHeaders } from './request-with-headers.ts'
import { serializeDocument } from './serialize-document.ts'
import { waitForNetworkIdle } from './wait-for-network-idle.ts'

export type RenderLimits = {
  /** The time for the whole rendering. */
  totalMs: number
  /** The time from the document until the network is idle. */
  settleMs: number
  /** The bytes of all subresources together. */
  maxBytes: number
  /** Subresources, redirects not counted. Further ones get no response; the page is read as it is then. */
  maxRequests: number
  /** The length of the serialized document. */
  maxCharacters: number
}

export const RENDER_LIMITS: RenderLimits = {
  totalMs: 45_000,
  settleMs: 5_000,
  maxBytes: 30_000_000,
  // Applications that load each of their modules alone have about 200.
  maxRequests: 300,
  maxCharacters: 10_000_000,
}

export type RenderDependencies = {
  browser: Browser
  proxy: LoopbackProxy
  userAgent: string
  limits: RenderLimits
  /** Fetches a document that the page navigates to. */
  fetchDocument: PageSource
  requestWithHeaders: RequestWithHeaders
  /** Called when the browser no longer responds. */
  replaceBrowser: () => void
}

/** Resource types that do not contribute text. */
const BLOCKED_RESOURCES = new Set([
  'image',
  'media',
  'font',
  'texttrack',
  'eventsource',
  'manifest',
  'ping',
  'cspviolationreport',
  'preflight-image',
])
const CLOSE_TIMEOUT_MS = 5_000

/** Rejects only when the browser itself fails; what a page does is returned as a failure. */
export async function renderPage(
  document: FetchedDocument,
  request: PageRequest,
  dependencies: RenderDependencies,
): Promise<FetchedDocument | ReadFailure> {
  const { browser, proxy, limits } = dependencies
  const session = proxy.openSession({ maxBytes: limits.maxBytes })
  const context = await browser.newContext({
    userAgent: dependencies.userAgent,
    locale: 'en',
    acceptDownloads: false,
    serviceWorkers: 'block',
    proxy: { server: proxy.origin, bypass: '<-loopback>', username: session.username, password: session.password },
  })
  const interrupted = Promise.withResolvers<ReadFailure>()
  const deadline = setTimeout(() => interrupted.resolve(timedOut(limits)), limits.totalMs)
  const stop = () => interrupted.resolve({ ok: false, reason: 'stopped', detail: '', retry: false })
  request.signal?.addEventListener('abort', stop, { once: true })
  const onDisconnected = () => interrupted.resolve(browserExited())
  browser.on('disconnected', onDisconnected)
  try {
    if (request.signal?.aborted) stop()
    const rendered = renderDocuments(context, document, request, { ...dependencies, session }, interrupted.resolve)
    // After an interruption it rejects when its page closes.
    rendered.catch(() => {})
    const result = await Promise.race([interrupted.promise, rendered])
    return !result.ok && session.exceededLimit() ? tooLarge(limits) : result
  } catch (error) {
    if (!browser.isConnected()) return browserExited()
    const detail: Message = { code: 'browser-failed', values: { reason: firstLine(error) } }
    return { ok: false, reason: 'unreadable', detail, retry: false }
  } finally {
    clearTimeout(deadline)
    request.signal?.removeEventListener('abort', stop)
    browser.off('disconnected', onDisconnected)
    session.close()
    if (!(await closesInTime(context))) dependencies.replaceBrowser()
  }
}

/** Renders the document and, while it navigates to another one that may be read, that one. */
async function renderDocuments(
  context: BrowserContext,
  first: FetchedDocument,
  request: PageRequest,
  { limits, fetchDocument, requestWithHeaders, session }: RenderDependencies & { session: ProxySession },
  interrupt: (failure: ReadFailure) => void,
): Promise<FetchedDocument | ReadFailure> {
  await context.addInitScript(DISABLE_UNSAFE_APIS)
  const page = await context.newPage()
  context.on('page', (popup) => void popup.close().catch(() => {}))
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}))
  page.on('crash', () => interrupt(outOfMemory()))

  const rendering: Rendering = {
    page,
    document: first,
    isDelivered: false,
    navigation: Promise.withResolvers(),
    subresources: 0,
  }
  await context.route('**/*', (route, browserRequest) => {
    const isDocument = browserRequest.resourceType() === 'document'
    const answered = isDocument
      ? answerDocumentRequest(rendering, route, browserRequest)
      : answerSubresourceRequest(rendering, route, browserRequest, {
          maxRequests: limits.maxRequests,
          respond: () => requestWithHeaders(browserRequest, request),
        })
    // Fails when the page closes first; nothing to do then.
    return answered.catch(() => {})
  })

  for (;;) {
    rendering.isDelivered = false
    rendering.navigation = Promise.withResolvers()
    const settled = settle(page, rendering.document.finalUrl, limits)
    settled.catch(() => {})
    const target = await Promise.race([rendering.navigation.promise, settled])
    if (target === null) {
      const isPartlyLoaded = rendering.subresources > limits.maxRequests || session.exceededLimit()
      const read = isPartlyLoaded ? { ...rendering.document, isPartlyLoaded } : rendering.document
      return serializeDocument(page, read, limits.maxCharacters)
    }

    const next = await fetchNavigation(target, request, fetchDocument)
    if (!next.ok || next.kind !== 'html') return next
    rendering.document = next
  }
}

type Rendering = {
  page: Page
  /** The one that the browser shows or is about to request. */
  document: FetchedDocument
  /** The browser has received `document`. */
  isDelivered: boolean
  /** Resolves with the address that `document` navigates to. */
  navigation: PromiseWithResolvers<string>
  /** Requests for subresources so far. */
  subresources: number
}

/** Delivers the document once. Every further request of the page for a document is a navigation. */
async function answerDocumentRequest(rendering: Rendering, route: Route, browserRequest: Request): Promise<void> {
  const { page, document, navigation } = rendering
  // Frames and popups get no document.
  if (!isMainDocument(browserRequest, page)) return route.abort('blockedbyclient')
  if (!rendering.isDelivered) {
    rendering.isDelivered = true
    return route.fulfill({
      status: 200,
      headers: { 'content-type': contentTypeOf(document) },
      body: Buffer.from(document.body),
    })
  }
  const url = browserRequest.url()
  if (browserRequest.method() === 'GET' && url !== document.finalUrl) navigation.resolve(url)
  // 204 makes the browser stay on the current document.
  return route.fulfill({ status: 204 })
}

type SubresourceOptions = {
  maxRequests: number
  /** The response to a request that has to carry headers; null if the browser sends the request itself. */
  respond: () => ReturnType<RequestWithHeaders>
}

async function answerSubresourceRequest(
  rendering: Rendering,
  route: Route,
  browserRequest: Request,
  { maxRequests, respond }: SubresourceOptions,
): Promise<void> {
  if (BLOCKED_RESOURCES.has(browserRequest.resourceType())) return route.abort('blockedbyclient')
  rendering.subresources++
  if (rendering.subresources > maxRequests) return route.abort('blockedbyclient')
  const response = await respond()
  return response ? route.fulfill(response) : route.continue()
}

/** Opens `url` and waits until its scripts have no more requests or their time is over. */
async function settle(page: Page, url: string, limits: RenderLimits): Promise<null> {
  const idle = waitForNetworkIdle(page, limits.settleMs)
  await page.goto(url, { waitUntil: 'commit', timeout: limits.totalMs })
  return idle
}

async function fetchNavigation(
  target: string,
  request: PageRequest,
  fetchDocument: PageSource,
): Promise<FetchedDocument | ReadFailure> {
  const url = target.split('#')[0] ?? target
  const allowed = await request.allowRedirect(url)
  return allowed.ok ? fetchDocument(url, request) : { retry: false, ...allowed }
}

function isMainDocument(request: Request, page: Page): boolean {
  try {
    return request.frame() === page.mainFrame()
  } catch {
    // The request belongs to a popup that is still opening and has no frame.
    return false
  }
}

function contentTypeOf({ charset }: FetchedDocument): string {
  return charset ? `text/html; charset=${charset}` : 'text/html'
}

async function closesInTime(context: BrowserContext): Promise<boolean> {
  const timeout = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => timeout.resolve(false), CLOSE_TIMEOUT_MS)
  const closed = context.close().then(
    () => true,
    () => true,
  )
  const result = await Promise.race([closed, timeout.promise])
  clearTimeout(timer)
  return result
}

/** Not a protection, which the proxy is: without these APIs, pages do not wait for requests that would be refused. */
const DISABLE_UNSAFE_APIS = `for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport', 'open', 'print']) {
  Object.defineProperty(globalThis, name, { value: name === 'open' || name === 'print' ? () => null : undefined })
}`

function outOfMemory(): ReadFailure {
  return { ok: false, reason: 'unreadable', detail: { code: 'render-memory' }, retry: false }
}

function browserExited(): ReadFailure {
  return { ok: false, reason: 'unreadable', detail: { code: 'browser-exited' }, retry: true }
}

function timedOut({ totalMs }: RenderLimits): ReadFailure {
  const detail: Message = { code: 'render-timed-out', values: { n: totalMs / 1000 } }
  return { ok: false, reason: 'timeout', detail, retry: true }
}

function tooLarge({ maxBytes }: RenderLimits): ReadFailure {
  const detail: Message = { code: 'render-too-large', values: { n: Math.round(maxBytes / 1e6) } }
  return { ok: false, reason: 'too-large', detail, retry: false }
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 200) ?? ''
}
