/**
 * The answers that are being written. A person can stop one, in whichever process it is, through a notification, since
 * the request to stop may reach another one; and a browser that lost its connection can pick one up again where it is.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { AnswerEvent } from '#shared/chats.ts'
import { AppError } from '#shared/errors.ts'
import type { Database, Db } from '#server/db/database.ts'
import { savedChats } from '#server/db/schema/index.ts'
import { ownChat } from './own-chat.ts'

const CHANNEL = 'readback_stop_answer'
/** One answer, or whatever is being answered in a chat; always one person's. */
const Wish = z.object({ userId: z.string(), answerId: z.string().optional(), chatId: z.string().optional() })
type Wish = z.infer<typeof Wish>

/** An answer that has ended can be picked up for so long: by then a browser has found its connection again. */
const KEPT_MS = 60_000

export type RunningAnswers = {
  /**
   * Runs `write` to its end, whoever listens. `signal` is aborted when the person stops the answer; what it tells is
   * kept for those who follow. `write` does not throw.
   */
  run(answer: { userId: string; chatId?: string | undefined }, write: Write): { id: string }
  /** The events of an answer from its beginning, those to come included. Throws AppError 'answer.not-found'. */
  follow(answer: { userId: string; answerId: string }): AsyncIterable<AnswerEvent>
  /** Stops what the wish names, here and in other processes; nothing when it has ended. */
  stop(wish: Wish): Promise<void>
  close(): Promise<void>
}

type Write = (to: { tell: (event: AnswerEvent) => void; signal: AbortSignal }) => Promise<void>

type Running = {
  userId: string
  chatId: string | undefined
  abort: AbortController
  events: AnswerEvent[]
  ended: boolean
  /** Resolved and renewed whenever something new is told. */
  news: PromiseWithResolvers<void>
}

export async function openRunningAnswers(database: Database): Promise<RunningAnswers> {
  const answers = new Map<string, Running>()
  const unlisten = await database.listen(CHANNEL, (payload) => stopHere(Wish.parse(JSON.parse(payload))))

  function stopHere({ userId, answerId, chatId }: Wish) {
    for (const [id, answer] of answers) {
      const isMeant = answerId ? id === answerId : chatId !== undefined && answer.chatId === chatId
      if (isMeant && answer.userId === userId) answer.abort.abort()
    }
  }

  return {
    run({ userId, chatId }, write) {
      const id = randomUUID()
      const answer: Running = { userId, chatId, abort: new AbortController(), events: [], ended: false, news: Promise.withResolvers() }
      answers.set(id, answer)
      const announce = () => {
        answer.news.resolve()
        answer.news = Promise.withResolvers()
      }
      const tell = (event: AnswerEvent) => {
        answer.events.push(event)
        announce()
      }
      void write({ tell, signal: answer.abort.signal }).finally(() => {
        answer.ended = true
        announce()
        setTimeout(() => answers.delete(id), KEPT_MS).unref()
      })
      return { id }
    },
    follow({ userId, answerId }) {
      const answer = answers.get(answerId)
      if (answer?.userId !== userId) throw new AppError('answer.not-found')
      return eventsOf(answer)
    },
    async stop(wish) {
      stopHere(wish)
      await database.db.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(wish)})`)
    },
    close: unlisten,
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
export async function stopChat({ db, answers }: Services, { userId, chatId }: { userId: string; chatId: string }) {
  const [chat] = await db
    .select({ id: savedChats.id })
    .from(savedChats)
    .where(ownChat({ userId, chatId }))
  if (!chat) throw new AppError('chat.not-found')
  await answers.stop({ userId, chatId })
}
