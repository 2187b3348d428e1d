/**
 * Runs answers in the background. An answer continues when the browser disconnects. The browser can subscribe again and
 * the user can stop the answer, both through any process of the installation.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AnswerEvent } from '#shared/chat/answer-stream.ts'
import { AppError } from '#shared/errors.ts'
import type { AnswerLimits } from '#shared/limits.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'
import { assertOwnChat, type ChatOf } from '#server/platform/db/ownership.ts'
import { type AnswerSemaphore, createAnswerSemaphore } from './answer-semaphore.ts'
import { openAnswerRelay } from './relay-answers.ts'

const STOP_CHANNEL = 'readback_stop_answer'
/** One answer, or all answers in a chat, of one user. */
const StopRequest = z.object({ userId: z.string(), answerId: z.string().optional(), chatId: z.string().optional() })
type StopRequest = z.infer<typeof StopRequest>

/** How long the events of a finished answer stay available to a browser that reconnects. */
const KEEP_FINISHED_MS = 60_000

type AnswerRef = { userId: string; answerId: string }

export type AnswerRunner = {
  /**
   * Calls `write` once a slot is free and records its events for subscribers. `signal` is aborted when the answer is
   * stopped. `write` must not throw. Throws as `acquireSlot` does.
   */
  start(answer: { userId: string; chatId?: string | undefined; limits: AnswerLimits }, write: Write): { id: string }
  /** A slot for an answer that is returned whole, without events. */
  acquireSlot: AnswerSemaphore['acquire']
  count: AnswerSemaphore['count']
  /**
   * The events of an answer from its beginning to its end, whichever process runs it. Throws AppError
   * 'answer.not-found'.
   */
  subscribe(ref: AnswerRef): Promise<AsyncIterable<AnswerEvent>>
  /** Stops matching answers in every process. */
  stop(request: StopRequest): Promise<void>
  /**
   * For shutdown: waits `graceMs` for running answers, then stops the rest, which saves them as far as they are
   * written. An answer without text yet fails with 'server.starting'.
   */
  drain(graceMs: number): Promise<void>
  close(): Promise<void>
}

type Write = (run: { emit: (event: AnswerEvent) => void; signal: AbortSignal }) => Promise<void>

type Run = {
  userId: string
  chatId: string | undefined
  abort: AbortController
  events: AnswerEvent[]
  isFinished: boolean
  finished: Promise<void>
  /** Resolves at the next event or at the end, and is then replaced. */
  changed: PromiseWithResolvers<void>
}

/** `maxConcurrent` holds over all processes. */
export async function openAnswerRunner(
  database: Database,
  { maxConcurrent }: { maxConcurrent: number },
): Promise<AnswerRunner> {
  const runs = new Map<string, Run>()
  const semaphore = createAnswerSemaphore(database.semaphore, maxConcurrent)
  const unlisten = await database.listen(STOP_CHANNEL, (payload) => stopHere(StopRequest.parse(JSON.parse(payload))))
  const relay = await openAnswerRelay(database, localEvents)

  function localEvents({ userId, answerId }: AnswerRef) {
    const run = runs.get(answerId)
    return run?.userId === userId ? eventsOf(run) : null
  }

  function stopHere({ userId, answerId, chatId }: StopRequest) {
    for (const [id, run] of runs) {
      const matches = answerId ? id === answerId : chatId !== undefined && run.chatId === chatId
      if (matches && run.userId === userId) run.abort.abort()
    }
  }

  return {
    acquireSlot: semaphore.acquire,
    count: semaphore.count,
    start({ userId, chatId, limits }, write) {
      const abort = new AbortController()
      const slot = semaphore.acquire(userId, limits, abort.signal)
      const id = randomUUID()
      const run = createRun({ userId, chatId, abort })
      runs.set(id, run)
      run.finished = slot.then(async (release) => {
        const emit = (event: AnswerEvent) => addEvent(run, event)
        await write({ emit, signal: abort.signal }).finally(release)
        run.isFinished = true
        wakeSubscribers(run)
        setTimeout(() => runs.delete(id), KEEP_FINISHED_MS).unref()
      })
      return { id }
    },
    async subscribe(ref) {
      const events = localEvents(ref) ?? (await relay.subscribeRemote(ref))
      if (!events) throw new AppError('answer.not-found')
      return events
    },
    async stop(request) {
      stopHere(request)
      await notify(database.db, STOP_CHANNEL, JSON.stringify(request))
    },
    async drain(graceMs) {
      const unfinished = [...runs.values()].filter(({ isFinished }) => !isFinished)
      const abortAll = () => unfinished.forEach(({ abort }) => abort.abort(new AppError('server.starting')))
      const timer = setTimeout(abortAll, graceMs)
      await Promise.all(unfinished.map(({ finished }) => finished))
      clearTimeout(timer)
    },
    async close() {
      semaphore.close()
      await relay.close()
      await unlisten()
    },
  }
}

function createRun(answer: Pick<Run, 'userId' | 'chatId' | 'abort'>): Run {
  return {
    ...answer,
    events: [],
    isFinished: false,
    finished: Promise.resolve(),
    changed: Promise.withResolvers(),
  }
}

function addEvent(run: Run, event: AnswerEvent) {
  run.events.push(event)
  wakeSubscribers(run)
}

function wakeSubscribers(run: Run) {
  run.changed.resolve()
  run.changed = Promise.withResolvers()
}

async function* eventsOf(run: Run): AsyncGenerator<AnswerEvent> {
  let sent = 0
  for (;;) {
    // Read before the events: an event that is added during a `yield` resolves this promise.
    const changed = run.changed.promise
    while (sent < run.events.length) {
      const event = run.events[sent]
      sent++
      if (event) yield event
    }
    if (run.isFinished && sent === run.events.length) return
    await changed
  }
}

/** Stops the answer being written in a saved chat. Throws AppError 'chat.not-found'. */
export async function stopChatAnswer({ db, answers }: { db: Db; answers: AnswerRunner }, chat: ChatOf) {
  await assertOwnChat(db, chat)
  await answers.stop(chat)
}
