// npm run bench -- NAME: runs bench/NAME.ts. Without a name it lists the benchmarks.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installDependencies } from './install.mjs'
import { fastLoading, productEnv, productNode, root, runInForeground } from './run.mjs'
import { ScriptError, print, runScript } from './terminal.mjs'

const FOLDER = join(root, 'bench')

await runScript(async () => {
  const [name, ...args] = process.argv.slice(2)
  const names = listBenchmarks()
  if (!name) {
    print('npm run bench -- NAME, where NAME is one of:')
    for (const each of names) print(`  ${each.padEnd(20)} ${readDescription(join(FOLDER, `${each}.ts`))}`)
    return 0
  }
  if (!names.includes(name)) throw new ScriptError(`There is no bench/${name}.ts. Run npm run bench for a list.`)
  await installDependencies({ withDevelopment: true })
  const file = join(FOLDER, `${name}.ts`)
  return runInForeground(productNode(), ['--disable-warning=ExperimentalWarning', file, ...args], {
    env: { ...productEnv(), ...fastLoading() },
  })
})

function listBenchmarks() {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.ts') && readDescription(join(FOLDER, file)) !== null)
    .map((file) => file.slice(0, -'.ts'.length))
    .toSorted()
}

/** The sentence after "Bench:" at the start of a benchmark; null for the folder's other files. */
function readDescription(file) {
  return /^\/\*\*\s+(?:\*\s+)?Bench: (.+?)(?:\s*\*\/)?$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? null
}
