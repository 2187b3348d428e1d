/** /api/previews */
import { AskPreview, Preview } from '#shared/previews.ts'
import { previewSite } from '#server/crawl/preview-site.ts'
import { body, createRoute, createRouter, failing, json } from './context.ts'
import { signedIn } from './session.ts'

export const previewRoutes = createRouter().openapi(
  createRoute({
    method: 'post',
    path: '/previews',
    summary: 'What a crawl would read; costs no credit and stores nothing',
    description:
      'The start page, its links, and what sitemaps and llms.txt name; without a sitemap a few more pages are read. ' +
      'Takes up to half a minute. 429 with Retry-After when the site is being read for somebody else, and after ten ' +
      'previews in a minute; 502 with the reason when the start page cannot be read.',
    middleware: signedIn,
    request: { body: body(AskPreview) },
    responses: { 200: json(Preview, 'What was found'), ...failing(400, 401, 403, 429, 502) },
  }),
  async (c) =>
    c.json(
      await previewSite(c.get('services'), {
        ...c.req.valid('json'),
        userId: c.get('me').user.id,
        gone: AbortSignal.any([c.req.raw.signal, c.get('services').closing]),
      }),
      200,
    ),
)
