/**
 * The answers that are being written, so that the person can stop one: in whichever process it is, through a
 * notification, since the request to stop may reach another one.
 */
import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { Database, Db } from '#server/db/database.ts'
import { savedChats } from '#server/db/schema/index.ts'

const CHANNEL = 'readback_stop_answer'
/** One answer, or whatever is being answered in a chat; always one person's. */
const Wish = z.object({ userId: z.string(), answerId: z.string().optional(), chatId: z.string().optional() })
type Wish = z.infer<typeof Wish>

export type RunningAnswers = {
  /** Enters an answer; `signal` is aborted when the person stops it, `end` takes it out again. */
  begin(answer: { userId: string; chatId?: string | undefined }): { id: string; signal: AbortSignal; end(): void }
  /** Stops what the wish names, here and in other processes; nothing when it has ended. */
  stop(wish: Wish): Promise<void>
  close(): Promise<void>
}

export async function openRunningAnswers(database: Database): Promise<RunningAnswers> {
  const running = new Map<string, { userId: string; chatId: string | undefined; abort: AbortController }>()
  const unlisten = await database.listen(CHANNEL, (payload) => stopHere(Wish.parse(JSON.parse(payload))))

  function stopHere({ userId, answerId, chatId }: Wish) {
    for (const [id, answer] of running) {
      const isMeant = answerId ? id === answerId : chatId !== undefined && answer.chatId === chatId
      if (isMeant && answer.userId === userId) answer.abort.abort()
    }
  }

  return {
    begin({ userId, chatId }) {
      const id = randomUUID()
      const abort = new AbortController()
      running.set(id, { userId, chatId, abort })
      return { id, signal: abort.signal, end: () => void running.delete(id) }
    },
    async stop(wish) {
      stopHere(wish)
      await database.db.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(wish)})`)
    },
    close: unlisten,
  }
}

type Services = { db: Db; answers: RunningAnswers }

/** Stops what is being answered in a saved chat. Throws AppError 'chat.not-found'. */
export async function stopChat({ db, answers }: Services, { userId, chatId }: { userId: string; chatId: string }) {
  const [chat] = await db
    .select({ id: savedChats.id })
    .from(savedChats)
    .where(and(eq(savedChats.id, chatId), eq(savedChats.userId, userId)))
  if (!chat) throw new AppError('chat.not-found')
  await answers.stop({ userId, chatId })
}
