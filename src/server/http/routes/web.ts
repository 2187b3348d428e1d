/**
 * The web app: built files, and for every other path the HTML document in the browser's language, with this response's
 * nonce. The main screen is prerendered by the build.
 */
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import { compress } from 'hono/compress'
import { getCookie } from 'hono/cookie'
import { type Context, Hono } from 'hono'
import { unsafeFindSharedChat } from '#server/chat/share-chat.ts'
import { requestLanguage } from '#server/platform/request-language.ts'
import type { WithNonce } from '#server/http/middleware/secure-headers.ts'

const BUILD_FOLDER = fileURLToPath(new URL('../../../../dist/web', import.meta.url))
const WIDGET_FILES = ':file{widget(-formulas)?\\.js}'
const NONCE_MARK = '%CSP_NONCE%'

export const webRoutes = new Hono<WithNonce>()
  .use(
    '/assets/*',
    serveStatic({
      root: BUILD_FOLDER,
      // The build also writes .br and .gz (scripts/precompress.mjs).
      precompressed: true,
      // File names in this folder contain a content hash.
      onFound: (_path, c) => void c.header('Cache-Control', 'public, max-age=31536000, immutable'),
    }),
  )
  .get('/assets/*', (c) => c.text('This file is no longer part of the web app. Reload the page.', 404))
  // Embedded by other sites, so their addresses and their content change independently.
  .use(
    `/${WIDGET_FILES}`,
    serveStatic({
      root: BUILD_FOLDER,
      precompressed: true,
      onFound: (_path, c) => {
        c.header('Cache-Control', 'public, max-age=300')
        // The widget imports the script for formulas.
        c.header('Access-Control-Allow-Origin', '*')
      },
    }),
  )
  .get('/index.html', (c) => c.redirect('/'))
  .get('/screens/*', (c) => c.redirect('/'))
  .use('/:file{.+\\.[a-z0-9]+$}', serveStatic({ root: BUILD_FOLDER }))
  // Safe to compress (BREACH): documents contain no secrets and no request data.
  .use(compress())
  // Crawlers and link previews read from the status whether the link works; the screen loads the chat.
  .get('/share/:token', async (c) => {
    const shared = await unsafeFindSharedChat(c.get('services').db, c.req.param('token'))
    c.header('X-Robots-Tag', 'noindex, nofollow')
    return sendDocument(c, shared ? 200 : 404)
  })
  .get('*', async (c) => sendDocument(c, isScreen(new URL(c.req.url).pathname) ? 200 : 404))

async function sendDocument(c: Context<WithNonce>, status: 200 | 404) {
  const built = await readBuilt()
  if (!built) return c.text('The web app is not built. Run `npm start` to build it.', 503)
  const language = requestLanguage(c.req.raw.headers, [...built.firstScreens.keys()])
  const document = markVisitor(c, documentFor(built, new URL(c.req.url), language))
  c.header('Vary', 'Accept-Language, Cookie')
  return c.html(document.replaceAll(NONCE_MARK, c.get('nonce')), status, { 'Cache-Control': 'no-store' })
}

/** The prerendered main screen, or the empty document, which the app fills. */
function documentFor({ document, firstScreens }: Built, { pathname, search }: URL, language: string): string {
  // The main screen depends on its query, which the build does not know.
  const prerendered = pathname === '/' && search === '' ? firstScreens.get(language) : undefined
  return prerendered ?? document.replace('<html lang="en"', `<html lang="${language}"`)
}

/** Without a session cookie the app need not request the session (src/web/queries/session/session.ts). */
function markVisitor(c: Context, document: string): string {
  return hasSessionCookie(c) ? document : document.replace('<html', '<html data-visitor')
}

/** Whether the browser sent a session cookie, valid or not (named in accounts/create-auth.ts). */
function hasSessionCookie(c: Context): boolean {
  return Object.keys(getCookie(c)).some((name) => name.endsWith('.session_token'))
}

/** The paths of src/web/app/router.tsx: "/", "/chats/new", "/usage/"; not "/usage/today". */
const SCREEN_PATH = /^\/(((chats|auth|admin|notebooks)(\/.*)?|account|usage|connect|authorize)\/?)?$/

/** For other paths the web app shows its own "not found" with status 404. */
function isScreen(path: string): boolean {
  return SCREEN_PATH.test(path)
}

type Built = {
  /** Without a prerendered screen, in English. */
  document: string
  /** With the main screen prerendered, by language tag. */
  firstScreens: ReadonlyMap<string, string>
}

let built: Promise<Built | null> | undefined

/** Read once: a new build needs a restart. */
function readBuilt() {
  built ??= readBuild().catch(() => null)
  return built
}

async function readBuild(): Promise<Built> {
  const document = await readFile(`${BUILD_FOLDER}/index.html`, 'utf8')
  const files = await readdir(`${BUILD_FOLDER}/screens`)
  const firstScreens = new Map<string, string>()
  for (const file of files)
    firstScreens.set(file.replace('.html', ''), await readFile(`${BUILD_FOLDER}/screens/${file}`, 'utf8'))
  return { document, firstScreens }
}
