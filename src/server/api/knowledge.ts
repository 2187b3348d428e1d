/** /api/knowledge and /api/answers */
import { AskUnsaved } from '#shared/chats.ts'
import { Knowledge, ProcessPages } from '#shared/pages.ts'
import { FoundPassage, SearchPassages } from '#shared/passages.ts'
import { admitQuestion } from '#server/chat/admit-question.ts'
import { prepareUnsaved } from '#server/chat/ask.ts'
import { processPages } from '#server/chat/process-pages.ts'
import { searchPassages } from '#server/chat/search-passages.ts'
import { body, createRoute, createRouter, events, failing, IdParam, json, z } from './context.ts'
import { signedIn } from './session.ts'
import { followAnswer, streamAnswer } from './stream-answer.ts'

export const knowledgeRoutes = createRouter()
  .openapi(
    createRoute({
      method: 'post',
      path: '/knowledge',
      summary: 'Process selected pages: make them ready to be asked',
      middleware: signedIn,
      request: { body: body(ProcessPages) },
      responses: { 200: json(Knowledge, 'What was done'), ...failing(400, 401, 404) },
    }),
    async (c) =>
      c.json(await processPages(c.get('services'), { ...c.req.valid('json'), userId: c.get('me').user.id }), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/knowledge/passages',
      summary: "Search the passages of a crawl's pages, or of those that a chat's answers draw on",
      middleware: signedIn,
      request: { query: SearchPassages },
      responses: {
        200: json(z.object({ passages: z.array(FoundPassage) }), 'What fits, the best first'),
        ...failing(400, 401, 404),
      },
    }),
    async (c) => {
      const ask = { ...c.req.valid('query'), userId: c.get('me').user.id }
      return c.json({ passages: await searchPassages(c.get('services'), ask) }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/answers',
      summary: 'Ask in a chat that is not saved; the answer streams as delta, citations and done',
      middleware: signedIn,
      request: { body: body(AskUnsaved) },
      responses: { 200: events('The answer as it comes'), ...failing(400, 401, 404, 429, 503) },
    }),
    async (c) => {
      const { user } = c.get('me')
      await admitQuestion(c.get('services'), { userId: user.id, tier: user.tier })
      const ask = { ...c.req.valid('json'), userId: user.id }
      return streamAnswer(c, user, await prepareUnsaved(c.get('services'), ask))
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/answers/{id}',
      summary: 'Pick up an answer by the id in its Readback-Answer-Id header, from its beginning',
      middleware: signedIn,
      request: { params: IdParam },
      responses: { 200: events('The answer as it comes'), ...failing(400, 401, 404) },
    }),
    (c) => followAnswer(c, { userId: c.get('me').user.id, answerId: c.req.valid('param').id }),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/answers/{id}/stop',
      summary: 'Stop an answer by the id in its Readback-Answer-Id header; its stream ends as far as it came',
      middleware: signedIn,
      request: { params: IdParam },
      responses: { 204: { description: 'Stopped, or it had ended' }, ...failing(400, 401) },
    }),
    async (c) => {
      await c.get('services').answers.stop({ userId: c.get('me').user.id, answerId: c.req.valid('param').id })
      return c.body(null, 204)
    },
  )
