// npm run check: every check of checks.mjs at once, in seconds.
import { checks, runCheck } from './checks.mjs'
import { installDependencies } from './install.mjs'
import { say, secondsSince, tell } from './say.mjs'

await tell(async () => {
  await installDependencies({ withDevelopment: true })
  const results = await Promise.all(
    checks.map(async (check) => {
      const startedAt = Date.now()
      const { ok, output } = await runCheck(check)
      say(`${ok ? 'ok    ' : 'failed'} ${check.name} (${secondsSince(startedAt)})${ok ? summaryOf(output) : `\n${output}\n`}`)
      return ok
    }),
  )
  return results.every(Boolean) ? 0 : 1
})

/** What a check that is content has to say at its end. */
function summaryOf(output) {
  const last = output.split('\n').at(-1)
  return last ? `: ${last}` : ''
}
