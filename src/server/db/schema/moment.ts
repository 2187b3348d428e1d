import { timestamp } from 'drizzle-orm/pg-core'

/** A column for a point in time, kept in UTC and told with its zone. */
export const moment = (name: string) => timestamp(name, { withTimezone: true })
