import { type Column, type SQL, sql } from 'drizzle-orm'

/**
 * The condition that a UUID column is one of `ids`, for lists of any length. They are one text parameter: a thousand
 * parameters, or an array that the driver must serialize, take longer than looking the rows up. Each id must be a UUID.
 */
export const isAnyOf = (column: Column, ids: readonly string[]): SQL =>
  sql`${column} = any(${`{${ids.join(',')}}`}::uuid[])`
