/** The UTC day, such as 2026-03-31; sorts as text. */
export const utcDay = (moment: Date) => moment.toISOString().slice(0, 10)

/** The start of the next UTC day. */
export const nextUtcDay = (moment: Date) =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate() + 1))

export const secondsToNextUtcDay = (now: Date) => Math.ceil((nextUtcDay(now).getTime() - now.getTime()) / 1000)
