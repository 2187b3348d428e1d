// Removes the packages that the server does not load from node_modules: the bundled Node, the build tools and the web
// app's libraries. Used by the Dockerfile after the build; `npm start` in a clone needs them all.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './run.mjs'

const SERVER_FOLDERS = ['src/server', 'src/shared']

/**
 * The packages that the server imports, with their transitive dependencies and required peers.
 * @param {string} folder with `src` and `node_modules`
 * @returns {Set<string>}
 */
export function serverPackages(folder) {
  const needed = new Set()
  const pending = serverImports(folder)
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const manifest = readManifest(join(folder, 'node_modules', name))
    if (needed.has(name) || !manifest) continue
    needed.add(name)
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifest
    const peers = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional)
    pending.push(...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers)
  }
  return needed
}

/**
 * The packages that the server imports itself.
 * @param {string} folder with `src`
 * @returns {string[]} names, possibly repeated
 */
export function serverImports(folder) {
  return SERVER_FOLDERS.flatMap((path) => importsUnder(join(folder, path)))
}

/** @returns {string[]} package names, possibly repeated */
function importsUnder(folder) {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ts') && !/\.(i?test|long)\.ts$/.test(name))
    .flatMap((name) => importedPackages(readFileSync(join(folder, name), 'utf8')))
}

/** Packages named by `from '…'`, `import('…')`, `import '…'` and `resolve('…')`, without local files and Node modules. */
export function importedPackages(source) {
  const specifiers = [...source.matchAll(/(?:from|import|resolve\(|import\()\s*'([^'#.][^':]*)'/g)].map(
    ([, name = '']) => name,
  )
  return specifiers.map((name) =>
    name
      .split('/')
      .slice(0, name.startsWith('@') ? 2 : 1)
      .join('/'),
  )
}

function readManifest(folder) {
  const file = join(folder, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

/** @returns {string[]} names of the top-level packages in node_modules */
function installed(modules) {
  return readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((part) => `${name}/${part}`) : [name],
    )
}

// Must run on Node 20, which has no import.meta.main.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const modules = join(root, 'node_modules')
  const needed = serverPackages(root)
  for (const name of installed(modules)) if (!needed.has(name)) rmSync(join(modules, name), { recursive: true })
}
