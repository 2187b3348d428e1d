import { defineConfig } from 'vitest/config'

/**
 * `*.test.ts` are rules and single pieces, run once. `*.itest.ts` stand on a database and run twice, on the embedded
 * one and on a PostgreSQL server: `vitest run --project embedded path`.
 */
const integration = { include: ['src/**/*.itest.ts', 'test/**/*.itest.ts'], testTimeout: 30_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    pool: 'forks',
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts', 'scripts/**/*.test.ts'] } },
      { test: { ...integration, name: 'embedded', globalSetup: 'test/setup-embedded.ts' } },
      { test: { ...integration, name: 'postgres', globalSetup: 'test/setup-postgres.ts' } },
    ],
  },
})
