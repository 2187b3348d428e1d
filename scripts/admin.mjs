// npm run admin: the operator's shell, for a server that runs or one that does not.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isInstalled } from './install.mjs'
import { productEnv, productNode, root, runHere } from './run.mjs'
import { Stop, tell } from './say.mjs'

await tell(async () => {
  if (!isInstalled(root, { withDevelopment: false })) {
    throw new Stop('The dependencies are not installed yet. Run npm start once, then npm run admin.')
  }
  const program = join(root, 'src', 'server', 'control', 'admin.ts')
  if (!existsSync(program)) throw new Stop(`${program} is missing: this clone is not complete.`)
  const args = ['--disable-warning=ExperimentalWarning', program, ...process.argv.slice(2)]
  return runHere(productNode(), args, { env: productEnv() })
})
