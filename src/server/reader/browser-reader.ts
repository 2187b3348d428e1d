/** Reads pages that their scripts draw: fetches the document like any page, and lets a browser make of it what it is. */
import type { Log } from '#server/log.ts'
import type { Egress } from './address.ts'
import { createCallWithHeaders } from './call-with-headers.ts'
import { findBrowser, INSTALL_BROWSER, type BrowserSearch } from './find-browser.ts'
import { launchBrowser } from './launch-browser.ts'
import { openLoopbackProxy, type LoopbackProxy } from './loopback-proxy.ts'
import type { PageRequest, PageSource, SourcedPage } from './page-source.ts'
import { RENDER_LIMITS, renderPage, type RenderLimits } from './render-page.ts'
import type { NotRead } from './reader.ts'
import { shareBrowser, type SharedBrowserOptions } from './shared-browser.ts'

export type BrowserOptions = BrowserSearch & {
  limits?: Partial<RenderLimits>
  sharing?: Omit<SharedBrowserOptions, 'launch'>
}

export type BrowserReader = {
  fetch: PageSource
  /** Renders a document that was fetched already; whatever is not HTML is given back as it is. */
  render(document: SourcedPage, request: PageRequest): Promise<SourcedPage | NotRead>
  /** True when there is a browser to start. */
  available(): boolean
  close(): Promise<void>
}

type Surroundings = {
  egress: Egress
  userAgent: string
  fetchDocument: PageSource
  log?: Pick<Log, 'warn'> | undefined
}

const LOOK_AGAIN_MS = 10_000

/** Starts nothing before the first page comes. */
export function openBrowserReader(options: BrowserOptions, surroundings: Surroundings): BrowserReader {
  const { egress, userAgent, fetchDocument, log } = surroundings
  const limits = { ...RENDER_LIMITS, ...options.limits }
  const fetchWithHeaders = createCallWithHeaders({ egress, maxBytes: limits.maxBytes })
  let proxy: Promise<LoopbackProxy> | null = null
  let found: string | null = null
  let lookedAt = -Infinity

  /** One that is installed while the server runs is found too, without looking for it with every page. */
  function pathOfBrowser(): string | null {
    if (found || performance.now() - lookedAt < LOOK_AGAIN_MS) return found
    lookedAt = performance.now()
    return (found = findBrowser(options))
  }
  const openProxy = () => (proxy ??= openLoopbackProxy(egress))
  const browsers = shareBrowser({
    ...options.sharing,
    launch: async () =>
      launchBrowser({
        executablePath: pathOfBrowser() ?? '',
        proxyOrigin: (await openProxy()).origin,
        programFolders: options.programFolders,
      }),
  })

  async function render(document: SourcedPage, request: PageRequest): Promise<SourcedPage | NotRead> {
    if (document.kind !== 'html') return document
    if (!pathOfBrowser()) return needsBrowser()
    try {
      return await browsers.use(
        async (browser) =>
          renderPage(document, request, {
            browser,
            proxy: await openProxy(),
            userAgent,
            limits,
            fetchDocument,
            fetchWithHeaders,
            replaceBrowser: () => browsers.replace(browser),
          }),
        request.signal,
      )
    } catch (error) {
      if (request.signal?.aborted) throw error
      log?.warn({ err: error }, 'the browser that renders pages does not work')
      // It may have been moved or removed since it was found.
      found = null
      const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''
      return { ...needsBrowser(), detail: `The browser did not start: ${why.slice(0, 200)}` }
    }
  }

  return {
    render,
    async fetch(url, request) {
      const fetched = await fetchDocument(url, request)
      return fetched.ok ? render(fetched, request) : fetched
    },
    available: () => pathOfBrowser() !== null,
    async close() {
      await browsers.close()
      await (await proxy)?.close()
    },
  }
}

export function needsBrowser(): NotRead {
  return { ok: false, reason: 'needs-browser', detail: INSTALL_BROWSER, retry: false }
}
