/**
 * An answer as server-sent events: `delta`, `citations`, `done`, or `error`. The answer goes on when the browser goes
 * away, so that a saved chat gets it all the same.
 */
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { AnswerEvent, Citation } from '#shared/chats.ts'
import { AppError } from '#shared/errors.ts'
import type { Env } from './context.ts'
import { toFailure } from './failures.ts'

type Prepared = {
  answer(stream: { onText: (text: string) => void }): Promise<{
    citations: Citation[]
    engine: string
    passagesUsed: number
    pagesUsed: number
    messageId?: string
  }>
}

export function streamAnswer<E extends Env>(c: Context<E>, prepared: Prepared) {
  const log = c.get('services').log
  return streamSSE(c, async (stream) => {
    const write = ({ event, data }: AnswerEvent) => stream.writeSSE({ event, data: JSON.stringify(data) })
    try {
      const answer = await prepared.answer({ onText: (text) => void write({ event: 'delta', data: { text } }) })
      await write({ event: 'citations', data: answer.citations })
      const { messageId = null, engine, passagesUsed, pagesUsed } = answer
      await write({ event: 'done', data: { messageId, engine, passagesUsed, pagesUsed } })
    } catch (error) {
      const failure = error instanceof AppError ? error : new AppError('answer.failed', {}, { cause: error })
      log.error({ err: error, requestId: c.get('requestId') }, 'answer failed')
      await write({ event: 'error', data: toFailure(failure) })
    }
  })
}
