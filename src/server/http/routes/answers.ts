/**
 * Asking questions, and /api/answers: answers as server-sent events `reasoning`, `delta`, `replace`, `citations` and
 * `done`, or `error`. An answer continues when the browser disconnects, so that a saved chat still gets it; only the
 * user's stop ends it early.
 */
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { ANSWER_ID_HEADER } from '#shared/chat/answer-stream.ts'
import { AskSaved, AskUnsaved } from '#shared/chat/chats.ts'
import { AppError, toFailure, withCause } from '#shared/errors.ts'
import { type AnswerLimits, planLimits } from '#shared/limits.ts'
import type { Tier } from '#shared/tier.ts'
import { stopChatAnswer } from '#server/answering/answer-runner.ts'
import { prepareSavedAnswer, prepareUnsavedAnswer, type PreparedAnswer } from '#server/answering/prepare-answer.ts'
import { withLogFields } from '#server/platform/log.ts'
import type { Services } from '#server/services.ts'
import {
  jsonBody,
  createRoute,
  createRouter,
  type Env,
  eventStream,
  errorResponses,
  IdParam,
} from '#server/http/context.ts'
import { signedIn } from '#server/http/middleware/session.ts'
import type { AnswerOutcome } from '#server/http/open-metrics.ts'

export const answerRoutes = createRouter()
  .openapi(
    createRoute({
      method: 'post',
      path: '/answers',
      summary: 'Ask a question in an unsaved chat; streams delta, replace, citations and done events',
      middleware: signedIn,
      request: { body: jsonBody(AskUnsaved) },
      responses: { 200: eventStream('The answer stream'), ...errorResponses(400, 401, 404, 429, 503) },
    }),
    async (c) => {
      const { user } = c.get('me')
      const question = { ...c.req.valid('json'), userId: user.id, tier: user.tier }
      return streamAnswer(c, user, await prepareUnsavedAnswer(c.get('services'), question))
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/chats/{id}/messages',
      summary: 'Ask a question in a saved chat; streams delta, replace, citations and done events',
      middleware: signedIn,
      request: { params: IdParam, body: jsonBody(AskSaved) },
      responses: { 200: eventStream('The answer stream'), ...errorResponses(400, 401, 404, 429, 503) },
    }),
    async (c) => {
      const { user } = c.get('me')
      const ask = { ...c.req.valid('json'), userId: user.id, tier: user.tier, chatId: c.req.valid('param').id }
      return streamAnswer(c, user, await prepareSavedAnswer(c.get('services'), ask))
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/chats/{id}/stop',
      summary: 'Stop the current answer; question and partial answer are saved, marked as stopped',
      middleware: signedIn,
      request: { params: IdParam },
      responses: { 204: { description: 'Stopped, or nothing was running' }, ...errorResponses(400, 401, 404) },
    }),
    async (c) => {
      await stopChatAnswer(c.get('services'), { userId: c.get('me').user.id, chatId: c.req.valid('param').id })
      return c.body(null, 204)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/answers/{id}',
      summary: 'Stream an answer again from its beginning; the id is in its Readback-Answer-Id header',
      middleware: signedIn,
      request: { params: IdParam },
      responses: { 200: eventStream('The answer stream'), ...errorResponses(400, 401, 404) },
    }),
    (c) => followAnswer(c, { userId: c.get('me').user.id, answerId: c.req.valid('param').id }),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/answers/{id}/stop',
      summary: 'Stop an answer; the id is in its Readback-Answer-Id header',
      middleware: signedIn,
      request: { params: IdParam },
      responses: { 204: { description: 'Stopped, or already finished' }, ...errorResponses(400, 401) },
    }),
    async (c) => {
      await c.get('services').answers.stop({ userId: c.get('me').user.id, answerId: c.req.valid('param').id })
      return c.body(null, 204)
    },
  )

/** A model may be silent for minutes; proxies close idle connections. */
export const KEEP_ALIVE_MS = 15_000

/** The user whose answer it is, how many may run concurrently, and whether a failure names its cause. */
type Asker = { id: string; limits: AnswerLimits; isAdmin?: boolean }

function streamAnswer<E extends Env>(
  c: Context<E>,
  { id, tier, isAdmin }: { id: string; tier: Tier; isAdmin: boolean },
  prepared: PreparedAnswer,
) {
  return followAnswer(c, startAnswer(c, { id, limits: planLimits[tier], isAdmin }, prepared))
}

/** Starts the answer as soon as a slot is free. Throws AppError 'answer.too-many', 'answer.server-full'. */
export function startAnswer<E extends Env>(
  c: Context<E>,
  { id: userId, limits, isAdmin = false }: Asker,
  prepared: PreparedAnswer,
) {
  const { answers }: Services = c.get('services')
  const options = { userId, chatId: prepared.chatId, limits }
  const askedAt = performance.now()
  const write = (run: Run) => writeAnswer(c, prepared, { ...run, askedAt, isAdmin })
  const { id } = withLogFields({ chatId: prepared.chatId }, () => answers.start(options, write))
  return { userId, answerId: id }
}

type Run = Parameters<Parameters<Services['answers']['start']>[1]>[0]

/** Emits the answer's events and records its outcome. */
async function writeAnswer<E extends Env>(
  c: Context<E>,
  prepared: PreparedAnswer,
  { emit, signal, askedAt, isAdmin }: Run & { askedAt: number; isAdmin: boolean },
) {
  const { log }: Services = c.get('services')
  const secondsSinceAsked = () => (performance.now() - askedAt) / 1000
  let firstWordSeconds: number | null = null
  let outcome: AnswerOutcome = 'failed'
  try {
    const onText = (text: string) => {
      firstWordSeconds ??= secondsSinceAsked()
      emit({ event: 'delta', data: { text } })
    }
    const onReplace = (text: string) => emit({ event: 'replace', data: { text } })
    const onReasoning = (text: string) => emit({ event: 'reasoning', data: { text } })
    const answer = await prepared.answer({ onText, onReplace, onReasoning, signal })
    emit({ event: 'citations', data: answer.citations })
    outcome = answer.stopped ? 'stopped' : 'done'
    const { messageId = null, questionId = null, engine, used, stopped, truncated, uncited, nearest, offers } = answer
    const optional = {
      ...(truncated && { truncated }),
      ...(uncited.length > 0 && { uncited }),
      ...(nearest && { nearest }),
      ...(offers && { offers }),
    }
    emit({ event: 'done', data: { messageId, questionId, engine, used, stopped, ...optional } })
  } catch (error) {
    log.error({ err: error }, 'answer failed')
    const failure = error instanceof AppError ? error : new AppError('answer.failed', {}, { cause: error })
    emit({ event: 'error', data: toFailure(isAdmin ? withCause(failure) : failure) })
  } finally {
    c.get('metrics').answered({ outcome, firstWordSeconds, seconds: secondsSinceAsked() })
  }
}

/** Streams an answer from its beginning, also to a browser that reconnects. Throws AppError 'answer.not-found'. */
export async function followAnswer<E extends Env>(c: Context<E>, ref: { userId: string; answerId: string }) {
  const { answers }: Services = c.get('services')
  const answerEvents = await answers.subscribe(ref)
  c.header(ANSWER_ID_HEADER, ref.answerId)
  return streamSSE(c, async (stream) => {
    const keepAlive = setInterval(() => void stream.write(':\n\n'), KEEP_ALIVE_MS)
    try {
      for await (const { event, data } of answerEvents) {
        if (stream.aborted) break
        await stream.writeSSE({ event, data: JSON.stringify(data) })
      }
    } finally {
      clearInterval(keepAlive)
    }
  })
}
