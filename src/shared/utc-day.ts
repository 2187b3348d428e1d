/** The UTC day of a moment, as 2026-03-31; as text such days stand in their order. */
export const utcDay = (moment: Date) => moment.toISOString().slice(0, 10)

/** The beginning of the next UTC day. */
export const nextUtcDay = (moment: Date) =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate() + 1))
