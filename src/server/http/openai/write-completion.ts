/** An answer as a chat completion: whole, or in chunks while it is written. */
import type { SSEStreamingApi } from 'hono/streaming'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { AnswerDone, AnswerEvent } from '#shared/chat/answer-stream.ts'
import type { Citation } from '#shared/chat/chats.ts'
import type { ErrorBody } from '#shared/error-body.ts'
import { AppError, errorStatus, isErrorCode } from '#shared/errors.ts'
import { listSources, presentCitations, toOpenAiError, usageOf } from './completion.ts'
import type { WholeAnswer } from './responses.ts'

export type Completion = {
  head: { id: string; created: number; model: string }
  events: AsyncIterable<AnswerEvent>
  /** The conversation that was sent, for the count of its tokens. */
  sentTexts: string[]
}

export function presentCompletion(head: Completion['head'], { text, reasoning, citations, done, usage }: WholeAnswer) {
  const message = {
    role: 'assistant',
    content: text,
    ...(reasoning && { reasoning_content: reasoning }),
    refusal: null,
  }
  return {
    ...head,
    id: `chatcmpl-${head.id}`,
    object: 'chat.completion',
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason(done) }],
    usage,
    citations: presentCitations(citations),
  }
}

/** Waits for the end of an answer. */
export async function readWhole(events: AsyncIterable<AnswerEvent>) {
  let text = ''
  let reasoning = ''
  let citations: Citation[] = []
  for await (const { event, data } of events) {
    if (event === 'reasoning') reasoning += data.text
    if (event === 'delta') text += data.text
    if (event === 'replace') ({ text } = data)
    if (event === 'citations') citations = data
    if (event === 'done') return { text, reasoning, citations, done: data }
    if (event === 'error') return { failure: data.error }
  }
  throw new AppError('answer.failed')
}

/** Writes an answer as chunks, with its sources as the last text. */
export async function writeChunks(
  stream: SSEStreamingApi,
  { head, events, sentTexts }: Completion,
  { includesUsage }: { includesUsage: boolean },
) {
  const chunk = { ...head, id: `chatcmpl-${head.id}`, object: 'chat.completion.chunk' }
  const send = (data: object) => stream.writeSSE({ data: JSON.stringify(data) })
  const sendDelta = (delta: object, finish: string | null = null, more: object = {}) =>
    send({ ...chunk, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }], ...more })
  let text = ''
  let citations: Citation[] = []

  await sendDelta({ role: 'assistant', content: '' })
  for await (const { event, data } of events) {
    if (stream.aborted) return
    if (event === 'reasoning') await sendDelta({ reasoning_content: data.text })
    if (event === 'delta') {
      text += data.text
      await sendDelta({ content: data.text })
    }
    if (event === 'replace') {
      // The protocol cannot withdraw text, so the new text follows the old one.
      await sendDelta({ content: `${text ? '\n\n' : ''}${data.text}` })
      text = data.text
    }
    if (event === 'citations') citations = data
    if (event === 'error') {
      await send(toOpenAiError(data.error, statusOf(data.error)))
      return
    }
    if (event === 'done') {
      const sources = listSources(citations)
      if (sources) await sendDelta({ content: sources })
      await sendDelta({}, finishReason(data), { citations: presentCitations(citations) })
      if (includesUsage) await send({ ...chunk, choices: [], usage: usageOf(data, sentTexts, text) })
      await stream.writeSSE({ data: '[DONE]' })
    }
  }
}

function finishReason({ truncated }: AnswerDone): 'length' | 'stop' {
  return truncated ? 'length' : 'stop'
}

export function statusOf({ code }: ErrorBody): ContentfulStatusCode {
  // Every status of the error table allows a body.
  return (isErrorCode(code) ? errorStatus(code) : 500) as ContentfulStatusCode
}
