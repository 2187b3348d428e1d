/** Positions in paged lists, as the opaque `next` of one page and the `after` of the following one. */
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'

/** A time in a cursor, as text: a JavaScript date has milliseconds, the columns microseconds. */
// The database has no year 0.
export const CursorTime = z.iso.datetime({ precision: 6 }).refine((time) => !time.startsWith('0000'))
/** A text in a cursor. No database can store a NUL. */
export const CursorText = z.string().refine((text) => !text.includes('\0'))
export const cursorTime = (column: AnyColumn | SQL) =>
  sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

export const encodeCursor = (cursor: object): string => Buffer.from(JSON.stringify(cursor)).toString('base64url')

/** Undefined for the first page. Throws AppError 'request.cursor' when `after` is not a cursor of this list. */
export function decodeCursor<Cursor>(schema: z.ZodType<Cursor>, after: string | undefined): Cursor | undefined {
  if (after === undefined) return undefined
  try {
    return schema.parse(JSON.parse(Buffer.from(after, 'base64url').toString()))
  } catch {
    throw new AppError('request.cursor', {}, { field: 'after' })
  }
}
