/**
 * An answer that one process writes, followed in another: behind a proxy the browser that lost its connection may come
 * back to whichever is next. It is asked for by a notification, and its events come as notifications, cut into pieces.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AnswerEvent } from '#shared/answer-stream.ts'
import type { Database } from '#server/db/database.ts'
import { notify } from '#server/db/notify.ts'

const CHANNEL = 'readback_lent_answers'
/** A notification carries at most 8,000 bytes; a character has up to three, and quotes are written twice. */
const PIECE_CHARACTERS = 1_500
const FOUND_WITHIN_MS = 1_000
const STILL_HERE_MS = 10_000
/** A process that has died says nothing more. */
const SILENT_FOR_MS = 30_000

type Which = { userId: string; answerId: string }

export type LentAnswers = {
  /** The events of an answer that another process writes, from its beginning; null when none has it. They end early when that one dies. */
  borrow(which: Which): Promise<AsyncIterable<AnswerEvent> | null>
  close(): Promise<void>
}

const Asked = z.object({ from: z.string(), userId: z.string(), answerId: z.string() })
/**
 * `whole` with the last piece of an event; `over` after the last event. Numbered, since of two alike in one transaction
 * only one would arrive.
 */
const Piece = z.object({ to: z.string(), number: z.number(), text: z.string(), whole: z.boolean(), over: z.boolean() })
type Piece = z.infer<typeof Piece>

/** `find` answers the events of an answer of this process, from its beginning; null when it has none of that name. */
export async function openLentAnswers(database: Database, find: (which: Which) => AsyncIterable<AnswerEvent> | null): Promise<LentAnswers> {
  const waiting = new Map<string, (piece: Piece) => void>()
  const unlisten = await database.listen(CHANNEL, (payload) => {
    const note = z.union([Asked, Piece]).parse(JSON.parse(payload))
    if ('to' in note) return waiting.get(note.to)?.(note)
    const events = find(note)
    // Whoever asked finds out by itself when what it borrowed breaks off.
    if (events) void lend(note.from, events).catch(() => undefined)
  })

  async function tell(...notes: (Piece | z.infer<typeof Asked>)[]) {
    await notify(database.db, CHANNEL, ...notes.map((note) => JSON.stringify(note)))
  }

  async function lend(to: string, events: AsyncIterable<AnswerEvent>) {
    const nothing = { to, number: 0, text: '', whole: false, over: false }
    await tell(nothing)
    const alive = setInterval(() => void tell(nothing).catch(() => undefined), STILL_HERE_MS)
    try {
      for await (const event of events) {
        const pieces = cut(JSON.stringify(event))
        await tell(...pieces.map((text, number) => ({ ...nothing, number, text, whole: number === pieces.length - 1 })))
      }
      await tell({ ...nothing, over: true })
    } finally {
      clearInterval(alive)
    }
  }

  return {
    async borrow(which) {
      if (database.kind === 'embedded') return null
      const from = randomUUID()
      const pieces: Piece[] = []
      let news = Promise.withResolvers<boolean>()
      waiting.set(from, (piece) => {
        pieces.push(piece)
        news.resolve(true)
      })
      /** False when none came in time. */
      const more = async (withinMs: number) => {
        const late = setTimeout(() => news.resolve(false), withinMs)
        const came = await news.promise
        clearTimeout(late)
        news = Promise.withResolvers()
        return came
      }
      await tell({ from, ...which })
      if (await more(FOUND_WITHIN_MS)) return received(pieces, () => more(SILENT_FOR_MS), () => waiting.delete(from))
      waiting.delete(from)
      return null
    },
    close: unlisten,
  }
}

async function* received(pieces: Piece[], more: () => Promise<boolean>, end: () => void): AsyncGenerator<AnswerEvent> {
  let text = ''
  try {
    do {
      for (let piece = pieces.shift(); piece; piece = pieces.shift()) {
        if (piece.over) return
        text += piece.text
        if (!piece.whole) continue
        // Another process of this product wrote it, from the same type.
        yield JSON.parse(text) as AnswerEvent
        text = ''
      }
    } while (await more())
  } finally {
    end()
  }
}

function cut(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / PIECE_CHARACTERS) }, (_, index) => text.slice(index * PIECE_CHARACTERS, (index + 1) * PIECE_CHARACTERS))
}
