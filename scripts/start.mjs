// npm start: brings everything a fresh clone lacks, then becomes the server.
import { buildWeb } from './build-web.mjs'
import { installDependencies } from './install.mjs'
import { requireNode20 } from './node-version.mjs'
import { serve } from './serve.mjs'
import { say, secondsSince, tell } from './say.mjs'

await tell(async () => {
  requireNode20()
  const startedAt = Date.now()
  await installDependencies({ withDevelopment: false })
  await buildWeb()
  say(`Ready to serve after ${secondsSince(startedAt)}; opening the database …`)
  return serve(process.argv.slice(2))
})
