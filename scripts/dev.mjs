// npm run dev: the server, restarted when its code changes, behind Vite, which reloads the screens.
import { installDependencies } from './install.mjs'
import { productEnv, productNode, root, runHere } from './run.mjs'
import { join } from 'node:path'
import { tell } from './say.mjs'

await tell(async () => {
  await installDependencies({ withDevelopment: true })
  // Vite needs a newer Node than the machine may have, so it runs in a process of its own.
  const program = join(root, 'scripts', 'dev-servers.mjs')
  const onSpawn = (servers) => process.on('SIGTERM', () => servers.kill('SIGTERM'))
  process.on('SIGINT', () => {}) // reaches the servers by itself; they end, and then so do we
  return runHere(productNode(), [program, ...process.argv.slice(2)], { env: productEnv(), onSpawn })
})
