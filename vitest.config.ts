import { availableParallelism } from 'node:os'
import { defaultExclude, defineConfig } from 'vitest/config'
import { integrationTests } from './scripts/test-files.mjs'

/** Loads modules and compiles the embedded engine once per worker, not once per file: tests restore what they change. */
const isolate = false

/** Which integration tests run on which database: scripts/test-files.mjs. */
const integration = {
  include: ['src/**/*.itest.ts', 'test/**/*.itest.ts'],
  testTimeout: 90_000,
  hookTimeout: 120_000,
  isolate,
}

export default defineConfig({
  test: {
    pool: 'forks',
    // One more than there are cores: tests wait a third of their time, for a site or a lock.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'unit',
          testTimeout: 30_000,
          isolate,
          include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
      {
        test: {
          ...integration,
          name: 'embedded',
          exclude: [...defaultExclude, ...integrationTests.notOnEmbedded],
          globalSetup: 'test/setup-embedded.ts',
        },
      },
      {
        test: {
          ...integration,
          name: 'postgres',
          include: integrationTests.onPostgres,
          exclude: [...defaultExclude, ...integrationTests.notOnPostgres],
          globalSetup: 'test/setup-postgres.ts',
        },
      },
      // npm run test:long
      { test: { ...integration, name: 'long', include: ['src/**/*.long.ts'], globalSetup: 'test/setup-embedded.ts' } },
    ],
  },
})
