// npm run check: runs all checks of checks.mjs in parallel. `-- --stats` also prints the figures of the source tree.
import { join } from 'node:path'
import { checks, runCheck } from './checks.mjs'
import { installDependencies } from './install.mjs'
import { productNode, root, runCaptured } from './run.mjs'
import { print, elapsedSince, runScript } from './terminal.mjs'

await runScript(async () => {
  await installDependencies({ withDevelopment: true })
  const results = await Promise.all(
    checks.map(async (check) => {
      const startedAt = Date.now()
      const { ok, output } = await runCheck(check)
      print(
        `${ok ? 'ok    ' : 'failed'} ${check.name} (${elapsedSince(startedAt)})${ok ? summaryOf(output) : `\n${output}\n`}`,
      )
      return ok
    }),
  )
  if (process.argv.includes('--stats')) {
    const { output } = await runCaptured(productNode(), [join(root, 'scripts', 'check-structure.mjs'), '--stats'])
    print(`\n${output.trim()}`)
  }
  return results.every(Boolean) ? 0 : 1
})

/** The last line of a passed check's output, then its warnings. */
function summaryOf(output) {
  const lines = output.split('\n')
  const last = lines.at(-1)
  const warnings = lines.filter((line) => line.startsWith('warning: '))
  return [last ? `: ${last}` : '', ...warnings].join('\n')
}
