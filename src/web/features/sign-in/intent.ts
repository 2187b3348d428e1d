/** What a visitor wanted to do when asked to sign in. Resumed after sign-in, even after verifying an email address. */
import type { StartCrawl } from '#shared/crawl/crawls.ts'
import type { PreviewSite } from '#shared/crawl/previews.ts'
import { tabStorage } from '#web/ui/hooks/storage.ts'

export type Intent = {
  path: string
  crawl?: StartCrawl
  preview?: PreviewSite
  /** Whether sign-up is shown first: by default to those who crawl, most of whom have no account yet. */
  signUp?: boolean
  /** The crawl is of the manual, which is free. */
  isTrial?: boolean
}

const KEY = 'readback:intent'

export const saveIntent = (intent: Intent | null) => tabStorage.set(KEY, intent && JSON.stringify(intent))

export function readIntent(): Intent | null {
  const stored = tabStorage.getJson(KEY)
  return isIntent(stored) ? stored : null
}

/** Returns the intended crawl or preview and removes it. */
export function consumeIntent(): Pick<Intent, 'crawl' | 'preview'> {
  const { crawl, preview } = readIntent() ?? {}
  if (crawl || preview) saveIntent(null)
  return { crawl, preview }
}

/** A shallow check is enough: the server validates the crawl or preview like any other. */
const isIntent = (stored: unknown): stored is Intent =>
  typeof stored === 'object' &&
  stored !== null &&
  'path' in stored &&
  typeof stored.path === 'string' &&
  stored.path.startsWith('/')
