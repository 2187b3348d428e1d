/** The browser as a page source: the document is fetched over HTTP, then rendered with its scripts. */
import type { Egress } from '#server/fetching/egress.ts'
import type { FetchedDocument, PageRequest, PageSource } from '#server/fetching/page-source.ts'
import type { ReadFailure } from '#server/fetching/reader.ts'
import type { Log } from '#server/platform/log.ts'
import { findBrowser, type BrowserSearch } from './find-browser.ts'
import { launchBrowser } from './launch-browser.ts'
import { openLoopbackProxy, type LoopbackProxy } from './loopback-proxy.ts'
import { RENDER_LIMITS, renderPage, type RenderLimits } from './render-page.ts'
import { createRequestWithHeaders } from './request-with-headers.ts'
import { shareBrowser, type SharedBrowserOptions } from './shared-browser.ts'

export type BrowserOptions = BrowserSearch & {
  limits?: Partial<RenderLimits>
  sharing?: Omit<SharedBrowserOptions, 'launch'>
}

export type BrowserSource = {
  fetch: PageSource
  /** Renders a document that was fetched before; one that is not HTML is returned unchanged. */
  render(document: FetchedDocument, request: PageRequest): Promise<FetchedDocument | ReadFailure>
  /** True when a browser is installed. */
  available(): boolean
  close(): Promise<void>
}

type Dependencies = {
  egress: Egress
  userAgent: string
  fetchDocument: PageSource
  log?: Pick<Log, 'warn'> | undefined
}

/** A browser that is installed while the server runs is found after this time. */
const SEARCH_INTERVAL_MS = 10_000

/** The browser and its proxy start with the first page. */
export function openBrowserSource(options: BrowserOptions, dependencies: Dependencies): BrowserSource {
  const { egress, userAgent, fetchDocument, log } = dependencies
  const limits = { ...RENDER_LIMITS, ...options.limits }
  const requestWithHeaders = createRequestWithHeaders({ egress, maxBytes: limits.maxBytes })
  let proxy: Promise<LoopbackProxy> | null = null
  let foundPath: string | null = null
  let searchedAt = -Infinity

  function browserPath(): string | null {
    if (foundPath || performance.now() - searchedAt < SEARCH_INTERVAL_MS) return foundPath
    searchedAt = performance.now()
    return (foundPath = findBrowser(options))
  }
  const openProxy = () => (proxy ??= openLoopbackProxy(egress))
  const sharedBrowser = shareBrowser({
    ...options.sharing,
    launch: async () =>
      launchBrowser({
        executablePath: browserPath() ?? '',
        proxyOrigin: (await openProxy()).origin,
        programFolders: options.programFolders,
      }),
  })

  async function render(document: FetchedDocument, request: PageRequest): Promise<FetchedDocument | ReadFailure> {
    if (document.kind !== 'html') return document
    if (!browserPath()) return browserNeeded()
    try {
      return await sharedBrowser.use(
        async (browser) =>
          renderPage(document, request, {
            browser,
            proxy: await openProxy(),
            userAgent,
            limits,
            fetchDocument,
            requestWithHeaders,
            replaceBrowser: () => sharedBrowser.replace(browser),
          }),
        request.signal,
      )
    } catch (error) {
      if (request.signal?.aborted) throw error
      log?.warn({ err: error }, 'the browser failed')
      // The browser may have been moved or uninstalled: search again.
      foundPath = null
      const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '').slice(0, 200) : ''
      return { ...browserNeeded(), detail: { code: 'browser-not-started', values: { reason } } }
    }
  }

  return {
    render,
    async fetch(url, request) {
      const document = await fetchDocument(url, request)
      return document.ok ? render(document, request) : document
    },
    available: () => browserPath() !== null,
    async close() {
      await sharedBrowser.close()
      await (await proxy)?.close()
    },
  }
}

/** The failure of a page that cannot be read without a browser. */
export function browserNeeded(): ReadFailure {
  return { ok: false, reason: 'needs-browser', detail: { code: 'install-browser' }, retry: false }
}
