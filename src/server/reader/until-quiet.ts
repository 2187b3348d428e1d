/** Waits until a page's document is there and its scripts have nothing left to fetch. */
import type { Page, Request } from 'playwright-core'

/** How long nothing may be fetched before the page counts as quiet. */
const QUIET_MS = 500

/**
 * Resolves when the document that `page` begins to load next is parsed and nothing was on its way for half a second,
 * and in any case after `mostMs`. Never rejects. (A page may navigate, and be stopped, while it loads: then waiting
 * for the browser's own load states would have no end.)
 */
export function untilQuiet(page: Page, mostMs: number): Promise<null> {
  return new Promise((resolve) => {
    const onTheirWay = new Set<Request>()
    let parsed = false
    let quiet: NodeJS.Timeout | undefined
    const most = setTimeout(done, mostMs)

    const look = () => {
      clearTimeout(quiet)
      if (parsed && onTheirWay.size === 0) quiet = setTimeout(done, QUIET_MS)
    }
    const begun = (request: Request) => {
      onTheirWay.add(request)
      look()
    }
    const ended = (request: Request) => {
      onTheirWay.delete(request)
      look()
    }
    const loaded = () => {
      parsed = true
      look()
    }
    page.on('request', begun).on('requestfinished', ended).on('requestfailed', ended)
    page.on('domcontentloaded', loaded).on('close', done)

    function done() {
      clearTimeout(most)
      clearTimeout(quiet)
      page.off('request', begun).off('requestfinished', ended).off('requestfailed', ended)
      page.off('domcontentloaded', loaded).off('close', done)
      resolve(null)
    }
  })
}
