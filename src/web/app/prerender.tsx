/** Renders the first screen at build time (scripts/prerender.mjs), in the state before the session is known. */
import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { openLanguage } from '#web/messages/language.ts'
import { createQueryClient } from '#web/queries/query-client.ts'
import { createAppRouter } from './router.tsx'
import { App } from './app.tsx'

export { languages } from '#web/messages/language.ts'

/** The server replaces this with the nonce of each response. */
const NONCE_MARK = '%CSP_NONCE%'

/** The screen of `/` as HTML in the given language. */
export async function firstScreen(language: string): Promise<string> {
  await openLanguage(language)
  const queryClient = createQueryClient()
  // Scroll restoration is an inline script, which the content security policy refuses.
  const options = { history: createMemoryHistory({ initialEntries: ['/'] }), scrollRestoration: false }
  const router = createAppRouter(queryClient, options)
  await router.load()
  return renderToString(<App router={router} queryClient={queryClient} nonce={() => NONCE_MARK} />)
}
