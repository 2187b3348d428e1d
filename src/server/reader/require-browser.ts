/** Refuses a start that names a browser, or cannot do without one, where there is none. */
import type { ReaderName } from '#shared/crawl-settings.ts'
import { StartError } from '#server/start-error.ts'
import { findBrowser, INSTALL_BROWSER, type BrowserSearch } from './find-browser.ts'

/** @throws StartError */
export function requireBrowser({ reader, browser }: { reader: ReaderName; browser: BrowserSearch }) {
  if (findBrowser(browser)) return
  if (browser.chromiumPath) throw new StartError(`CHROMIUM_PATH names ${browser.chromiumPath}, which is not a program.`)
  if (reader === 'browser') throw new StartError(`READER is browser and there is none on this machine. ${INSTALL_BROWSER}`)
}
