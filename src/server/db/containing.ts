/** The condition that a column holds `words` as they stand, whatever their case. */
import { type SQL, sql } from 'drizzle-orm'

export const containing = (column: SQL, words: string) =>
  sql`${column} ilike ${`%${words.replace(/[\\%_]/g, '\\$&')}%`}`
