// npm start: installs and builds what is missing, then runs the server.
import { fileURLToPath } from 'node:url'
import { buildWeb, isWebBuilt } from './build-web.mjs'
import { installDependencies } from './install.mjs'
import { requireNode20 } from './node-version.mjs'
import { hasProductNode } from './run.mjs'
import { serve } from './serve.mjs'
import { print, elapsedSince, runScript } from './terminal.mjs'

export async function startClone(args) {
  const startedAt = Date.now()
  // The build and the pinned Node are development dependencies, so that a built installation on Node 24 goes without
  // them.
  await installDependencies({ withDevelopment: !isWebBuilt() || !hasProductNode() })
  await buildWeb()
  print(`Prepared in ${elapsedSince(startedAt)}, opening the database …`)
  return serve(args)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runScript(() => {
    requireNode20()
    return startClone(process.argv.slice(2))
  })
}
