// The suites of `npm test`. Each resolves to how many of its tests passed and failed.
import { readFileSync, statfsSync } from 'node:fs'
import { availableParallelism, freemem } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from './build-web.mjs'
import { checks, runCheck } from './checks.mjs'
import { findOrInstallHeadlessShell } from './find-chromium.mjs'
import { bin, fastLoading, productEnv, productNode, root, runWithTimeout } from './run.mjs'
import { print } from './terminal.mjs'
import { countPlaywright, countVitest, failuresInPlaywright, failuresInVitest } from './test-reports.mjs'

export const REPORTS = join(root, '.cache', 'test')

/** Ends a suite that hangs. Every test has its own timeout, so a busy machine only takes longer. */
const SUITE_TIMEOUT_MS = 40 * 60_000
/** A filesystem in memory, and how much of it and of the memory must be free before tests use it. */
const MEMORY_FOLDER = '/dev/shm'
const MIN_FREE_BYTES = 4 * 1024 ** 3

/** Integration tests wait a third of their time or more, for a site, a lock or another process. */
const INTEGRATION_WORKERS = availableParallelism() + 2

/**
 * @typedef {{ passed: number, failed: number, failures?: string[] }} Counts
 * @typedef {{ files: string[] | null }} RunOptions `files` is null for all
 */

/** @type {Record<string, (options: RunOptions) => Promise<Counts>>} */
export const suites = {
  checks: runChecks,
  'web build': buildWebAsTest,
  unit: (options) => runVitest('unit', options),
  embedded: (options) => runVitest('embedded', options, INTEGRATION_WORKERS),
  postgres: (options) => runVitest('postgres', options, INTEGRATION_WORKERS),
  browser: runPlaywright,
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

async function runVitest(project, { files }, workers) {
  const report = join(REPORTS, `${project}.json`)
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  if (workers) args.push(`--maxWorkers=${workers}`)
  const env = productEnv({ ...fastLoading(), ...temporaryFolder(), CHROMIUM_PATH: await findOrInstallHeadlessShell() })
  const program = [bin('vitest'), ...args, ...(files ?? [])]
  const code = await runWithTimeout(SUITE_TIMEOUT_MS, productNode(), program, { env })
  return { ...countVitest(readReport(report), code), failures: failuresInVitest(readReport(report)) }
}

async function runPlaywright({ files }) {
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
