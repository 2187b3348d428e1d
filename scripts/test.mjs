// npm test: installs all it needs, runs every suite one after the other, and closes with one line: "N passed, N failed".
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { installDependencies } from './install.mjs'
import { requireNode20 } from './node-version.mjs'
import { root } from './run.mjs'
import { Stop, say, secondsSince, tell } from './say.mjs'
import { suites } from './suites.mjs'

await tell(async () => {
  requireNode20()
  await installDependencies({ withDevelopment: true })
  rmSync(join(root, '.cache', 'test'), { recursive: true, force: true })
  mkdirSync(join(root, '.cache', 'test'), { recursive: true })

  const startedAt = Date.now()
  const summary = []
  for (const suite of suites) {
    say(`\n── ${suite.name}`)
    const suiteStartedAt = Date.now()
    const counts = await countsOf(suite)
    summary.push({ name: suite.name, seconds: secondsSince(suiteStartedAt), ...counts })
  }

  say('')
  for (const { name, failures = [] } of summary) for (const failure of failures) say(`${name}: ${failure}`)
  for (const { name, passed, failed, seconds } of summary) {
    say(`${failed ? 'failed' : 'ok    '} ${name}: ${passed} passed, ${failed} failed (${seconds})`)
  }
  const passed = summary.reduce((sum, each) => sum + each.passed, 0)
  const failed = summary.reduce((sum, each) => sum + each.failed, 0)
  say(`all suites in ${secondsSince(startedAt)}`)
  say(`${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
})

/** A suite that cannot run, or that runs nothing, has failed: nothing is skipped in silence. */
async function countsOf(suite) {
  try {
    const counts = await suite.run()
    if (counts.passed + counts.failed > 0) return counts
    say(`${suite.name} ran no test.`)
  } catch (error) {
    say(error instanceof Stop ? error.message : (error?.stack ?? String(error)))
  }
  return { passed: 0, failed: 1 }
}
