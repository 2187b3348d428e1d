/** Draws the first screen at build time (scripts/prerender.mjs), as every browser draws it before it knows who is there. */
import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { openLanguage } from '#web/languages/language.ts'
import { createQueryClient } from '#web/queries/query-client.ts'
import { createAppRouter } from '#web/routes/router.tsx'
import { App } from './app.tsx'

export { languages } from '#web/languages/language.ts'

/** The server puts the nonce of each answer in this place. */
const NONCE_MARK = '%CSP_NONCE%'

/** The screen of `/` as HTML, in the language of the tag. */
export async function firstScreen(language: string): Promise<string> {
  await openLanguage(language)
  const queryClient = createQueryClient()
  // Scrolling back is a script within the page, which the content security policy would refuse.
  const options = { history: createMemoryHistory({ initialEntries: ['/'] }), scrollRestoration: false }
  const router = createAppRouter(queryClient, options)
  await router.load()
  return renderToString(<App router={router} queryClient={queryClient} nonce={() => NONCE_MARK} />)
}
