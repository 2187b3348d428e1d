/**
 * An answer as server-sent events: `delta`, `citations`, `done`, or `error`. The answer goes on when the browser goes
 * away, so that a saved chat gets it all the same; only the person's stop ends it early.
 */
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { ANSWER_ID_HEADER } from '#shared/answer-stream.ts'
import { AppError } from '#shared/errors.ts'
import { personLimits } from '#shared/limits.ts'
import type { Tier } from '#shared/plans.ts'
import type { Answer } from '#server/chat/answer-question.ts'
import { withLogFields } from '#server/log.ts'
import type { Services } from '#server/services.ts'
import type { Env } from './context.ts'
import { toFailure } from './failures.ts'
import type { AnswerOutcome } from './open-metrics.ts'

type Prepared = {
  /** Of a saved chat. */
  chatId?: string
  answer(stream: { onText: (text: string) => void; signal: AbortSignal }): Promise<
    Answer & { messageId?: string; questionId?: string }
  >
}

/** A model may think for minutes; a proxy would take the silence for a dead connection. */
const KEEP_ALIVE_MS = 15_000

/** Begins the answer, now or once it is its turn, and follows it. Throws AppError 'answer.too-many', 'answer.server-full'. */
export function streamAnswer<E extends Env>(c: Context<E>, user: { id: string; tier: Tier }, prepared: Prepared) {
  const { answers }: Services = c.get('services')
  const asked = { userId: user.id, chatId: prepared.chatId, limits: personLimits[user.tier] }
  const askedAt = performance.now()
  const write = (to: To) => writeAnswer(c, prepared, { ...to, askedAt })
  const { id } = withLogFields({ chatId: prepared.chatId }, () => answers.run(asked, write))
  return followAnswer(c, { userId: user.id, answerId: id })
}

type To = Parameters<Parameters<Services['answers']['run']>[1]>[0]

/** Tells the answer as it comes, and how it went. */
async function writeAnswer<E extends Env>(c: Context<E>, prepared: Prepared, { tell, signal, askedAt }: To & { askedAt: number }) {
  const { log }: Services = c.get('services')
  const secondsSoFar = () => (performance.now() - askedAt) / 1000
  let firstWordSeconds: number | null = null
  let outcome: AnswerOutcome = 'failed'
  try {
    const onText = (text: string) => {
      firstWordSeconds ??= secondsSoFar()
      tell({ event: 'delta', data: { text } })
    }
    const answer = await prepared.answer({ onText, signal })
    tell({ event: 'citations', data: answer.citations })
    outcome = answer.stopped ? 'stopped' : 'done'
    const { messageId = null, questionId = null, engine, used, stopped, uncited, nearest, offers } = answer
    const beyond = { ...(uncited && { uncited }), ...(nearest && { nearest }), ...(offers && { offers }) }
    tell({ event: 'done', data: { messageId, questionId, engine, used, stopped, ...beyond } })
  } catch (error) {
    log.error({ err: error }, 'answer failed')
    const failure = error instanceof AppError ? error : new AppError('answer.failed', {}, { cause: error })
    tell({ event: 'error', data: toFailure(failure) })
  } finally {
    c.get('metrics').answered({ outcome, firstWordSeconds, seconds: secondsSoFar() })
  }
}

/** The answer from its beginning, also for a browser that comes back to it. Throws AppError 'answer.not-found'. */
export async function followAnswer<E extends Env>(c: Context<E>, which: { userId: string; answerId: string }) {
  const { answers }: Services = c.get('services')
  const told = await answers.follow(which)
  c.header(ANSWER_ID_HEADER, which.answerId)
  return streamSSE(c, async (stream) => {
    const alive = setInterval(() => void stream.write(':\n\n'), KEEP_ALIVE_MS)
    try {
      for await (const { event, data } of told) {
        if (stream.aborted) break
        await stream.writeSSE({ event, data: JSON.stringify(data) })
      }
    } finally {
      clearInterval(alive)
    }
  })
}
