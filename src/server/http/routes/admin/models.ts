/** /api/admin/models: the models of the installation. Keys are write-only. */
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { z } from 'zod'
import {
  LocalServers,
  ModelChoice,
  ModelList,
  ModelPull,
  ModelRole,
  ModelService,
  ModelStates,
} from '#shared/models.ts'
import { AppError, toFailure } from '#shared/errors.ts'
import { AiTest } from '#shared/settings.ts'
import { chooseModel, readModels, removeModel } from '#server/admin/choose-model.ts'
import { offerModels, pullLocalModel, searchThisMachine, testModel } from '#server/admin/explore-models.ts'
import type { Services } from '#server/services.ts'
import {
  jsonBody,
  createRoute,
  createRouter,
  type Env,
  eventStream,
  errorResponses,
  jsonResponse,
} from '#server/http/context.ts'
import { administrator } from '#server/http/middleware/session.ts'

const RoleParam = z.object({ role: ModelRole })

export const adminModelsRoutes = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/models',
      summary: 'Get the models in use, without keys',
      middleware: administrator,
      responses: { 200: jsonResponse(ModelStates, 'The models'), ...errorResponses(401, 403) },
    }),
    (c) => c.json(readModels(c.get('services')), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/models/found',
      summary: 'Search this machine for model servers',
      middleware: administrator,
      responses: { 200: jsonResponse(LocalServers, 'The servers found'), ...errorResponses(401, 403) },
    }),
    async (c) => c.json({ servers: await searchThisMachine(c.get('services')) }, 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/models/list',
      summary: 'List the models of a service',
      middleware: administrator,
      request: { body: jsonBody(ModelService) },
      responses: {
        200: jsonResponse(ModelList, 'The models; a service without a list is a result too'),
        ...errorResponses(400, 401, 403),
      },
    }),
    async (c) => c.json(await offerModels(c.get('services'), c.req.valid('json')), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/models/pull',
      summary: 'Download a model through Ollama; streams progress events, then done or error',
      middleware: administrator,
      request: { body: jsonBody(ModelPull) },
      responses: { 200: eventStream('The progress'), ...errorResponses(400, 401, 403) },
    }),
    (c) => streamPull(c, c.req.valid('json')),
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/models/{role}',
      summary: 'Choose a model; an empty key keeps the stored one of the same address',
      middleware: administrator,
      request: { params: RoleParam, body: jsonBody(ModelChoice) },
      responses: { 200: jsonResponse(ModelStates, 'The models'), ...errorResponses(400, 401, 403) },
    }),
    async (c) => {
      const { role } = c.req.valid('param')
      const change = { adminId: c.get('me').user.id, role, choice: c.req.valid('json') }
      return c.json(await chooseModel(c.get('services'), change), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/admin/models/{role}',
      summary: 'Return to the model of the environment, or to none',
      middleware: administrator,
      request: { params: RoleParam },
      responses: { 200: jsonResponse(ModelStates, 'The models'), ...errorResponses(400, 401, 403) },
    }),
    async (c) => {
      const change = { adminId: c.get('me').user.id, role: c.req.valid('param').role }
      return c.json(await removeModel(c.get('services'), change), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/models/{role}/test',
      summary: 'Test a model with one real request before choosing it',
      middleware: administrator,
      request: { params: RoleParam, body: jsonBody(ModelChoice) },
      responses: {
        200: jsonResponse(AiTest, 'The result; a failed test is a result too'),
        ...errorResponses(400, 401, 403),
      },
    }),
    async (c) => {
      const { role } = c.req.valid('param')
      const test = { adminId: c.get('me').user.id, role, choice: c.req.valid('json') }
      return c.json(await testModel(c.get('services'), test), 200)
    },
  )

/** Ends when the client leaves or the server stops, which ends the download too. */
function streamPull<E extends Env>(c: Context<E>, pull: ModelPull) {
  const services: Services = c.get('services')
  return streamSSE(c, async (stream) => {
    const left = new AbortController()
    stream.onAbort(() => left.abort())
    const signal = AbortSignal.any([left.signal, services.closing])
    try {
      for await (const progress of pullLocalModel(services, pull, signal))
        await stream.writeSSE({ event: 'progress', data: JSON.stringify(progress) })
      await stream.writeSSE({ event: 'done', data: '{}' })
    } catch (error) {
      const failure = error instanceof AppError ? error : new AppError('server.unexpected', {}, { cause: error })
      await stream.writeSSE({ event: 'error', data: JSON.stringify(toFailure(failure)) })
    }
  })
}
