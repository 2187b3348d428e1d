/** What a visitor was about to do when asked to sign in; it goes on afterwards, also when an e-mail code lies between. */
import { z } from 'zod'
import { StartCrawl } from '#shared/crawls.ts'
import { AskPreview } from '#shared/previews.ts'

const Intent = z.object({ path: z.string().startsWith('/'), crawl: StartCrawl.optional(), preview: AskPreview.optional() })
export type Intent = z.infer<typeof Intent>

const KEY = 'readback:intent'

export function keepIntent(intent: Intent | null) {
  if (intent) sessionStorage.setItem(KEY, JSON.stringify(intent))
  else sessionStorage.removeItem(KEY)
}

export function peekIntent(): Intent | null {
  try {
    return Intent.parse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
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
