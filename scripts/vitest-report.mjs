import { writeFileSync } from 'node:fs'

/**
 * @typedef {{ suite: string, file: string, name: string, passed: boolean, error: string }} TestOutcome
 * `name` is empty for a file that failed outside its tests.
 */

/**
 * Reporter that writes a list of `TestOutcome` to the file named by TEST_REPORT. Vitest's own JSON report does not say
 * in which project a test ran, and integration tests run in two.
 */
export default class VitestReport {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    const file = process.env.TEST_REPORT
    if (file) writeFileSync(file, JSON.stringify(modules.flatMap(outcomesOf)))
  }
}

/** @param {import('vitest/node').TestModule} module */
function outcomesOf(module) {
  const common = { suite: module.project.name, file: module.relativeModuleId }
  const tests = [...module.children.allTests()].map((test) => {
    const { state, errors } = test.result()
    // A skipped test is not a passed one.
    return { ...common, name: test.fullName, passed: state === 'passed', error: errors?.[0]?.message ?? '' }
  })
  const outside = module.errors().map(({ message }) => ({ ...common, name: '', passed: false, error: message }))
  return [...tests, ...outside]
}
