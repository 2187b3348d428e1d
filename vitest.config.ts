import { availableParallelism } from 'node:os'
import { relative } from 'node:path'
import { defaultExclude, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { integrationTests, isSlow } from './scripts/test-files.mjs'

/**
 * Loads modules and compiles the embedded engine once per worker, not once per file: tests restore what they change.
 */
const isolate = false

/**
 * V8 aborts now and then when it frees compiled WebAssembly code while engine threads come and go
 * (https://github.com/nodejs/node/issues/64500). A test worker starts dozens of them: it keeps all code until it ends.
 */
const keepEngineCode = ['--no-wasm-code-gc']

/** Starts the slow files first, so that no worker is left alone with one of them at the end. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isSlowFile = ({ moduleId }: TestSpecification) =>
      isSlow(relative(import.meta.dirname, moduleId).replaceAll('\\', '/'))
    const sorted = await super.sort(files)
    return [...sorted.filter(isSlowFile), ...sorted.filter((file) => !isSlowFile(file))]
  }
}

/** Which integration tests run on which database: scripts/test-files.mjs. */
const integration = {
  include: ['src/**/*.itest.ts', 'test/**/*.itest.ts'],
  testTimeout: 120_000,
  hookTimeout: 180_000,
  isolate,
}

export default defineConfig({
  test: {
    pool: 'forks',
    // Two more than there are cores: tests wait half of their time, for a site, a lock or a lease.
    maxWorkers: availableParallelism() + 2,
    // A second, the default, is too short on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: 'unit',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          isolate,
          include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
      {
        test: {
          ...integration,
          name: 'embedded',
          execArgv: keepEngineCode,
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
