/**
 * Published notebooks: /api/notebooks/{id}/publication for the owner, /api/published/{address} for visitors, also from
 * the sites that may embed them. A visitor's request reads no cookie and no key, so no session can be used from another
 * site.
 */
import { cors } from 'hono/cors'
import { createMiddleware } from 'hono/factory'
import { ANSWER_ID_HEADER } from '#shared/chat/answer-stream.ts'
import {
  AskPublished,
  Feedback,
  FEEDBACK_ID_HEADER,
  Publication,
  PublicationSettings,
  PublishedPages,
  PublishedSite,
} from '#shared/chat/publications.ts'
import { AppError } from '#shared/errors.ts'
import { visitorLimits } from '#shared/limits.ts'
import { allowedOrigins } from '#server/accounts/allowed-origins.ts'
import { listPublishedPages, prepareVisitorAnswer, recordFeedback } from '#server/publishing/ask-as-visitor.ts'
import {
  getPublication,
  presentSite,
  type PublishedNotebook,
  publishNotebook,
  unpublishNotebook,
  unsafeFindPublication,
} from '#server/publishing/publications.ts'
import {
  jsonBody,
  createRoute,
  createRouter,
  type Env,
  errorResponses,
  eventStream,
  IdParam,
  jsonResponse,
  z,
} from '#server/http/context.ts'
import { callerIp } from '#server/http/middleware/client-ip.ts'
import { signedIn } from '#server/http/middleware/session.ts'
import { followAnswer, startAnswer } from './answers.ts'

const own = { path: '/notebooks/{id}/publication', middleware: signedIn, request: { params: IdParam } } as const

export const publicationRoutes = createRouter()
  .openapi(
    createRoute({
      ...own,
      method: 'get',
      summary: 'Get how a notebook is published, and its visitors’ questions of the last 30 days',
      responses: {
        200: jsonResponse(z.object({ publication: Publication.nullable() }), 'Null when it is not published'),
        ...errorResponses(400, 401, 404),
      },
    }),
    async (c) => {
      const notebook = { userId: c.get('me').user.id, notebookId: c.req.valid('param').id }
      return c.json({ publication: await getPublication(c.get('services'), notebook) }, 200)
    },
  )
  .openapi(
    createRoute({
      ...own,
      method: 'put',
      summary: 'Publish a notebook, or change how it is published',
      request: { params: IdParam, body: jsonBody(PublicationSettings) },
      responses: { 200: jsonResponse(Publication, 'The publication'), ...errorResponses(400, 401, 404, 409) },
    }),
    async (c) => {
      const notebook = { userId: c.get('me').user.id, notebookId: c.req.valid('param').id }
      return c.json(await publishNotebook(c.get('services'), { ...notebook, settings: c.req.valid('json') }), 200)
    },
  )
  .openapi(
    createRoute({
      ...own,
      method: 'delete',
      summary: 'Unpublish a notebook: its page and widget stop working immediately',
      responses: { 204: { description: 'Unpublished' }, ...errorResponses(400, 401, 404) },
    }),
    async (c) => {
      const notebook = { userId: c.get('me').user.id, notebookId: c.req.valid('param').id }
      await unpublishNotebook(c.get('services'), notebook)
      return c.body(null, 204)
    },
  )

type PublishedEnv = Env & { Variables: { published: PublishedNotebook } }

const AddressParam = z.object({ address: z.string().max(60) })

const CORS = {
  allowMethods: ['GET', 'POST'],
  allowHeaders: ['Content-Type'],
  exposeHeaders: [ANSWER_ID_HEADER, FEEDBACK_ID_HEADER, 'Retry-After'],
}

/** Throws AppError 'publication.not-found', and 'publication.origin' for a site that may not embed it. */
const published = createMiddleware<PublishedEnv>(async (c, next) => {
  const { db, appUrl } = c.get('services')
  const found = await unsafeFindPublication(db, c.req.param('address') ?? '').catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'publication.not-found') return error
    throw error
  })
  // A widget that is open while its notebook is unpublished may read that it is gone, on any site.
  if (found instanceof AppError) return cors({ ...CORS, origin: '*' })(c, () => Promise.reject(found))
  c.set('published', found)
  const origin = c.req.header('Origin')
  const allowed = [...allowedOrigins(appUrl), ...found.settings.origins]
  const withCors = cors({ ...CORS, origin: allowed, maxAge: 600 })
  if (origin !== undefined && !allowed.includes(origin)) throw new AppError('publication.origin', { origin })
  return withCors(c, next)
})

const route = { middleware: published, request: { params: AddressParam } } as const

export const visitorRoutes = createRouter()
  .openapi(
    createRoute({
      ...route,
      method: 'get',
      path: '/published/{address}',
      summary: 'Get a published notebook; open to anyone',
      responses: { 200: jsonResponse(PublishedSite, 'What visitors see'), ...errorResponses(403, 404) },
    }),
    async (c) => c.json(await presentSite(c.get('services'), c.get('published')), 200),
  )
  .openapi(
    createRoute({
      ...route,
      method: 'get',
      path: '/published/{address}/pages',
      summary: 'List the pages of a published notebook',
      request: {
        params: AddressParam,
        // The longest address of a page, encoded.
        query: z.object({ q: z.string().max(200).default(''), after: z.string().max(4000).optional() }),
      },
      responses: { 200: jsonResponse(PublishedPages, 'The pages'), ...errorResponses(400, 403, 404) },
    }),
    async (c) => {
      const { q: query, after } = c.req.valid('query')
      return c.json(await listPublishedPages(c.get('services'), c.get('published'), { query, after }), 200)
    },
  )
  .openapi(
    createRoute({
      ...route,
      method: 'post',
      path: '/published/{address}/answers',
      summary:
        'Ask a published notebook; streams the events of POST /api/answers. The visitor is not stored; the question is if the notebook records questions',
      request: { params: AddressParam, body: jsonBody(AskPublished) },
      responses: { 200: eventStream('The answer stream'), ...errorResponses(400, 403, 404, 409, 429, 503) },
    }),
    async (c) => {
      const found = c.get('published')
      const asked = { ...c.req.valid('json'), ipAddress: callerIp(c) }
      const { feedbackId, prepared } = await prepareVisitorAnswer(c.get('services'), found, asked)
      c.header(FEEDBACK_ID_HEADER, feedbackId)
      // Visitors have slots of their own: they must not take the owner's.
      const visitors = { id: `visitors ${found.notebookId}`, limits: visitorLimits.answers }
      return followAnswer(c, startAnswer(c, visitors, prepared))
    },
  )
  .openapi(
    createRoute({
      ...route,
      method: 'post',
      path: '/published/{address}/feedback/{id}',
      summary: 'Say whether an answer was helpful; its id is in the Readback-Feedback-Id header',
      request: { params: AddressParam.extend({ id: z.uuid('Not a valid id.') }), body: jsonBody(Feedback) },
      responses: { 204: { description: 'Stored' }, ...errorResponses(400, 403, 404) },
    }),
    async (c) => {
      const feedback = { ...c.req.valid('json'), feedbackId: c.req.valid('param').id }
      await recordFeedback(c.get('services'), c.get('published'), feedback)
      return c.body(null, 204)
    },
  )

// CORS preflight.
visitorRoutes.options('/published/:address/*', published)
