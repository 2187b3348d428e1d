/**
 * Shows one document to the browser and takes down what its scripts make of it. The document itself, and every
 * document that it leads on to, is fetched by our own reader, so that redirects, robots.txt, statuses and headers are
 * judged as everywhere; the browser fetches only what the document needs, through the loopback proxy.
 */
import type { Browser, BrowserContext, Page, Request, Route } from 'playwright-core'
import type { RedirectVerdict } from './follow-redirects.ts'
import type { LoopbackProxy } from './loopback-proxy.ts'
import type { PageRequest, PageSource, SourcedPage } from './page-source.ts'
import type { NotRead } from './reader.ts'
import { takeDocument } from './take-document.ts'
import { untilQuiet } from './until-quiet.ts'

export type RenderLimits = {
  /** Until the page is taken down, whatever it is doing. */
  totalMs: number
  /** After its document is there, until the network is quiet or this is over. */
  settleMs: number
  /** Of everything that the page takes in besides its document. */
  maxBytes: number
  /** Characters of the document as it stands in the end. */
  maxCharacters: number
}

export const RENDER_LIMITS: RenderLimits = {
  totalMs: 45_000,
  settleMs: 5_000,
  maxBytes: 30_000_000,
  maxCharacters: 10_000_000,
}

export type Rendering = {
  browser: Browser
  proxy: LoopbackProxy
  userAgent: string
  limits: RenderLimits
  /** Gets a document that this one leads on to. */
  fetchDocument: PageSource
  /** Called when the browser no longer does what it is told. */
  replaceBrowser: () => void
  /** Makes a call of the page's to the site that the request's headers are for; null when they are for another. */
  fetchWithHeaders: (request: Request, asked: PageRequest) => Promise<Parameters<Route['fulfill']>[0] | null>
}

/** What is not needed for the text of a page. */
const BLOCKED = new Set(['image', 'media', 'font', 'texttrack', 'eventsource', 'manifest', 'ping', 'cspviolationreport', 'preflight-image'])
const CLOSE_TIMEOUT_MS = 5_000

/** Renders `document`. Rejects only when the browser itself fails; what a page does is a value. */
export async function renderPage(
  document: SourcedPage,
  request: PageRequest,
  rendering: Rendering,
): Promise<SourcedPage | NotRead> {
  const { browser, proxy, limits } = rendering
  const pass = proxy.admit({ maxBytes: limits.maxBytes })
  const context = await browser.newContext({
    userAgent: rendering.userAgent,
    locale: 'en',
    acceptDownloads: false,
    serviceWorkers: 'block',
    proxy: { server: proxy.origin, bypass: '<-loopback>', username: pass.username, password: pass.password },
  })
  const over = Promise.withResolvers<NotRead>()
  const deadline = setTimeout(() => over.resolve(tookTooLong(limits)), limits.totalMs)
  const stop = () => over.resolve({ ok: false, reason: 'stopped', detail: '', retry: false })
  request.signal?.addEventListener('abort', stop, { once: true })
  const ended = () => over.resolve(ENDED)
  browser.on('disconnected', ended)
  try {
    if (request.signal?.aborted) stop()
    const shown = showDocuments(context, document, request, rendering, over.resolve)
    // What is given up is not waited for, and what it says when the page closes under it is of no interest.
    shown.catch(() => {})
    const result = await Promise.race([over.promise, shown])
    return !result.ok && pass.usedUp() ? tooMuch(limits) : result
  } catch (error) {
    if (!browser.isConnected()) return ENDED
    return { ok: false, reason: 'unreadable', detail: `The browser could not show it (${firstLine(error)})`, retry: false }
  } finally {
    clearTimeout(deadline)
    request.signal?.removeEventListener('abort', stop)
    browser.off('disconnected', ended)
    pass.revoke()
    if (!(await closes(context))) rendering.replaceBrowser()
  }
}

/** Shows the document, and as long as it leads on to another one that may be read, that one. */
async function showDocuments(
  context: BrowserContext,
  first: SourcedPage,
  request: PageRequest,
  { limits, fetchDocument, fetchWithHeaders }: Rendering,
  giveUp: (why: NotRead) => void,
): Promise<SourcedPage | NotRead> {
  await context.addInitScript(WITHOUT_WAYS_AROUND)
  const page = await context.newPage()
  context.on('page', (popup) => void popup.close().catch(() => {}))
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}))
  page.on('crash', () => giveUp(CRASHED))

  let document = first
  let given = false
  let leadsOn = Promise.withResolvers<string>()
  async function answer(route: Route, asked: Request): Promise<void> {
    if (asked.resourceType() === 'document') {
      // The one document that was fetched for it is the page's; frames and popups get none.
      if (!isMainDocument(asked, page)) return route.abort('blockedbyclient')
      if (!given) {
        given = true
        return route.fulfill({ status: 200, headers: { 'content-type': typeOf(document) }, body: Buffer.from(document.body) })
      }
      if (asked.method() === 'GET' && asked.url() !== document.finalUrl) leadsOn.resolve(asked.url())
      // The answer at which a browser stays where it is.
      return route.fulfill({ status: 204 })
    }
    if (BLOCKED.has(asked.resourceType())) return route.abort('blockedbyclient')
    const made = await fetchWithHeaders(asked, request)
    return made ? route.fulfill(made) : route.continue()
  }
  // An answer that comes when the page is closed already is of no interest to anybody.
  await context.route('**/*', (route, asked) => answer(route, asked).catch(() => {}))

  for (;;) {
    given = false
    leadsOn = Promise.withResolvers()
    const settled = settle(page, document.finalUrl, limits)
    settled.catch(() => {})
    const target = await Promise.race([leadsOn.promise, settled])
    if (target === null) return takeDocument(page, document, limits.maxCharacters)

    const next = await follow(target, request, fetchDocument)
    if (!next.ok || next.kind !== 'html') return next
    document = next
  }
}

/** Shows `url` until its scripts have nothing left to fetch, or have had their time. */
async function settle(page: Page, url: string, limits: RenderLimits): Promise<null> {
  const quiet = untilQuiet(page, limits.settleMs)
  await page.goto(url, { waitUntil: 'commit', timeout: limits.totalMs })
  return quiet
}

async function follow(target: string, request: PageRequest, fetchDocument: PageSource): Promise<SourcedPage | NotRead> {
  const url = target.split('#')[0] ?? target
  const allowed: RedirectVerdict = await request.allowRedirect(url)
  return allowed.ok ? fetchDocument(url, request) : { retry: false, ...allowed }
}

function isMainDocument(asked: Request, page: Page): boolean {
  try {
    return asked.frame() === page.mainFrame()
  } catch {
    // A document for a window that is only opening.
    return false
  }
}

function typeOf({ charset }: SourcedPage): string {
  return charset ? `text/html; charset=${charset}` : 'text/html'
}

/** False when it does not within its time. */
async function closes(context: BrowserContext): Promise<boolean> {
  const timeout = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => timeout.resolve(false), CLOSE_TIMEOUT_MS)
  const closed = context.close().then(() => true, () => true)
  const result = await Promise.race([closed, timeout.promise])
  clearTimeout(timer)
  return result
}

/** The proxy is the wall; this spares pages the wait for what would fail at it. */
const WITHOUT_WAYS_AROUND = `for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport', 'open', 'print']) {
  Object.defineProperty(globalThis, name, { value: name === 'open' || name === 'print' ? () => null : undefined })
}`

const CRASHED: NotRead = { ok: false, reason: 'unreadable', detail: 'Rendering it took too much memory', retry: false }
const ENDED: NotRead = { ok: false, reason: 'unreadable', detail: 'The browser ended while it read the page', retry: true }

function tookTooLong({ totalMs }: RenderLimits): NotRead {
  return { ok: false, reason: 'timeout', detail: `Rendering it took longer than ${totalMs / 1000} seconds`, retry: true }
}

function tooMuch({ maxBytes }: RenderLimits): NotRead {
  const detail = `It takes in more than ${Math.round(maxBytes / 1e6)} MB when it is rendered`
  return { ok: false, reason: 'too-large', detail, retry: false }
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 200) ?? ''
}
