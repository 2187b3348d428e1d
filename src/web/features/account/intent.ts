/** What a visitor was about to do when asked to sign in; it goes on afterwards, also when an e-mail code lies between. */
import type { StartCrawl } from '#shared/crawls.ts'
import type { AskPreview } from '#shared/previews.ts'

export type Intent = { path: string; crawl?: StartCrawl; preview?: AskPreview }

const KEY = 'readback:intent'

export function keepIntent(intent: Intent | null) {
  if (intent) sessionStorage.setItem(KEY, JSON.stringify(intent))
  else sessionStorage.removeItem(KEY)
}

export function peekIntent(): Intent | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    return isIntent(kept) ? kept : null
  } catch {
    return null
  }
}

/** Gives the crawl or the preview that was wanted, once. */
export function takeWanted(): Pick<Intent, 'crawl' | 'preview'> {
  const { crawl, preview } = peekIntent() ?? {}
  if (crawl || preview) keepIntent(null)
  return { crawl, preview }
}

/** This browser kept it itself, and the server parses the crawl or preview in it like any other. */
const isIntent = (kept: unknown): kept is Intent =>
  typeof kept === 'object' && kept !== null && 'path' in kept && typeof kept.path === 'string' && kept.path.startsWith('/')
