// npm run bench -- NAME: runs bench/NAME.ts. Without a name it lists what there is to measure.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installDependencies } from './install.mjs'
import { productEnv, productNode, root, runHere } from './run.mjs'
import { Stop, say, tell } from './say.mjs'

const FOLDER = join(root, 'bench')

await tell(async () => {
  const [name, ...args] = process.argv.slice(2)
  const names = benches()
  if (!name) {
    say(names.length === 0 ? 'There is nothing to measure yet.' : 'npm run bench -- NAME, where NAME is one of:')
    for (const each of names) say(`  ${each.padEnd(20)} ${whatItMeasures(join(FOLDER, `${each}.ts`))}`)
    return 0
  }
  if (!names.includes(name)) throw new Stop(`There is no bench/${name}.ts. npm run bench lists what there is.`)
  await installDependencies({ withDevelopment: true })
  const file = join(FOLDER, `${name}.ts`)
  return runHere(productNode(), ['--disable-warning=ExperimentalWarning', file, ...args], { env: productEnv() })
})

function benches() {
  if (!existsSync(FOLDER)) return []
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.ts') && whatItMeasures(join(FOLDER, file)) !== null)
    .map((file) => file.slice(0, -'.ts'.length))
    .toSorted()
}

/** A bench begins with "Bench:" and a sentence; null for the other files of the folder. */
function whatItMeasures(file) {
  return /^\/\*\*\s+(?:\*\s+)?Bench: (.+?)(?:\s*\*\/)?$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? null
}
