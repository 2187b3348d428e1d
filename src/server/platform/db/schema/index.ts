/** Every table, for Drizzle and its migrations. */
export * from './accounts.ts'
export * from './credits.ts'
export * from './crawls.ts'
export * from './chats.ts'
export * from './checks.ts'
export * from './conflicts.ts'
export * from './golden.ts'
export * from './admin.ts'
