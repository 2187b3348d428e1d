import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { ReaderName } from '#shared/crawl/crawl-settings.ts'
import { detailTexts } from '#shared/crawl/skip-reasons.ts'
import { OperatorError } from '#server/platform/operator-error.ts'

export type BrowserSearch = {
  /** CHROMIUM_PATH: when set, no other browser is used. */
  chromiumPath?: string | undefined
  /** The folders of PATH, in which a browser is searched for. */
  programFolders: readonly string[]
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge']
const MAC_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const INSTALL_BROWSER = detailTexts['install-browser']

/** The path of CHROMIUM_PATH, else of an installed browser, else of Playwright's; null when absent. */
export function findBrowser({ chromiumPath, programFolders }: BrowserSearch): string | null {
  if (chromiumPath) return isExecutable(chromiumPath) ? chromiumPath : null
  const onPath = programFolders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...onPath, ...MAC_PATHS].find(isExecutable) ?? [playwrightPath()].find(isExecutable) ?? null
}

/**
 * Refuses to start without a browser when CHROMIUM_PATH or READER=browser requires one.
 * @throws OperatorError
 */
export function requireBrowser({ reader, browser }: { reader: ReaderName; browser: BrowserSearch }) {
  if (findBrowser(browser)) return
  if (browser.chromiumPath) throw new OperatorError(`CHROMIUM_PATH is not an executable file: ${browser.chromiumPath}`)
  if (reader === 'browser') throw new OperatorError(`READER is browser, but no browser was found. ${INSTALL_BROWSER}`)
}

/** Where `playwright-core install chromium` puts the browser. Loading the package takes a third of a second. */
function playwrightPath(): string {
  try {
    const playwright: typeof import('playwright-core') = createRequire(import.meta.url)('playwright-core')
    return playwright.chromium.executablePath()
  } catch {
    // Playwright has no browser for this platform.
    return ''
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return path !== ''
  } catch {
    return false
  }
}
