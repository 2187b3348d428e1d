// npm run dev: the server, restarted when its code changes, behind Vite with hot reload.
import { installDependencies } from './install.mjs'
import { productEnv, productNode, root, runInForeground } from './run.mjs'
import { join } from 'node:path'
import { runScript } from './terminal.mjs'

await runScript(async () => {
  await installDependencies({ withDevelopment: true })
  // Vite may need a newer Node than the machine's, so it runs in a process under the product's Node.
  const program = join(root, 'scripts', 'dev-servers.mjs')
  const onSpawn = (servers) => process.on('SIGTERM', () => servers.kill('SIGTERM'))
  // The terminal sends SIGINT to the servers too; wait for them to exit.
  process.on('SIGINT', () => {})
  return runInForeground(productNode(), [program, ...process.argv.slice(2)], { env: productEnv(), onSpawn })
})
