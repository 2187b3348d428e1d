/** /k/{address}: the public page of a published notebook, and its pages for other programs. */
import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { AppError } from '#shared/errors.ts'
import { WIDGET_LANGUAGES } from '#shared/language.ts'
import { mirrorNotebook, mirrorPage } from '#server/chat/export/mirror-notebook.ts'
import type { Db } from '#server/platform/db/database.ts'
import { requestLanguage } from '#server/platform/request-language.ts'
import { hashedKey, takeFromRateLimit } from '#server/platform/rate-limit.ts'
import { unsafeFindPublication } from '#server/publishing/publications.ts'
import { fontFaces } from './font-faces.ts'
import { callerIp } from './middleware/client-ip.ts'
import type { WithNonce } from './middleware/secure-headers.ts'
import { streamChunks } from './stream-chunks.ts'

/** Requests for pages in other formats, per network address. */
const FILES_PER_HOUR = 600

const FORMATS = { 'llms.txt': 'llms', 'llms-full.txt': 'llms-full', 'pages.jsonl': 'jsonl' } as const

export const publishedPageRoutes = new Hono<WithNonce>()
  .get('/:address', async (c, next) => {
    const published = await findPublication(c.get('services').db, c.req.param('address'))
    // The web app has a screen for addresses that do not exist.
    if (!published) return next()
    const { settings } = published
    const { address, title, intro } = settings
    const chosen = WIDGET_LANGUAGES.find((language) => language === c.req.query('lang'))
    c.header('Cache-Control', 'no-store')
    c.header('Vary', 'Accept-Language, Cookie')
    return c.html(
      html`<!doctype html>
        <html lang="${chosen ?? requestLanguage(c.req.raw.headers, WIDGET_LANGUAGES)}">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <meta name="color-scheme" content="light dark" />
            <meta name="description" content="${intro}" />
            <title>${title}</title>
            <link rel="icon" href="data:," />
            <link rel="alternate" type="text/markdown" href="/k/${address}/llms.txt" />
            <style nonce="${c.get('nonce')}">
              ${raw(fontFaces('swap'))} body {
                margin: 0;
                background: light-dark(#fff, #191815);
                color-scheme: light dark;
              }
            </style>
          </head>
          <body>
            <noscript><a href="/k/${address}/llms.txt">${title}</a></noscript>
            <script src="/widget.js" data-notebook="${address}" data-mode="page" async></script>
          </body>
        </html>`,
    )
  })
  .use('/:address/*', async (c, next) => {
    const { db, appSecret } = c.get('services')
    const key = hashedKey(appSecret, 'published files', callerIp(c))
    const rateLimit = { key, limit: FILES_PER_HOUR, windowSeconds: 3600 }
    const { allowed, retryAfterSeconds } = await takeFromRateLimit(db, rateLimit)
    if (!allowed)
      throw new AppError('publication.too-fast', { minutes: Math.ceil(retryAfterSeconds / 60), retryAfterSeconds })
    await next()
  })
  .get('/:address/pages/:pageId{[0-9a-f-]{36}}', async (c) => {
    const { db } = c.get('services')
    const notebook = await unsafeFindPublication(db, c.req.param('address'))
    const page = await mirrorPage({ db }, { ...notebook, pageId: c.req.param('pageId') })
    return c.text(page, 200, { 'Content-Type': 'text/markdown; charset=utf-8' })
  })
  .get('/:address/:file{llms\\.txt|llms-full\\.txt|pages\\.jsonl}', async (c) => {
    const { db, appUrl } = c.get('services')
    const { address, file } = c.req.param()
    const { userId, notebookId, settings } = await unsafeFindPublication(db, address)
    const format = FORMATS[file as keyof typeof FORMATS]
    const pagesUrl = `${appUrl}/k/${address}/pages`
    const pieces = await mirrorNotebook(
      { db },
      { userId, notebookId, format, pagesUrl, publishedTitle: settings.title },
    )
    c.header('Content-Type', `${format === 'jsonl' ? 'text/plain' : 'text/markdown'}; charset=utf-8`)
    return c.body(streamChunks(pieces))
  })

const findPublication = (db: Db, address: string) =>
  unsafeFindPublication(db, address).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 404) return null
    throw error
  })
