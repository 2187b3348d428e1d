/** /api/knowledge */
import { Knowledge, ProcessPages, SuggestedQuestions, SuggestQuestions } from '#shared/crawl/pages.ts'
import { FoundPassage, SearchPassages } from '#shared/chat/passages.ts'
import { processPages } from '#server/answering/process-pages.ts'
import { searchPassages } from '#server/answering/search-passages.ts'
import { suggestQuestions } from '#server/answering/suggest-questions.ts'
import { jsonBody, createRoute, createRouter, errorResponses, jsonResponse, z } from '#server/http/context.ts'
import { signedIn } from '#server/http/middleware/session.ts'

export const knowledgeRoutes = createRouter()
  .openapi(
    createRoute({
      method: 'post',
      path: '/knowledge',
      summary: 'Process the selected pages for questions',
      middleware: signedIn,
      request: { body: jsonBody(ProcessPages) },
      responses: { 200: jsonResponse(Knowledge, 'Counts'), ...errorResponses(400, 401, 404) },
    }),
    async (c) =>
      c.json(await processPages(c.get('services'), { ...c.req.valid('json'), userId: c.get('me').user.id }), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/knowledge/questions',
      summary: 'Suggest questions that pages answer',
      middleware: signedIn,
      request: { body: jsonBody(SuggestQuestions) },
      responses: { 200: jsonResponse(SuggestedQuestions, 'At most three questions'), ...errorResponses(400, 401, 404) },
    }),
    async (c) =>
      c.json(await suggestQuestions(c.get('services'), { ...c.req.valid('json'), userId: c.get('me').user.id }), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/knowledge/passages',
      summary: 'Search the passages of a crawl or of the selected pages of a chat',
      middleware: signedIn,
      request: { query: SearchPassages },
      responses: {
        200: jsonResponse(z.object({ passages: z.array(FoundPassage) }), 'Matches, best first'),
        ...errorResponses(400, 401, 404),
      },
    }),
    async (c) => {
      const options = { ...c.req.valid('query'), userId: c.get('me').user.id }
      return c.json({ passages: await searchPassages(c.get('services'), options) }, 200)
    },
  )
