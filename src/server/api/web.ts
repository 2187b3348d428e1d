/**
 * The browser's part: the built files, and for every other address the document that starts the screens, in the browser's
 * language and with this answer's nonce. The main screen stands in its document already, as the build drew it.
 */
import { readdir, readFile } from 'node:fs/promises'
import { serveStatic } from '@hono/node-server/serve-static'
import { compress } from 'hono/compress'
import { unsafeFindShared } from '#server/chat/share-chat.ts'
import { bringsSession } from './brings-session.ts'
import { pageLanguage } from './page-language.ts'
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
  .get('/screens/*', (c) => c.redirect('/'))
  .use('/:file{.+\\.[a-z0-9]+$}', serveStatic({ root: BUILT }))
  // A document says nothing that is secret, nor anything that a request brought along.
  .use(compress())
  // Says with its status too whether the link leads anywhere; the screen then asks for the chat.
  .get('/share/:token', async (c) => {
    const shared = await unsafeFindShared(c.get('services').db, c.req.param('token'))
    c.header('X-Robots-Tag', 'noindex, nofollow')
    return answerDocument(c, shared ? 200 : 404)
  })
  .get('*', async (c) => answerDocument(c, isScreen(new URL(c.req.url).pathname) ? 200 : 404))

async function answerDocument(c: Context<WithNonce>, status: 200 | 404) {
  const built = await readBuilt()
  if (!built) return c.text('The web app is not built. Run `npm start`, which builds it.', 503)
  const language = pageLanguage(c, [...built.firstScreens.keys()])
  const { pathname, search } = new URL(c.req.url)
  // What a query asks for is drawn by the script.
  const drawn = pathname === '/' && search === '' ? built.firstScreens.get(language) : undefined
  const document = drawn ?? built.document.replace('<html lang="en"', `<html lang="${language}"`)
  c.header('Vary', 'Accept-Language, Cookie')
  // Whoever brings no session need not be asked for, which would be refused (src/web/queries/session.ts).
  const told = bringsSession(c) ? document : document.replace('<html', '<html data-visitor')
  return c.html(told.replaceAll(NONCE_MARK, c.get('nonce')), status, { 'Cache-Control': 'no-store' })
}

/** The addresses of src/web/routes/router.tsx; the web app says itself that anything else does not exist. */
const isScreen = (path: string) => /^\/(((chats|auth|admin|notebooks)(\/.*)?|account|usage|connect)\/?)?$/.test(path)

type Built = {
  /** Without a screen in it, in English. */
  document: string
  /** With the main screen in it, by the tag of its language. */
  firstScreens: ReadonlyMap<string, string>
}

let built: Promise<Built | null> | undefined

/** Read once: a new build comes with a new start. */
function readBuilt() {
  built ??= readBuild().catch(() => null)
  return built
}

async function readBuild(): Promise<Built> {
  const document = await readFile(`${BUILT}/index.html`, 'utf8')
  const files = await readdir(`${BUILT}/screens`)
  const read = async (file: string) => [file.replace('.html', ''), await readFile(`${BUILT}/screens/${file}`, 'utf8')] as const
  return { document, firstScreens: new Map(await Promise.all(files.map(read))) }
}
