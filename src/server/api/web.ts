/** The browser's part: the built files, and index.html with this answer's nonce for every other address. */
import { readFile } from 'node:fs/promises'
import { serveStatic } from '@hono/node-server/serve-static'
import { unsafeFindShared } from '#server/chat/share-chat.ts'
import type { WithNonce } from './secure-headers.ts'
import { type Context, Hono } from 'hono'

const BUILT = 'dist/web'
const NONCE_MARK = '%CSP_NONCE%'

export const webRoutes = new Hono<WithNonce>()
  .use(
    '/assets/*',
    serveStatic({
      root: BUILT,
      // The build wrote each file as .br and .gz too (scripts/precompress.mjs).
      precompressed: true,
      // The build puts a hash of the content into every name in this folder.
      onFound: (_path, c) => void c.header('Cache-Control', 'public, max-age=31536000, immutable'),
    }),
  )
  .get('/assets/*', (c) => c.text('This file is not part of the web app any more. Reload the page.', 404))
  .get('/index.html', (c) => c.redirect('/'))
  .use('/:file{.+\\.[a-z0-9]+$}', serveStatic({ root: BUILT }))
  // Says with its status too whether the link leads anywhere; the screen then asks for the chat.
  .get('/share/:token', async (c) => {
    const shared = await unsafeFindShared(c.get('services').db, c.req.param('token'))
    c.header('X-Robots-Tag', 'noindex, nofollow')
    return answerIndex(c, shared ? 200 : 404)
  })
  .get('*', async (c) => answerIndex(c, isScreen(new URL(c.req.url).pathname) ? 200 : 404))

async function answerIndex(c: Context<WithNonce>, status: 200 | 404) {
  const index = await readIndex()
  if (!index) return c.text('The web app is not built. Run `npm start`, which builds it.', 503)
  return c.html(index.replaceAll(NONCE_MARK, c.get('nonce')), status, { 'Cache-Control': 'no-store' })
}

/** The addresses of src/web/routes/router.tsx; the web app says itself that anything else does not exist. */
const isScreen = (path: string) => /^\/(((chats|auth|admin|notebooks)(\/.*)?|account|usage|connect)\/?)?$/.test(path)

let index: Promise<string | null> | undefined

/** Read once: a new build comes with a new start. */
function readIndex() {
  index ??= readFile(`${BUILT}/index.html`, 'utf8').catch(() => null)
  return index
}
