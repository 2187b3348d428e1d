// npm test: installs what is missing, runs the suites and ends with the line "N passed, N failed".
// npm test -- NAME … runs suites by name, npm test -- PATH … the tests of a file or folder.
import { mkdirSync, rmSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { installDependencies } from './install.mjs'
import { requireNode20 } from './node-version.mjs'
import { planTests } from './plan-tests.mjs'
import { root } from './run.mjs'
import { REPORTS, runSuites, vitestSuites } from './suites.mjs'
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
  for (const run of runsOf(planned)) results.push(...(await runOrFail(run)))
  return summarize(results, startedAt)
})

/** A path as it was typed, which is relative to where npm was called. */
function fromRoot(path) {
  return relative(root, resolve(process.env.INIT_CWD ?? process.cwd(), path)).replaceAll('\\', '/')
}

/**
 * First checks and web build, then tests, then the browser, one run after the other: each has enough workers to keep
 * the cores busy, and side by side their tests would only wait longer and fail by timeouts.
 */
function runsOf(planned) {
  const needsWeb = planned.some(({ suite }) => ['embedded', 'postgres', 'browser'].includes(suite))
  const runs = []
  if (needsWeb) runs.push({ suites: ['web build'], files: null })
  for (const { suite, files } of planned) {
    const run = runs.find((each) => canShareRun(each, { suite, files }))
    if (!run) runs.push({ suites: [suite], files })
    else Object.assign(run, { suites: [...run.suites, suite], files: files && [...run.files, ...files] })
  }
  return runs
}

/** A project of Vitest ignores the files of the others, but not that another one runs whole. */
function canShareRun(run, { suite, files }) {
  if (suite === 'checks') return run.suites.includes('web build')
  return vitestSuites.includes(suite) && vitestSuites.includes(run.suites[0]) && !files === !run.files
}

/** A suite that cannot run, or has no test, has failed. */
async function runOrFail(run) {
  print(`── ${run.suites.join(', ')}`)
  const startedAt = Date.now()
  const results = await runSuites(run).catch((error) => {
    print(error instanceof ScriptError ? error.message : (error?.stack ?? String(error)))
    return run.suites.map((suite) => ({ suite, passed: 0, failed: 1 }))
  })
  print(`finished in ${elapsedSince(startedAt)}`)
  return results.map((each) =>
    each.passed + each.failed > 0 ? each : { ...each, failed: 1, failures: ['ran no test'] },
  )
}

function summarize(results, startedAt) {
  print('')
  for (const { suite, failures = [] } of results) for (const failure of failures) print(`${suite}: ${failure}`)
  for (const { suite, passed, failed } of results) {
    print(`${failed ? 'failed' : 'ok    '} ${suite}: ${passed} passed, ${failed} failed`)
  }
  const total = (field) => results.reduce((sum, each) => sum + each[field], 0)
  print(`finished in ${elapsedSince(startedAt)} altogether`)
  print(`${total('passed')} passed, ${total('failed')} failed`)
  return total('failed') > 0 ? 1 : 0
}
