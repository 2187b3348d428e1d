/** /api/notebooks/{id}/golden-questions, /api/notebooks/{id}/golden-runs, /api/golden-questions */
import {
  GoldenFormat,
  GoldenQuestion,
  GoldenQuestionInput,
  GoldenQuestions,
  GoldenSite,
  ImportGoldenQuestions,
  SuggestedGoldenQuestions,
} from '#shared/chat/golden-questions.ts'
import { parseGoldenFile, parseGoldenSite, writeGoldenFile } from '#server/golden/golden-file.ts'
import {
  addGoldenQuestions,
  changeGoldenQuestion,
  changeGoldenSite,
  deleteGoldenQuestion,
  listGoldenQuestions,
} from '#server/golden/golden-questions.ts'
import { runGoldenQuestions } from '#server/golden/run-golden-questions.ts'
import { suggestGoldenQuestions } from '#server/golden/suggest-golden-questions.ts'
import { createRoute, createRouter, errorResponses, IdParam, jsonBody, jsonResponse, z } from '#server/http/context.ts'
import { limitConcurrencyPerCaller } from '#server/http/middleware/limit-requests.ts'
import { signedIn } from '#server/http/middleware/session.ts'

const downloads = {
  yaml: { type: 'application/yaml', extension: 'yml' },
  json: { type: 'application/json', extension: 'json' },
  csv: { type: 'text/csv', extension: 'csv' },
} as const

/** A run asks up to a thousand questions, and compares with the run before. */
const oneAtATime = limitConcurrencyPerCaller(1)

export const goldenRoutes = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/notebooks/{id}/golden-questions',
      summary: 'List the golden questions of a notebook, its runs, and the results of the newest run',
      middleware: signedIn,
      request: { params: IdParam },
      responses: { 200: jsonResponse(GoldenQuestions, 'Golden questions and runs'), ...errorResponses(400, 401, 404) },
    }),
    async (c) => {
      const notebook = { userId: c.get('me').user.id, notebookId: c.req.valid('param').id }
      return c.json(await listGoldenQuestions(c.get('services'), notebook), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/notebooks/{id}/golden-questions',
      summary: 'Add a golden question; replaces the one with the same words',
      middleware: signedIn,
      request: { params: IdParam, body: jsonBody(GoldenQuestionInput) },
      responses: { 201: jsonResponse(GoldenQuestion, 'The question'), ...errorResponses(400, 401, 403, 404) },
    }),
    async (c) => {
      const notebook = { userId: c.get('me').user.id, notebookId: c.req.valid('param').id }
      const questions = [c.req.valid('json')]
      const [added] = await addGoldenQuestions(c.get('services'), { ...notebook, questions })
      if (!added) throw new Error('The insert returned no row')
      return c.json(added, 201)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/notebooks/{id}/golden-questions/import',
      summary:
        'Add the questions of a golden file, and its site if it names one; all, or nothing if an entry is not valid',
      middleware: signedIn,
      request: { params: IdParam, body: jsonBody(ImportGoldenQuestions) },
      responses: {
        200: jsonResponse(z.object({ questions: z.array(GoldenQuestion) }), 'The added questions'),
        ...errorResponses(400, 401, 403, 404),
      },
    }),
    async (c) => {
      const { file, format } = c.req.valid('json')
      const notebook = { userId: c.get('me').user.id, notebookId: c.req.valid('param').id }
      const golden = { questions: parseGoldenFile(file, format), site: parseGoldenSite(file, format) }
      return c.json({ questions: await addGoldenQuestions(c.get('services'), { ...notebook, ...golden }) }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/notebooks/{id}/golden-questions/export',
      summary: 'Export the golden questions of a notebook as a golden file with its site; CSV has the questions alone',
      middleware: signedIn,
      request: { params: IdParam, query: z.object({ format: GoldenFormat.default('yaml') }) },
      responses: {
        200: {
          description: 'The golden file',
          content: {
            'application/yaml': { schema: z.string() },
            'application/json': { schema: z.string() },
            'text/csv': { schema: z.string() },
          },
        },
        ...errorResponses(400, 401, 404),
      },
    }),
    async (c) => {
      const notebook = { userId: c.get('me').user.id, notebookId: c.req.valid('param').id }
      const { format } = c.req.valid('query')
      const { type, extension } = downloads[format]
      const golden = await listGoldenQuestions(c.get('services'), notebook)
      return c.body(writeGoldenFile(golden, format), 200, {
        'Content-Type': `${type}; charset=utf-8`,
        'Content-Disposition': `attachment; filename="readback.${extension}"`,
      })
    },
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/notebooks/{id}/golden-site',
      summary: 'Set the site of the golden file: where readback check finds it',
      middleware: signedIn,
      request: { params: IdParam, body: jsonBody(GoldenSite) },
      responses: { 200: jsonResponse(GoldenSite, 'The site'), ...errorResponses(400, 401, 404) },
    }),
    async (c) => {
      const notebook = { userId: c.get('me').user.id, notebookId: c.req.valid('param').id }
      return c.json(await changeGoldenSite(c.get('services'), { ...notebook, site: c.req.valid('json') }), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/notebooks/{id}/golden-runs',
      summary: 'Run the golden questions over the current pages of a notebook; takes seconds and costs no credit',
      middleware: [signedIn, oneAtATime] as const,
      request: { params: IdParam },
      responses: { 200: jsonResponse(GoldenQuestions, 'With the new run'), ...errorResponses(400, 401, 404, 429) },
    }),
    async (c) => {
      const notebook = { userId: c.get('me').user.id, notebookId: c.req.valid('param').id }
      return c.json(await runGoldenQuestions(c.get('services'), notebook), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/notebooks/{id}/golden-suggestions',
      summary: 'At most five questions that the pages of a notebook answer and that it does not have yet',
      middleware: signedIn,
      request: { params: IdParam },
      responses: {
        200: jsonResponse(SuggestedGoldenQuestions, 'Questions with the sentences that answer them'),
        ...errorResponses(400, 401, 404),
      },
    }),
    async (c) => {
      const notebook = { userId: c.get('me').user.id, notebookId: c.req.valid('param').id }
      return c.json(await suggestGoldenQuestions(c.get('services'), notebook), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/golden-questions/{id}',
      summary: 'Replace a golden question',
      middleware: signedIn,
      request: { params: IdParam, body: jsonBody(GoldenQuestionInput) },
      responses: { 200: jsonResponse(GoldenQuestion, 'The question'), ...errorResponses(400, 401, 404, 409) },
    }),
    async (c) => {
      const question = { userId: c.get('me').user.id, questionId: c.req.valid('param').id }
      return c.json(await changeGoldenQuestion(c.get('services'), { ...question, input: c.req.valid('json') }), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/golden-questions/{id}',
      summary: 'Delete a golden question',
      middleware: signedIn,
      request: { params: IdParam },
      responses: { 204: { description: 'Deleted' }, ...errorResponses(400, 401, 404) },
    }),
    async (c) => {
      await deleteGoldenQuestion(c.get('services'), {
        userId: c.get('me').user.id,
        questionId: c.req.valid('param').id,
      })
      return c.body(null, 204)
    },
  )
