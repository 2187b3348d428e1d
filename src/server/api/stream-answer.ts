/**
 * An answer as server-sent events: `delta`, `citations`, `done`, or `error`. The answer goes on when the browser goes
 * away, so that a saved chat gets it all the same; only the person's stop ends it early.
 */
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { ANSWER_ID_HEADER, type AnswerEvent } from '#shared/chats.ts'
import { AppError } from '#shared/errors.ts'
import type { Answer } from '#server/chat/answer-question.ts'
import type { Env } from './context.ts'
import { toFailure } from './failures.ts'

type Prepared = {
  /** Of a saved chat. */
  chatId?: string
  answer(stream: { onText: (text: string) => void; signal: AbortSignal }): Promise<
    Answer & { messageId?: string; questionId?: string }
  >
}

/** A model may think for minutes; a proxy would take the silence for a dead connection. */
const KEEP_ALIVE_MS = 15_000

export function streamAnswer<E extends Env>(c: Context<E>, userId: string, prepared: Prepared) {
  const { log, answers } = c.get('services')
  const running = answers.begin({ userId, chatId: prepared.chatId })
  c.header(ANSWER_ID_HEADER, running.id)
  return streamSSE(c, async (stream) => {
    const write = ({ event, data }: AnswerEvent) => stream.writeSSE({ event, data: JSON.stringify(data) })
    const alive = setInterval(() => void stream.write(':\n\n'), KEEP_ALIVE_MS)
    try {
      const onText = (text: string) => void write({ event: 'delta', data: { text } })
      const answer = await prepared.answer({ onText, signal: running.signal })
      await write({ event: 'citations', data: answer.citations })
      const { messageId = null, questionId = null, engine, used, stopped } = answer
      await write({ event: 'done', data: { messageId, questionId, engine, used, stopped } })
    } catch (error) {
      const failure = error instanceof AppError ? error : new AppError('answer.failed', {}, { cause: error })
      log.error({ err: error, requestId: c.get('requestId') }, 'answer failed')
      await write({ event: 'error', data: toFailure(failure) })
    } finally {
      clearInterval(alive)
      running.end()
    }
  })
}
