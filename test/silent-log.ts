import { createLog, type Log } from '#server/log.ts'

/** Says nothing, unless TEST_LOG names a level. */
export const silentLog: Log = createLog({ level: process.env.TEST_LOG ?? 'silent', readable: true })
