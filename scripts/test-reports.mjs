// Reads the JSON reports of Vitest and Playwright.
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './run.mjs'

/**
 * A skipped test counts as failed, and so does an exit code that no failed test explains: a file that could not be
 * loaded, an error outside any test.
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests?: number, numTodoTests?: number } | null} report
 * @param {number} exitCode
 */
export function countVitest(report, exitCode) {
  const passed = report?.numPassedTests ?? 0
  const failed = (report?.numFailedTests ?? 0) + (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0)
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed }
}

/**
 * As `countVitest`; a test that passed only on a retry has failed.
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
 * The failed tests, each as file, name and first line of the error, for the summary at the end of a long run.
 * @param {{ testResults?: VitestFile[] } | null} report
 * @returns {string[]}
 */
export function failuresInVitest(report) {
  return (report?.testResults ?? []).flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter(({ status }) => status !== 'passed')
    if (failed.length === 0 && message) return [describeFailure(file, '', message)]
    return failed.map(({ fullName, failureMessages }) => describeFailure(file, fullName, failureMessages?.[0]))
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
      .map(({ spec, error }) => describeFailure(suite.file ?? '', spec.title, error?.message)),
    ...(suite.suites ?? []).flatMap(inSuite),
  ]
  return (report?.suites ?? []).flatMap(inSuite)
}

function describeFailure(file, name, message = '') {
  const [reason = ''] = stripVTControlCharacters(message).trim().split('\n')
  return [file, name, reason].filter(Boolean).join(' > ')
}
