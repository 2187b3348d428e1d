// npm start: installs and builds what is missing, then runs the server.
import { buildWeb } from './build-web.mjs'
import { installDependencies } from './install.mjs'
import { requireNode20 } from './node-version.mjs'
import { serve } from './serve.mjs'
import { print, elapsedSince, runScript } from './terminal.mjs'

await runScript(async () => {
  requireNode20()
  const startedAt = Date.now()
  await installDependencies({ withDevelopment: false })
  await buildWeb()
  print(`Prepared in ${elapsedSince(startedAt)}, opening the database …`)
  return serve(process.argv.slice(2))
})
