// npm test: installs what is missing, runs the suites and ends with the line "N passed, N failed".
// npm test -- NAME … runs suites by name, npm test -- PATH … the tests of a file or folder.
import { mkdirSync, rmSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { findOrInstallHeadlessShell } from './find-chromium.mjs'
import { installDependencies } from './install.mjs'
import { requireNode20 } from './node-version.mjs'
import { planTests } from './plan-tests.mjs'
import { root } from './run.mjs'
import { REPORTS, suites } from './suites.mjs'
import { elapsedSince, print, runScript, ScriptError } from './terminal.mjs'
import { listTestFiles } from './test-files.mjs'

/** Vitest workers while the browser suite runs, which has two workers itself. */
const WORKERS_BESIDE_BROWSER = 2

await runScript(async () => {
  requireNode20()
  const planned = planTests(process.argv.slice(2), listTestFiles(root), fromRoot)
  await installDependencies({ withDevelopment: true })
  rmSync(REPORTS, { recursive: true, force: true })
  mkdirSync(REPORTS, { recursive: true })

  const startedAt = Date.now()
  const results = []
  for (const lane of lanesOf(planned)) {
    // Both queues may need it, and must not install it concurrently.
    if (lane.length > 1) await findOrInstallHeadlessShell()
    await Promise.all(lane.map((queue) => runQueue(queue, lane.length, results)))
  }
  return summarise(results, startedAt)
})

/** A path as it was typed, which is relative to where npm was called. */
function fromRoot(path) {
  return relative(root, resolve(process.env.INIT_CWD ?? process.cwd(), path)).replaceAll('\\', '/')
}

/**
 * First checks and web build side by side, then the browser suite beside all others: browser tests often wait for a
 * page, and two cores have time for both.
 */
function lanesOf(planned) {
  const pick = (...names) => planned.filter(({ suite }) => names.includes(suite))
  const needsWeb = pick('embedded', 'postgres', 'browser').length > 0
  const build = needsWeb ? [{ suite: 'web build', files: null }] : []
  return [
    [pick('checks'), build],
    [pick('unit', 'embedded', 'postgres'), pick('browser')],
  ].map((lane) => lane.filter((queue) => queue.length > 0))
}

/** Runs suites one after the other; with concurrent queues each line is prefixed with its suite. */
async function runQueue(queue, queues, results) {
  for (const { suite, files } of queue) {
    const prefix = queues > 1 ? `[${suite}] ` : ''
    print(`── ${suite}`)
    const startedAt = Date.now()
    const options = {
      files,
      print: prefix ? (line) => print(prefix + line) : undefined,
      workers: queues > 1 ? WORKERS_BESIDE_BROWSER : undefined,
    }
    results.push({ suite, ...(await runSuite(suite, options)), seconds: elapsedSince(startedAt) })
  }
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
