// npm run admin, export, import and check:site: commands that work with and without a running server.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isInstalled } from './install.mjs'
import { productEnv, productNode, root, runInForeground } from './run.mjs'
import { ScriptError, runScript } from './terminal.mjs'

await runScript(async () => {
  if (!isInstalled(root, { withDevelopment: false })) {
    throw new ScriptError('The dependencies are not installed yet. Run npm start once, then repeat this command.')
  }
  const [command, ...rest] = process.argv.slice(2)
  const isSiteCheck = command === 'check-site'
  const program = join(root, 'src', 'server', 'cli', ...(isSiteCheck ? ['check-site', 'main.ts'] : ['admin.ts']))
  if (!existsSync(program)) throw new ScriptError(`${program} is missing: the clone is incomplete.`)
  const args = ['--disable-warning=ExperimentalWarning', program, ...(isSiteCheck ? rest : process.argv.slice(2))]
  return runInForeground(productNode(), args.map(resolveBackupFile), { env: productEnv() })
})

/** npm changes the working directory; a relative backup path refers to the caller's, INIT_CWD. */
function resolveBackupFile(arg, index, args) {
  const isFile = ['export', 'import'].includes(args[2]) && index === 3
  return isFile ? resolve(process.env.INIT_CWD ?? process.cwd(), arg) : arg
}
