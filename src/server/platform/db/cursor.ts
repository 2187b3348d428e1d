/** Positions in paged lists, as the opaque `next` of one page and the `after` of the following one. */
import type { z } from 'zod'
import { AppError } from '#shared/errors.ts'

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
