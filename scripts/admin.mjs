// npm run admin, export, import and check:site, and `readback mcp`: programs that work with and without a running
// server.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isInstalled } from './install.mjs'
import { isClone, productEnv, productNode, root, runInForeground, serverProgram } from './run.mjs'
import { ScriptError, runScript } from './terminal.mjs'

const PROGRAMS = { 'check-site': 'cli/check-site/main', mcp: 'cli/mcp' }

/**
 * @param {string[]} args the command and its arguments
 * @returns {Promise<number>} the program's exit code
 */
export async function runProgram([command = '', ...rest]) {
  if (isClone && !isInstalled(root, { withDevelopment: false })) {
    throw new ScriptError('The dependencies are not installed yet. Run npm start once, then repeat this command.')
  }
  const program = serverProgram(PROGRAMS[command] ?? 'cli/admin')
  if (!existsSync(program)) throw new ScriptError(`${program} is missing: the installation is incomplete.`)
  const args = PROGRAMS[command] ? rest : [command, ...rest].filter(Boolean).map(resolveBackupFile)
  return runInForeground(productNode(), ['--disable-warning=ExperimentalWarning', program, ...args], {
    env: productEnv(),
  })
}

/** npm changes the working directory; a relative backup path refers to the caller's, INIT_CWD. */
function resolveBackupFile(arg, index, [command]) {
  const isFile = ['export', 'import'].includes(command) && index === 1
  return isFile ? resolve(process.env.INIT_CWD ?? process.cwd(), arg) : arg
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runScript(() => runProgram(process.argv.slice(2)))
