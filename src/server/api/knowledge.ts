/** /api/knowledge and /api/answers */
import { AskUnsaved } from '#shared/chats.ts'
import { Knowledge, ProcessPages } from '#shared/pages.ts'
import { prepareUnsaved } from '#server/chat/ask.ts'
import { processPages } from '#server/chat/process-pages.ts'
import { body, createRoute, createRouter, events, failing, json } from './context.ts'
import { signedIn } from './session.ts'
import { streamAnswer } from './stream-answer.ts'

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
      method: 'post',
      path: '/answers',
      summary: 'Ask in a chat that is not saved; the answer streams as delta, citations and done',
      middleware: signedIn,
      request: { body: body(AskUnsaved) },
      responses: { 200: events('The answer as it comes'), ...failing(400, 401, 404) },
    }),
    async (c) => {
      const ask = { ...c.req.valid('json'), userId: c.get('me').user.id }
      return streamAnswer(c, await prepareUnsaved(c.get('services'), ask))
    },
  )
