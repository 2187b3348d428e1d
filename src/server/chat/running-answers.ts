/**
 * The answers that are being written. A person can stop one, in whichever process it is, through a notification, since
 * the request to stop may reach another one; and a browser that lost its connection can pick one up again where it is.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AnswerEvent } from '#shared/answer-stream.ts'
import { AppError } from '#shared/errors.ts'
import type { PersonLimits } from '#shared/limits.ts'
import type { Database, Db } from '#server/db/database.ts'
import { notify } from '#server/db/notify.ts'
import { type AnswerTurns, createAnswerTurns } from './answer-turns.ts'
import { openLentAnswers } from './lend-answers.ts'
import { assertOwnChat, type ChatOf } from './own-chat.ts'

const CHANNEL = 'readback_stop_answer'
/** One answer, or whatever is being answered in a chat; always one person's. */
const Wish = z.object({ userId: z.string(), answerId: z.string().optional(), chatId: z.string().optional() })
type Wish = z.infer<typeof Wish>

/** An answer that has ended can be picked up for so long: by then a browser has found its connection again. */
const KEPT_MS = 60_000

export type RunningAnswers = {
  /**
   * Runs `write` to its end, whoever listens, once it is this answer's turn. `signal` is aborted when the person stops
   * the answer; what it tells is kept for those who follow. `write` does not throw; this does, as `takeTurn`.
   */
  run(answer: { userId: string; chatId?: string | undefined; limits: PersonLimits }, write: Write): { id: string }
  /** For an answer that nobody follows as it is written. */
  takeTurn: AnswerTurns['take']
  count: AnswerTurns['count']
  /**
   * The events of an answer from its beginning, those to come included, whichever process writes it. Throws AppError
   * 'answer.not-found'.
   */
  follow(answer: { userId: string; answerId: string }): Promise<AsyncIterable<AnswerEvent>>
  /** Stops what the wish names, here and in other processes; nothing when it has ended. */
  stop(wish: Wish): Promise<void>
  /**
   * Before the process ends: waits `graceMs` for the answers that are being written and stops the rest, so that each is
   * kept as far as it came. One without a word yet, or whose turn has not come, fails with 'server.starting'.
   */
  settle(graceMs: number): Promise<void>
  close(): Promise<void>
}

type Write = (to: { tell: (event: AnswerEvent) => void; signal: AbortSignal }) => Promise<void>

type Running = {
  userId: string
  chatId: string | undefined
  abort: AbortController
  events: AnswerEvent[]
  ended: boolean
  /** Resolves with its end. */
  over: Promise<void>
  /** Resolved and renewed whenever something new is told. */
  news: PromiseWithResolvers<void>
}

/** `most` answers are written at once, over all processes. */
export async function openRunningAnswers(database: Database, { most }: { most: number }): Promise<RunningAnswers> {
  const answers = new Map<string, Running>()
  const turns = createAnswerTurns(database.places, most)
  const unlisten = await database.listen(CHANNEL, (payload) => stopHere(Wish.parse(JSON.parse(payload))))

  const find = ({ userId, answerId }: { userId: string; answerId: string }) => {
    const answer = answers.get(answerId)
    return answer?.userId === userId ? eventsOf(answer) : null
  }
  const lent = await openLentAnswers(database, find)

  function stopHere({ userId, answerId, chatId }: Wish) {
    for (const [id, answer] of answers) {
      const isMeant = answerId ? id === answerId : chatId !== undefined && answer.chatId === chatId
      if (isMeant && answer.userId === userId) answer.abort.abort()
    }
  }

  return {
    takeTurn: turns.take,
    count: turns.count,
    run({ userId, chatId, limits }, write) {
      const abort = new AbortController()
      const turn = turns.take(userId, limits, abort.signal)
      const id = randomUUID()
      const answer: Running = { userId, chatId, abort, events: [], ended: false, over: Promise.resolve(), news: Promise.withResolvers() }
      answers.set(id, answer)
      const announce = () => {
        answer.news.resolve()
        answer.news = Promise.withResolvers()
      }
      const tell = (event: AnswerEvent) => {
        answer.events.push(event)
        announce()
      }
      answer.over = turn.then(async (endTurn) => {
        await write({ tell, signal: answer.abort.signal }).finally(endTurn)
        answer.ended = true
        announce()
        setTimeout(() => answers.delete(id), KEPT_MS).unref()
      })
      return { id }
    },
    async follow(which) {
      const events = find(which) ?? (await lent.borrow(which))
      if (!events) throw new AppError('answer.not-found')
      return events
    },
    async stop(wish) {
      stopHere(wish)
      await notify(database.db, CHANNEL, JSON.stringify(wish))
    },
    async settle(graceMs) {
      const under = [...answers.values()].filter(({ ended }) => !ended)
      const rest = setTimeout(() => under.forEach(({ abort }) => abort.abort(new AppError('server.starting'))), graceMs)
      await Promise.all(under.map(({ over }) => over))
      clearTimeout(rest)
    },
    async close() {
      turns.close()
      await lent.close()
      await unlisten()
    },
  }
}

async function* eventsOf(answer: Running): AsyncGenerator<AnswerEvent> {
  for (let told = 0; ; ) {
    const news = answer.news.promise
    for (; told < answer.events.length; told++) {
      const event = answer.events[told]
      if (event) yield event
    }
    if (answer.ended && told === answer.events.length) return
    await news
  }
}

type Services = { db: Db; answers: RunningAnswers }

/** Stops what is being answered in a saved chat. Throws AppError 'chat.not-found'. */
export async function stopChat({ db, answers }: Services, who: ChatOf) {
  await assertOwnChat(db, who)
  await answers.stop(who)
}
