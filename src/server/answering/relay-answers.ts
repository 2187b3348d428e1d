/**
 * Relays the events of an answer between processes: behind a load balancer, a browser that reconnects may reach another
 * process than the one that runs its answer. Requests and events travel as NOTIFY payloads.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AnswerEvent } from '#shared/chat/answer-stream.ts'
import type { Database } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'

const CHANNEL = 'readback_answer_relay'
/** A payload has at most 8,000 bytes; a character takes up to three, and JSON inside JSON escapes quotes twice. */
const CHUNK_CHARACTERS = 1_500
const FIND_TIMEOUT_MS = 1_000
const HEARTBEAT_MS = 10_000
/** Three missed heartbeats: the other process has died. */
const SILENCE_TIMEOUT_MS = 30_000

type AnswerRef = { userId: string; answerId: string }

export type AnswerRelay = {
  /**
   * The events of an answer that another process runs, from its beginning; null when none of them runs it. The stream
   * ends early when that process dies.
   */
  subscribeRemote(ref: AnswerRef): Promise<AsyncIterable<AnswerEvent> | null>
  close(): Promise<void>
}

const Subscribe = z.object({ from: z.string(), userId: z.string(), answerId: z.string() })
type Subscribe = z.infer<typeof Subscribe>
/**
 * Part of an event: `whole` marks an event's last chunk, `over` the end of the stream, an empty text a heartbeat. The
 * number makes equal chunks distinct: PostgreSQL drops duplicate notifications within a transaction.
 */
const Chunk = z.object({ to: z.string(), number: z.number(), text: z.string(), whole: z.boolean(), over: z.boolean() })
type Chunk = z.infer<typeof Chunk>

/** `findLocal` returns the events of an answer of this process, or null when it does not run it. */
export async function openAnswerRelay(
  database: Database,
  findLocal: (ref: AnswerRef) => AsyncIterable<AnswerEvent> | null,
): Promise<AnswerRelay> {
  const subscriptions = new Map<string, (chunk: Chunk) => void>()
  const send: Send = (...messages) => notify(database.db, CHANNEL, ...messages.map((each) => JSON.stringify(each)))
  const unlisten = await database.listen(CHANNEL, (payload) => {
    const message = z.union([Subscribe, Chunk]).parse(JSON.parse(payload))
    if ('to' in message) return subscriptions.get(message.to)?.(message)
    const events = findLocal(message)
    // The subscriber detects a broken stream by its timeout.
    if (events) void relayEvents(send, message.from, events).catch(() => undefined)
  })

  return {
    async subscribeRemote(ref) {
      if (database.kind === 'embedded') return null
      const from = randomUUID()
      const inbox = createInbox(() => subscriptions.delete(from))
      subscriptions.set(from, inbox.add)
      try {
        await send({ from, ...ref })
      } catch (error) {
        inbox.end()
        throw error
      }
      return (await inbox.waitForChunk()) ? joinChunks(inbox) : null
    },
    close: unlisten,
  }
}

type Send = (...messages: (Chunk | Subscribe)[]) => Promise<void>

/** Sends a heartbeat first, which says that this process runs the answer. */
async function relayEvents(send: Send, to: string, events: AsyncIterable<AnswerEvent>) {
  const heartbeat = { to, number: 0, text: '', whole: false, over: false }
  await send(heartbeat)
  const timer = setInterval(() => void send(heartbeat).catch(() => undefined), HEARTBEAT_MS)
  try {
    for await (const event of events) {
      const texts = split(JSON.stringify(event))
      const last = texts.length - 1
      await send(...texts.map((text, number) => ({ to, number, text, whole: number === last, over: false })))
    }
    await send({ ...heartbeat, over: true })
  } finally {
    clearInterval(timer)
  }
}

type Inbox = ReturnType<typeof createInbox>

/**
 * The chunks that a subscription has received and not read yet. Calls `onEnd` with the last chunk, and when none
 * arrives in time: nobody may read them, because the browser has left.
 */
export function createInbox(onEnd: () => void) {
  const chunks: Chunk[] = []
  let hasEnded = false
  let changed = Promise.withResolvers<void>()
  let timer = setTimeout(end, FIND_TIMEOUT_MS)
  function end() {
    clearTimeout(timer)
    hasEnded = true
    changed.resolve()
    onEnd()
  }
  return {
    add(chunk: Chunk) {
      chunks.push(chunk)
      clearTimeout(timer)
      if (chunk.over) return end()
      timer = setTimeout(end, SILENCE_TIMEOUT_MS)
      changed.resolve()
    },
    take: () => chunks.shift(),
    /** False at the end. */
    async waitForChunk(): Promise<boolean> {
      await changed.promise
      if (!hasEnded) changed = Promise.withResolvers()
      return chunks.length > 0 || !hasEnded
    },
    end,
  }
}

async function* joinChunks(inbox: Inbox): AsyncGenerator<AnswerEvent> {
  let text = ''
  try {
    do {
      for (let chunk = inbox.take(); chunk; chunk = inbox.take()) {
        if (chunk.over) return
        text += chunk.text
        if (!chunk.whole) continue
        // Not parsed by a schema: another process of this installation wrote it from the same type.
        yield JSON.parse(text) as AnswerEvent
        text = ''
      }
    } while (await inbox.waitForChunk())
  } finally {
    inbox.end()
  }
}

function split(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / CHUNK_CHARACTERS) }, (_, index) =>
    text.slice(index * CHUNK_CHARACTERS, (index + 1) * CHUNK_CHARACTERS),
  )
}
