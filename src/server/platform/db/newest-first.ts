import { type AnyColumn, desc, sql } from 'drizzle-orm'
import { z } from 'zod'
import { CursorTime, cursorTime, decodeCursor, encodeCursor } from './cursor.ts'

/** `after` is the `next` of the previous page. */
export type PageQuery = { after?: string | undefined; limit?: number | undefined }

const Cursor = z.object({ at: CursorTime, id: z.uuid() })

/**
 * The parts of a query that pages a list by its columns `at` and `id`, newest first. Select `cursorAt` as well, ask for
 * `rows` rows, and pass them to `cut`. Throws AppError 'request.cursor' for an invalid `after`.
 */
export function newestFirst(columns: { at: AnyColumn; id: AnyColumn }, { after, limit = 100 }: PageQuery) {
  const { at, id } = columns
  const cursor = decodeCursor(Cursor, after)
  return {
    cursorAt: cursorTime(at),
    where: cursor && sql`(${at}, ${id}) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`,
    orderBy: [desc(at), desc(id)],
    /** One more than a page, to know whether there is a next one. */
    rows: limit + 1,
    cut<Row extends { cursorAt: string; id: string }>(rows: Row[]): { shown: Row[]; next: string | null } {
      const shown = rows.slice(0, limit)
      const last = rows.length > limit ? shown.at(-1) : undefined
      return { shown, next: last ? encodeCursor({ at: last.cursorAt, id: last.id }) : null }
    },
  }
}
