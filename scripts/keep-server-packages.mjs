// Removes from node_modules what the server does not load: the Node of the dependencies, what builds the screens, and what
// they are built from. For the Dockerfile, after the build: a clone that is started by `npm start` needs them all.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './run.mjs'

const SERVER = ['src/server', 'src/shared']

/**
 * The packages that the server's files name, and all that those need to be there.
 * @param {string} folder with `src` and `node_modules`
 * @returns {Set<string>}
 */
export function serverPackages(folder) {
  const needed = new Set()
  const waiting = SERVER.flatMap((path) => importsUnder(join(folder, path)))
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const manifest = readManifest(join(folder, 'node_modules', name))
    if (needed.has(name) || !manifest) continue
    needed.add(name)
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifest
    const peers = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional)
    waiting.push(...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers)
  }
  return needed
}

/** @returns {string[]} names of packages, some of them more than once */
function importsUnder(folder) {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ts') && !/\.(i?test|long)\.ts$/.test(name))
    .flatMap((name) => importsIn(readFileSync(join(folder, name), 'utf8')))
}

/** Packages named by `from '…'`, `import('…')`, `import '…'` and `resolve('…')`; our own files and Node's modules are none. */
export function importsIn(source) {
  const named = [...source.matchAll(/(?:from|import|resolve\(|import\()\s*'([^'#.][^':]*)'/g)].map(([, name = '']) => name)
  return named.map((name) => name.split('/').slice(0, name.startsWith('@') ? 2 : 1).join('/'))
}

function readManifest(folder) {
  const file = join(folder, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

/** @returns {string[]} names of the packages at the top of node_modules */
function installed(modules) {
  return readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) => (name.startsWith('@') ? readdirSync(join(modules, name)).map((part) => `${name}/${part}`) : [name]))
}

// Node 20, on which this must run, has no import.meta.main.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const modules = join(root, 'node_modules')
  const needed = serverPackages(root)
  for (const name of installed(modules)) if (!needed.has(name)) rmSync(join(modules, name), { recursive: true })
}
