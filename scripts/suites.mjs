// Runs the suites of `npm test` and counts how many of their tests passed and failed.
import { readFileSync, statfsSync } from 'node:fs'
import { availableParallelism, freemem } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from './build-web.mjs'
import { checks, runCheck } from './checks.mjs'
import { findOrInstallHeadlessShell } from './find-chromium.mjs'
import { bin, fastLoading, productEnv, productNode, root, runWithTimeout } from './run.mjs'
import { print } from './terminal.mjs'
import { countPlaywright, countVitest, failuresInPlaywright } from './test-reports.mjs'

export const REPORTS = join(root, '.cache', 'test')

/** Ends a suite that hangs. Every test has its own timeout, so a busy machine only takes longer. */
const SUITE_TIMEOUT_MS = 40 * 60_000
/** A filesystem in memory, and how much of it and of the memory must be free before tests use it. */
const MEMORY_FOLDER = '/dev/shm'
const MIN_FREE_BYTES = 4 * 1024 ** 3

/** More than there are cores: tests wait a third of their time or more, for a site, a lock or another process. */
const WORKERS = availableParallelism() + 2

/**
 * @typedef {{ suite: string, passed: number, failed: number, failures?: string[] }} SuiteResult
 * @typedef {{ suites: string[], files: string[] | null }} Run `files` is null for all
 */

/** Suites that are projects of vitest.config.ts: in one run, its workers are busy until the last of them ends. */
export const vitestSuites = ['unit', 'embedded', 'postgres']

/**
 * Runs suites that share a runner.
 * @param {Run} run
 * @returns {Promise<SuiteResult[]>}
 */
export async function runSuites({ suites, files }) {
  if (vitestSuites.includes(suites[0])) return runVitest(suites, files)
  const runners = { checks: runChecks, 'web build': buildWebAsTest, browser: () => runPlaywright(files) }
  return Promise.all(suites.map(async (suite) => ({ suite, ...(await runners[suite]()) })))
}

async function runChecks() {
  const results = await Promise.all(
    checks.map(async (check) => {
      const { ok, output } = await runCheck(check)
      if (!ok) print(`${check.name}:\n${output}`)
      return { name: check.name, ok }
    }),
  )
  const failures = results.filter(({ ok }) => !ok).map(({ name }) => name)
  return { passed: results.length - failures.length, failed: failures.length, failures }
}

async function buildWebAsTest() {
  await buildWeb()
  return { passed: 1, failed: 0 }
}

async function runVitest(suites, files) {
  const report = join(REPORTS, `${suites.join('-')}.json`)
  const projects = suites.flatMap((suite) => ['--project', suite])
  const reporters = ['--reporter=default', '--reporter=./scripts/vitest-report.mjs']
  const env = productEnv({
    ...fastLoading(),
    ...temporaryFolder(),
    CHROMIUM_PATH: await findOrInstallHeadlessShell(),
    TEST_REPORT: report,
  })
  const program = [bin('vitest'), 'run', ...projects, ...reporters, `--maxWorkers=${WORKERS}`, ...(files ?? [])]
  const code = await runWithTimeout(SUITE_TIMEOUT_MS, productNode(), program, { env })
  return countVitest(readReport(report), suites, code)
}

async function runPlaywright(files) {
  const report = join(REPORTS, 'browser.json')
  const env = productEnv({
    ...fastLoading(),
    ...temporaryFolder(),
    CHROMIUM_PATH: await findOrInstallHeadlessShell(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  })
  const program = [bin('playwright'), 'test', '--reporter=list,json', ...(files ?? [])]
  const code = await runWithTimeout(SUITE_TIMEOUT_MS, productNode(), program, { env })
  return { ...countPlaywright(readReport(report), code), failures: failuresInPlaywright(readReport(report)) }
}

/** Each test database is about a thousand files: they are created and deleted in memory where there is room. */
function temporaryFolder() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    return Math.min(bavail * bsize, freemem()) >= MIN_FREE_BYTES ? { TMPDIR: MEMORY_FOLDER } : {}
  } catch {
    return {}
  }
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
