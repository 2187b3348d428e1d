// Reads the JSON reports of Vitest and Playwright.
import { stripVTControlCharacters } from 'node:util'

/**
 * Counts what a run of Vitest reported, by suite. An exit code that no failed test explains, such as an error outside
 * any test, is a failure of the first suite.
 * @param {import('./vitest-report.mjs').TestOutcome[] | null} outcomes
 * @param {string[]} names
 * @param {number} exitCode
 */
export function countVitest(outcomes, names, exitCode) {
  const isExplained = exitCode === 0 || outcomes?.some(({ passed }) => !passed)
  return names.map((suite, index) => {
    const ofSuite = (outcomes ?? []).filter((each) => each.suite === suite)
    const failed = ofSuite.filter(({ passed }) => !passed)
    const failures = failed.map(({ file, name, error }) => describeFailure(file, name, error))
    if (index === 0 && !isExplained) failures.push(`Vitest ended with exit code ${exitCode}`)
    return { suite, passed: ofSuite.length - failed.length, failed: failures.length, failures }
  })
}

/**
 * Counts what Playwright reported: a skipped test and one that passed only on a retry have failed, and so has a run
 * whose exit code no failed test explains.
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } } | null} report
 * @param {number} exitCode
 */
export function countPlaywright(report, exitCode) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {}
  const failed = unexpected + flaky + skipped
  return { passed: expected, failed: failed === 0 && exitCode !== 0 ? 1 : failed }
}

/**
 * @typedef {{ title: string, ok: boolean, tests: { results: { error?: { message?: string } }[] }[] }} PlaywrightSpec
 * @typedef {{ title: string, file?: string, specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 */

/**
 * The failed tests, each as file, name and first line of the error, for the summary at the end of a long run.
 * @param {{ suites?: PlaywrightSuite[] } | null} report
 * @returns {string[]}
 */
export function failuresInPlaywright(report) {
  return (report?.suites ?? []).flatMap(failuresInSuite)
}

/** @param {PlaywrightSuite} suite @returns {string[]} */
function failuresInSuite({ file = '', specs = [], suites = [] }) {
  const failures = []
  for (const spec of specs) {
    const results = spec.tests.flatMap((test) => test.results)
    const error = results.find((result) => result.error)?.error
    if (!spec.ok || error) failures.push(describeFailure(file, spec.title, error?.message))
  }
  return [...failures, ...suites.flatMap(failuresInSuite)]
}

function describeFailure(file, name, message = '') {
  const [reason = ''] = stripVTControlCharacters(message).trim().split('\n')
  return [file, name, reason].filter(Boolean).join(' > ')
}
