// npm run check: lint, types, specification coverage and the message catalogue, in seconds.
import { checks, runCheck } from './checks.mjs'
import { installDependencies } from './install.mjs'
import { say, secondsSince, tell } from './say.mjs'

await tell(async () => {
  await installDependencies({ withDevelopment: true })
  const results = await Promise.all(
    checks.map(async (check) => {
      const startedAt = Date.now()
      const { ok, output } = await runCheck(check)
      say(`${ok ? 'ok    ' : 'failed'} ${check.name} (${secondsSince(startedAt)})${ok ? '' : `\n${output}\n`}`)
      return ok
    }),
  )
  return results.every(Boolean) ? 0 : 1
})
