import { availableParallelism } from 'node:os'
import { defaultExclude, defineConfig } from 'vitest/config'

/**
 * `*.test.ts` are rules and single pieces, run once. `*.itest.ts` stand on a database and run twice, on the embedded
 * one and on a PostgreSQL server: `vitest run --project embedded path`.
 */
const integration = {
  include: ['src/**/*.itest.ts', 'test/**/*.itest.ts'],
  testTimeout: 90_000,
  hookTimeout: 120_000,
  // The server's modules and the engine's program are loaded once a worker instead of once a file.
  isolate: false,
}
/** What is true of one database only is tested on that one. */
const elsewhere = (folder: string) => [...defaultExclude, `src/server/db/${folder}/**`]
/** What only several processes of one installation can show: the embedded database has one. */
const severalProcesses = ['src/server/jobs/several-processes.itest.ts', 'src/server/chat/lend-answers.itest.ts', 'src/server/chat/answer-turns.itest.ts']

export default defineConfig({
  test: {
    pool: 'forks',
    // One more than there are cores: a third of what a test takes is waiting, for a site, a turn, a lock.
    maxWorkers: availableParallelism() + 1,
    projects: [
      { test: { name: 'unit', testTimeout: 30_000, include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts', 'scripts/**/*.test.ts'] } },
      { test: { ...integration, name: 'embedded', exclude: [...elsewhere('postgres'), ...severalProcesses], globalSetup: 'test/setup-embedded.ts' } },
      { test: { ...integration, name: 'postgres', exclude: elsewhere('embedded'), globalSetup: 'test/setup-postgres.ts' } },
      // Asked for by name; too long for every day.
      { test: { ...integration, name: 'long', include: ['src/**/*.long.ts'], globalSetup: 'test/setup-embedded.ts' } },
    ],
  },
})
