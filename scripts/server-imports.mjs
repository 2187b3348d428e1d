// The packages that the server imports. With their peers they are the `dependencies` of package.json, as a test checks.
// All others, such as the web app's libraries, are development dependencies, which a built installation does not need.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const SERVER_FOLDERS = ['src/server', 'src/shared']

/**
 * @param {string} folder with `src`
 * @returns {string[]} package names, possibly repeated
 */
export function serverImports(folder) {
  return SERVER_FOLDERS.flatMap((path) => importsUnder(join(folder, path)))
}

function importsUnder(folder) {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ts') && !/\.(i?test|long)\.ts$/.test(name))
    .flatMap((name) => importedPackages(readFileSync(join(folder, name), 'utf8')))
}

/**
 * Packages named by `from '…'`, `import('…')`, `import '…'` and `resolve('…')`, without local files and Node modules.
 */
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
