/** /api/notebooks/{id}/gaps */
import { ChangeGapSettings, DecideGap, Gap, Gaps } from '#shared/chat/gaps.ts'
import { changeGapSettings, checkGaps, decideGap, listGaps } from '#server/gaps/notebook-gaps.ts'
import { jsonBody, createRoute, createRouter, errorResponses, IdParam, jsonResponse, z } from '#server/http/context.ts'
import { limitConcurrencyPerCaller } from '#server/http/middleware/limit-requests.ts'
import { signedIn } from '#server/http/middleware/session.ts'

const GapParams = IdParam.extend({ gapId: z.string().regex(/^[0-9a-f]{32}$/) })

/** A check asks up to six hundred questions. */
const oneAtATime = limitConcurrencyPerCaller(1)

export const gapRoutes = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/notebooks/{id}/gaps',
      summary: 'List the questions that the pages of a notebook do not answer, grouped by subject',
      middleware: signedIn,
      request: { params: IdParam },
      responses: { 200: jsonResponse(Gaps, 'The gaps'), ...errorResponses(400, 401, 404) },
    }),
    async (c) => {
      const notebook = { userId: c.get('me').user.id, notebookId: c.req.valid('param').id }
      return c.json(await listGaps(c.get('services'), notebook), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/notebooks/{id}/gaps',
      summary: 'Ask the open gaps of a notebook again, by the built-in engine; costs nothing',
      middleware: [signedIn, oneAtATime] as const,
      request: { params: IdParam },
      responses: { 200: jsonResponse(Gaps, 'The gaps'), ...errorResponses(400, 401, 404, 429) },
    }),
    async (c) => {
      const notebook = { userId: c.get('me').user.id, notebookId: c.req.valid('param').id }
      return c.json(await checkGaps(c.get('services'), notebook), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'patch',
      path: '/notebooks/{id}/gaps',
      summary: 'Change whether and for how long unanswered questions are stored that no chat stores',
      middleware: signedIn,
      request: { params: IdParam, body: jsonBody(ChangeGapSettings) },
      responses: { 200: jsonResponse(Gaps, 'The gaps'), ...errorResponses(400, 401, 404) },
    }),
    async (c) => {
      const ref = { userId: c.get('me').user.id, notebookId: c.req.valid('param').id }
      return c.json(await changeGapSettings(c.get('services'), { ...c.req.valid('json'), ...ref }), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'patch',
      path: '/notebooks/{id}/gaps/{gapId}',
      summary: 'Resolve or ignore a gap, or show it again',
      middleware: signedIn,
      request: { params: GapParams, body: jsonBody(DecideGap) },
      responses: { 200: jsonResponse(Gap, 'The gap'), ...errorResponses(400, 401, 404) },
    }),
    async (c) => {
      const { id: notebookId, gapId } = c.req.valid('param')
      const change = { ...c.req.valid('json'), userId: c.get('me').user.id, notebookId, gapId }
      return c.json(await decideGap(c.get('services'), change), 200)
    },
  )
