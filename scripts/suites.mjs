// What `npm test` runs, in this order. Each suite answers how many of its tests passed and failed.
import { readFileSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { buildWeb } from './build-web.mjs'
import { checks, runCheck } from './checks.mjs'
import { findOrInstallChromium, findOrInstallShell } from './find-chromium.mjs'
import { bin, productEnv, productNode, root, runWithin } from './run.mjs'
import { say } from './say.mjs'

/** A hung suite must end, and say so, well before whoever waits for the whole run gives up. */
const SUITE_TIMEOUT_MS = 15 * 60_000

/** Where Linux keeps files in memory, and how much of it must be free on either side before tests are let there. */
const MEMORY_FOLDER = '/dev/shm'
const ENOUGH_BYTES = 4 * 1024 ** 3

/** @type {{ name: string, run: () => Promise<{ passed: number, failed: number, failures?: string[] }> }[]} */
export const suites = [
  ...checks.map((check) => ({ name: check.name, run: () => asOneTest(check) })),
  { name: 'web build', run: webBuild },
  { name: 'unit', run: () => vitest('unit') },
  { name: 'integration on the embedded database', run: () => vitest('embedded') },
  { name: 'integration on PostgreSQL', run: () => vitest('postgres') },
  { name: 'browser', run: playwright },
]

async function asOneTest(check) {
  const { ok, output } = await runCheck(check)
  if (!ok) say(output)
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }
}

async function webBuild() {
  await buildWeb()
  return { passed: 1, failed: 0 }
}

async function vitest(project) {
  const report = join(root, '.cache', 'test', `${project}.json`)
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const env = productEnv({ ...scratch(), CHROMIUM_PATH: await findOrInstallChromium() })
  const code = await runWithin(SUITE_TIMEOUT_MS, productNode(), [bin('vitest'), ...args], { env })
  return { ...countVitest(readReport(report), code), failures: failuresInVitest(readReport(report)) }
}

async function playwright() {
  const report = join(root, '.cache', 'test', 'browser.json')
  const env = productEnv({ ...scratch(), CHROMIUM_PATH: await findOrInstallShell(), PLAYWRIGHT_JSON_OUTPUT_FILE: report })
  const args = ['test', '--reporter=list,json']
  const code = await runWithin(SUITE_TIMEOUT_MS, productNode(), [bin('playwright'), ...args], { env })
  return { ...countPlaywright(readReport(report), code), failures: failuresInPlaywright(readReport(report)) }
}

/** Each test has a database of its own, a thousand files that are made and removed again: in memory where there is room. */
function scratch() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    return Math.min(bavail * bsize, freemem()) >= ENOUGH_BYTES ? { TMPDIR: MEMORY_FOLDER } : {}
  } catch {
    return {}
  }
}

/**
 * Reads Vitest's JSON report. A skipped test counts as failed, and so does an exit code that no failed test explains:
 * a file that could not be loaded, an error outside any test.
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests?: number, numTodoTests?: number } | null} report
 * @param {number} exitCode
 */
export function countVitest(report, exitCode) {
  const passed = report?.numPassedTests ?? 0
  const failed = (report?.numFailedTests ?? 0) + (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0)
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed }
}

/**
 * Reads Playwright's JSON report, by the same rules; a test that passed only when repeated has failed.
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } } | null} report
 * @param {number} exitCode
 */
export function countPlaywright(report, exitCode) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {}
  const failed = unexpected + flaky + skipped
  return { passed: expected, failed: failed === 0 && exitCode !== 0 ? 1 : failed }
}

/**
 * @typedef {{ fullName: string, status: string, failureMessages?: string[] }} VitestTest
 * @typedef {{ name: string, message?: string, assertionResults: VitestTest[] }} VitestFile
 * @typedef {{ title: string, ok: boolean, tests: { results: { error?: { message?: string } }[] }[] }} PlaywrightSpec
 * @typedef {{ title: string, file?: string, specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 */

/**
 * The tests that failed, each as its file, its name and the first line of why: whoever sees only the end of a long
 * run still learns what broke.
 * @param {{ testResults?: VitestFile[] } | null} report
 * @returns {string[]}
 */
export function failuresInVitest(report) {
  return (report?.testResults ?? []).flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter(({ status }) => status !== 'passed')
    if (failed.length === 0 && message) return [failure(file, '', message)]
    return failed.map(({ fullName, failureMessages }) => failure(file, fullName, failureMessages?.[0]))
  })
}

/**
 * @param {{ suites?: PlaywrightSuite[] } | null} report
 * @returns {string[]}
 */
export function failuresInPlaywright(report) {
  const inSuite = (suite) => [
    ...(suite.specs ?? [])
      .map((spec) => ({ spec, error: spec.tests.flatMap(({ results }) => results).find(({ error }) => error)?.error }))
      .filter(({ spec, error }) => !spec.ok || error)
      .map(({ spec, error }) => failure(suite.file ?? '', spec.title, error?.message)),
    ...(suite.suites ?? []).flatMap(inSuite),
  ]
  return (report?.suites ?? []).flatMap(inSuite)
}

function failure(file, name, message = '') {
  const [why = ''] = stripVTControlCharacters(message).trim().split('\n')
  return [file, name, why].filter(Boolean).join(' > ')
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
