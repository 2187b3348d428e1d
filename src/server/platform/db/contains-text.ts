import { type SQL, sql } from 'drizzle-orm'

/** The condition that a column contains `text` literally, ignoring case. */
export const containsText = (column: SQL, text: string) =>
  sql`${column} ilike ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`
