// npm test: installs what is missing, runs the suites and ends with the line "N passed, N failed".
// npm test -- NAME … runs suites by name, npm test -- PATH … the tests of a file or folder.
import { mkdirSync, rmSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { installDependencies } from './install.mjs'
import { requireNode20 } from './node-version.mjs'
import { planTests } from './plan-tests.mjs'
import { root } from './run.mjs'
import { REPORTS, suites } from './suites.mjs'
import { elapsedSince, print, runScript, ScriptError } from './terminal.mjs'
import { listTestFiles } from './test-files.mjs'

await runScript(async () => {
  requireNode20()
  const planned = planTests(process.argv.slice(2), listTestFiles(root), fromRoot)
  await installDependencies({ withDevelopment: true })
  rmSync(REPORTS, { recursive: true, force: true })
  mkdirSync(REPORTS, { recursive: true })

  const startedAt = Date.now()
  const results = []
  for (const step of stepsOf(planned)) await Promise.all(step.map((each) => runStep(each, results)))
  return summarise(results, startedAt)
})

/** A path as it was typed, which is relative to where npm was called. */
function fromRoot(path) {
  return relative(root, resolve(process.env.INIT_CWD ?? process.cwd(), path)).replaceAll('\\', '/')
}

/**
 * First checks and web build side by side, then one suite after the other: each has enough workers to keep the cores
 * busy, and side by side their tests would only wait longer and fail by timeouts.
 */
function stepsOf(planned) {
  const needsWeb = planned.some(({ suite }) => ['embedded', 'postgres', 'browser'].includes(suite))
  const checks = planned.filter(({ suite }) => suite === 'checks')
  const rest = planned.filter(({ suite }) => suite !== 'checks')
  return [[...checks, ...(needsWeb ? [{ suite: 'web build', files: null }] : [])], ...rest.map((each) => [each])]
}

async function runStep({ suite, files }, results) {
  print(`── ${suite}`)
  const startedAt = Date.now()
  results.push({ suite, ...(await runSuite(suite, { files })), seconds: elapsedSince(startedAt) })
}

/** A suite that cannot run, or has no test, has failed. */
async function runSuite(suite, options) {
  try {
    const counts = await suites[suite](options)
    if (counts.passed + counts.failed > 0) return counts
    print(`${suite} ran no test.`)
  } catch (error) {
    print(error instanceof ScriptError ? error.message : (error?.stack ?? String(error)))
  }
  return { passed: 0, failed: 1 }
}

function summarise(results, startedAt) {
  print('')
  for (const { suite, failures = [] } of results) for (const failure of failures) print(`${suite}: ${failure}`)
  for (const { suite, passed, failed, seconds } of results) {
    print(`${failed ? 'failed' : 'ok    '} ${suite}: ${passed} passed, ${failed} failed (${seconds})`)
  }
  const total = (field) => results.reduce((sum, each) => sum + each[field], 0)
  print(`finished in ${elapsedSince(startedAt)}`)
  print(`${total('passed')} passed, ${total('failed')} failed`)
  return total('failed') > 0 ? 1 : 0
}
