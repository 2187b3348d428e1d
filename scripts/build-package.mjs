// npm run package: the publishable package in dist/package, and its tarball beside it. It contains the server as
// JavaScript, since Node does not run TypeScript inside node_modules, the built web app and the manual. Publishing is
// the owner's act.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWeb } from './build-web.mjs'
import { installDependencies } from './install.mjs'
import { root, runCaptured } from './run.mjs'
import { print, runScript, ScriptError } from './terminal.mjs'

const SOURCES = ['src/server', 'src/shared', 'src/client']
/** Declares the types of readback/client. */
const CLIENT_TYPES = join(root, '.types', 'client')
const WEB = 'dist/web'
const COPIED = ['manual', 'LICENSE', 'README.md', 'CHANGELOG.md']
/** Started by the command, and loaded by paths that no import names. */
const SCRIPTS = ['readback.mjs', 'signal-relay.mjs', 'fast-resolution.mjs']
const ONLY_IN_A_CLONE = ['start.mjs']

async function buildPackage() {
  await installDependencies({ withDevelopment: true })
  await buildWeb()
  return packPackage(join(root, 'dist', 'package'), { withWeb: true })
}

/**
 * Writes the package to `folder`, and its tarball beside it.
 * @param {string} folder
 * @param {{ withWeb: boolean }} options whether to include the web app, which must be built then
 * @returns {Promise<string>} the tarball
 */
export async function packPackage(folder, { withWeb }) {
  rmSync(folder, { recursive: true, force: true })
  for (const source of SOURCES) for (const file of filesUnder(source)) writeSource(folder, file)
  await writeClientTypes(folder)
  for (const path of withWeb ? [WEB, ...COPIED] : COPIED) {
    cpSync(join(root, path), join(folder, path), { recursive: true })
  }
  for (const name of scriptsOf(SCRIPTS)) cpSync(join(root, 'scripts', name), join(folder, 'scripts', name))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packageManifest(), null, 2)}\n`)
  const { code, output } = await runCaptured('npm', ['pack', '--pack-destination', dirname(folder)], { cwd: folder })
  if (code !== 0) throw new ScriptError(`npm pack failed:\n${output}`)
  return join(dirname(folder), basename(output.trim().split('\n').at(-1) ?? ''))
}

/**
 * The manifest of the published package, with the dependencies of package.json: what the server imports, and the peers
 * of those, without which npm installs their newest versions beside the tested ones.
 */
export function packageManifest() {
  const { name, version, description, license, imports, dependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    bin: { readback: 'scripts/readback.mjs' },
    exports: { './client': { types: './src/client/index.d.ts', default: './src/client/index.js' } },
    imports: { '#server/*': imports['#server/*'], '#shared/*': imports['#shared/*'] },
    engines: { node: '>=24' },
    dependencies,
  }
}

function filesUnder(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(i?test|long)\.ts$|^tsconfig\.json$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
}

function writeSource(folder, file) {
  const target = join(folder, file)
  mkdirSync(dirname(target), { recursive: true })
  if (!file.endsWith('.ts')) return cpSync(join(root, file), target)
  writeFileSync(target.replace(/\.ts$/, '.js'), asJavaScript(readFileSync(join(root, file), 'utf8')))
}

async function writeClientTypes(folder) {
  const { code, output } = await runCaptured('npx', ['tsc', '-b', 'src/client'])
  if (code !== 0) throw new ScriptError(`The types of the client were not built:\n${output}`)
  for (const name of readdirSync(CLIENT_TYPES).filter((each) => each.endsWith('.d.ts'))) {
    const declared = withJavaScriptPaths(readFileSync(join(CLIENT_TYPES, name), 'utf8'))
    writeFileSync(join(folder, 'src/client', name), declared)
  }
}

/**
 * The code without types; the paths of other files end in `.js`.
 * @param {string} source
 */
export function asJavaScript(source) {
  return withJavaScriptPaths(stripTypeScriptTypes(source))
}

/** @type {(source: string) => string} */
const withJavaScriptPaths = (source) =>
  source.replace(/(['"])((?:\.{1,2}|#server|#shared)\/[^'"\n]*)\.ts\1/g, '$1$2.js$1')

/** The names of the scripts, and of the scripts that they import. */
function scriptsOf(names) {
  const found = new Set()
  const pending = [...names]
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (found.has(name) || ONLY_IN_A_CLONE.includes(name)) continue
    found.add(name)
    const source = readFileSync(join(root, 'scripts', name), 'utf8')
    pending.push(...[...source.matchAll(/from '\.\/([\w-]+\.mjs)'/g)].map(([, imported = '']) => imported))
  }
  return found
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runScript(async () => void print(await buildPackage()))
