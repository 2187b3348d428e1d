import type { Page, Request } from 'playwright-core'

/** Without requests for this long, the network is idle. */
const IDLE_MS = 500

/**
 * Resolves when the document that `page` loads next is parsed and the network is idle, at the latest after `timeoutMs`.
 * Never rejects. Playwright's own load states do not work here: they may never be reached when the page navigates
 * while it loads.
 */
export function waitForNetworkIdle(page: Page, timeoutMs: number): Promise<null> {
  return new Promise((resolve) => {
    const pending = new Set<Request>()
    let isParsed = false
    let idleTimer: NodeJS.Timeout | undefined
    const timeout = setTimeout(finish, timeoutMs)

    const restartIdleTimer = () => {
      clearTimeout(idleTimer)
      if (isParsed && pending.size === 0) idleTimer = setTimeout(finish, IDLE_MS)
    }
    const onRequest = (request: Request) => {
      pending.add(request)
      restartIdleTimer()
    }
    const onRequestEnd = (request: Request) => {
      pending.delete(request)
      restartIdleTimer()
    }
    const onParsed = () => {
      isParsed = true
      restartIdleTimer()
    }
    page.on('request', onRequest).on('requestfinished', onRequestEnd).on('requestfailed', onRequestEnd)
    page.on('domcontentloaded', onParsed).on('close', finish)

    function finish() {
      clearTimeout(timeout)
      clearTimeout(idleTimer)
      page.off('request', onRequest).off('requestfinished', onRequestEnd).off('requestfailed', onRequestEnd)
      page.off('domcontentloaded', onParsed).off('close', finish)
      resolve(null)
    }
  })
}
