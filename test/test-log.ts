import { createLog, type Log } from '#server/platform/log.ts'

/** A silent log, unless the environment variable TEST_LOG sets a level. */
export const testLog: Log = createLog({ level: process.env.TEST_LOG ?? 'silent', readable: true })
