/** Looks for the browser that renders pages: the one that is named, the machine's own, else Playwright's. */
import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

export type BrowserSearch = {
  /** CHROMIUM_PATH: when it is set, no other browser is looked for. */
  chromiumPath?: string | undefined
  /** The folders of PATH. */
  programFolders: readonly string[]
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge']
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** What puts a browser in place, for a person to read. */
export const INSTALL_BROWSER =
  'Install Chromium with `npx playwright-core install chromium` (on Debian and Ubuntu also `apt install chromium`), or name a browser in CHROMIUM_PATH.'

/** The browser's path, null when there is none. Looks at some dozens of paths at most. */
export function findBrowser({ chromiumPath, programFolders }: BrowserSearch): string | null {
  if (chromiumPath) return isProgram(chromiumPath) ? chromiumPath : null
  const onPath = programFolders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  const own = () => [playwrightsOwn()].find(isProgram) ?? null
  return [...onPath, ...MAC].find(isProgram) ?? own()
}

/** Where `playwright-core install chromium` puts it. Loaded only when it is asked: it takes a third of a second. */
function playwrightsOwn(): string {
  try {
    const playwright: typeof import('playwright-core') = createRequire(import.meta.url)('playwright-core')
    return playwright.chromium.executablePath()
  } catch {
    // It has no browser for this kind of machine.
    return ''
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return path !== ''
  } catch {
    return false
  }
}
