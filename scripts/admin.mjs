// npm run admin, export and import: the operator's shell, for a server that runs or one that does not.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isInstalled } from './install.mjs'
import { productEnv, productNode, root, runHere } from './run.mjs'
import { Stop, tell } from './say.mjs'

await tell(async () => {
  if (!isInstalled(root, { withDevelopment: false })) {
    throw new Stop('The dependencies are not installed yet. Run npm start once, then this command.')
  }
  const program = join(root, 'src', 'server', 'control', 'admin.ts')
  if (!existsSync(program)) throw new Stop(`${program} is missing: this clone is not complete.`)
  const args = ['--disable-warning=ExperimentalWarning', program, ...process.argv.slice(2)]
  // A file is named from where the command was typed, not from where npm runs it.
  return runHere(productNode(), args.map(fromWhereTyped), { env: productEnv() })
})

function fromWhereTyped(word, place, words) {
  const isFile = ['export', 'import'].includes(words[2]) && place === 3
  return isFile ? resolve(process.env.INIT_CWD ?? process.cwd(), word) : word
}
