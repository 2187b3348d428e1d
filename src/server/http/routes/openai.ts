/**
 * /v1: notebooks and chats as models of the OpenAI API, by chat completions and by responses. Answers run as those of
 * /api/answers do.
 */
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Me } from '#shared/account.ts'
import type { ApiScope } from '#shared/api-keys.ts'
import { AppError, toFailure } from '#shared/errors.ts'
import { planLimits, requestLimits } from '#shared/limits.ts'
import { keyIn } from '#server/accounts/keys/find-api-key.ts'
import { getModel, listModels, type Model, prepareModelAnswer } from '#server/answering/answer-as-model.ts'
import { createRouter, type Env } from '#server/http/context.ts'
import { authenticateKey } from '#server/http/middleware/api-key.ts'
import { checkBody } from '#server/http/middleware/check-body.ts'
import { limitConcurrencyPerCaller } from '#server/http/middleware/limit-requests.ts'
import { signedIn } from '#server/http/middleware/session.ts'
import {
  CompletionRequest,
  EmbeddingRequest,
  linkMarkers,
  readBody,
  readQuestion,
  toOpenAiError,
  usageOf,
} from '#server/http/openai/completion.ts'
import {
  presentResponse,
  ResponseAsCompletion,
  streamResponse,
  type WholeAnswer,
} from '#server/http/openai/responses.ts'
import { embedTexts } from '#server/http/openai/embed-texts.ts'
import {
  type Completion,
  presentCompletion,
  readWhole,
  statusOf,
  writeChunks,
} from '#server/http/openai/write-completion.ts'
import { recordFailure } from '#server/http/record-failure.ts'
import { KEEP_ALIVE_MS, startAnswer } from './answers.ts'

type KeyEnv = Env & { Variables: { me: Me } }

/** Only a key: no cookie is read, so no other site can act for a signed-in user. */
const withScope = (scope: ApiScope) =>
  createMiddleware<Env>(async (c, next) => {
    const secret = keyIn(c.req.raw.headers)
    if (secret === null) throw new AppError('key.required', { url: `${c.get('services').appUrl}/connect` })
    await authenticateKey(c, secret)
    if (!c.get('key')?.scopes.includes(scope)) throw new AppError('key.scope', { scope })
    await next()
  })

export const openAiRoutes = createRouter()

openAiRoutes.onError((error, c) => {
  const failure = recordFailure(error, c)
  const status = failure.status as ContentfulStatusCode
  return c.json(toOpenAiError(toFailure(failure).error, status), status)
})

openAiRoutes.use(
  bodyLimit({
    maxSize: requestLimits.bodyBytes,
    onError: () => {
      throw new AppError('request.too-large')
    },
  }),
)
openAiRoutes.use(checkBody)

const perCaller = limitConcurrencyPerCaller()

openAiRoutes.get('/models', withScope('read'), signedIn, perCaller, async (c) => {
  const models = await listModels(c.get('services'), c.get('me').user.id)
  return c.json({ object: 'list', data: models.map(presentModel) })
})

openAiRoutes.get('/models/:model', withScope('read'), signedIn, perCaller, async (c) => {
  return c.json(presentModel(await getModel(c.get('services'), c.get('me').user.id, c.req.param('model'))))
})

function presentModel({ id, title, createdAt }: Model) {
  return {
    id,
    object: 'model' as const,
    created: Math.floor(createdAt.getTime() / 1000),
    owned_by: 'readback',
    name: title,
  }
}

openAiRoutes.post('/chat/completions', withScope('ask'), signedIn, perCaller, async (c) => {
  const request = await readBody(CompletionRequest, c.req)
  const completion = await startCompletion(c, request)
  if (!request.stream) return sendWhole(c, completion, presentCompletion)
  const includesUsage = request.stream_options?.include_usage ?? false
  return streamEvents(c, (stream) => writeChunks(stream, completion, { includesUsage }))
})

async function startCompletion(c: Context<KeyEnv>, request: CompletionRequest): Promise<Completion> {
  const { question, history } = readQuestion(request)
  const { user } = c.get('me')
  const { answers } = c.get('services')
  const asked = { userId: user.id, tier: user.tier, model: request.model, question, history }
  const prepared = await prepareModelAnswer(c.get('services'), asked)
  const answerRef = startAnswer(c, { id: user.id, limits: planLimits[user.tier] }, prepared)
  // Nothing is saved, so an answer without a reader has to stop: it would cost tokens. It stops in this process even if
  // the others cannot be notified.
  onAbort(c.req.raw.signal, () => void answers.stop(answerRef).catch(() => undefined))
  return {
    head: { id: answerRef.answerId, created: Math.floor(Date.now() / 1000), model: request.model },
    events: await answers.subscribe(answerRef),
    sentTexts: [...history.map(({ content }) => content), question],
  }
}

/** Also runs when the client has left before. */
function onAbort(signal: AbortSignal, run: () => void) {
  if (signal.aborted) run()
  else signal.addEventListener('abort', run, { once: true })
}

/** `present` makes the body of the response from the answer, whose text has links. */
async function sendWhole(
  c: Context<KeyEnv>,
  { head, events, sentTexts }: Completion,
  present: (head: Completion['head'], answer: WholeAnswer) => object,
) {
  const answer = await readWhole(events)
  if (answer.failure) {
    const status = statusOf(answer.failure)
    return c.json(toOpenAiError(answer.failure, status), status)
  }
  const { text, citations, done } = answer
  return c.json(present(head, { ...answer, text: linkMarkers(text, citations), usage: usageOf(done, sentTexts, text) }))
}

function streamEvents(c: Context<KeyEnv>, write: (stream: SSEStreamingApi) => Promise<void>) {
  return streamSSE(c, async (stream) => {
    const keepAlive = setInterval(() => void stream.write(':\n\n'), KEEP_ALIVE_MS)
    try {
      await write(stream)
    } finally {
      clearInterval(keepAlive)
    }
  })
}

openAiRoutes.post('/responses', withScope('ask'), signedIn, perCaller, async (c) => {
  const request = await readBody(ResponseAsCompletion, c.req)
  const completion = await startCompletion(c, request)
  if (!request.stream) return sendWhole(c, completion, presentResponse)
  return streamEvents(c, async (stream) => {
    let sequence_number = 0
    await streamResponse(completion, (type, data) =>
      stream.writeSSE({ event: type, data: JSON.stringify({ type, sequence_number: sequence_number++, ...data }) }),
    )
  })
})

openAiRoutes.post('/embeddings', withScope('ask'), signedIn, perCaller, async (c) => {
  const { model, input, encoding_format: format } = await readBody(EmbeddingRequest, c.req)
  const { user } = c.get('me')
  const asked = { userId: user.id, tier: user.tier, model, texts: typeof input === 'string' ? [input] : input }
  const { vectors, tokens } = await embedTexts(c.get('services'), asked, c.req.raw.signal)
  const data = vectors.map((vector, index) => ({
    object: 'embedding',
    index,
    embedding: format === 'base64' ? toBase64(vector) : [...vector],
  }))
  return c.json({ object: 'list', data, model, usage: { prompt_tokens: tokens, total_tokens: tokens } })
})

function toBase64(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64')
}

openAiRoutes.all('/*', () => {
  throw new AppError('request.not-found')
})
