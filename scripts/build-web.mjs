// Builds the web app into dist/web when the build is missing or stale. The Dockerfile and manual installations run it
// directly: node scripts/build-web.mjs
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LOCK_FILE } from './install.mjs'
import { withFileLock } from './file-lock.mjs'
import { bin, productEnv, productNode, root, runCaptured } from './run.mjs'
import { ScriptError, writeLogFile, step, runScript } from './terminal.mjs'

const BUILD_FOLDER = join(root, 'dist', 'web')
/** The hash of the build's inputs. Outside the build folder, which is served. */
const STAMP_FILE = join(root, 'dist', 'web.stamp')
const PLUGINS = [
  'precompress',
  'prerender',
  'preload-screens',
  'annotate-pure-schemas',
  'build-widget',
  'compile-messages',
  'split-vendor-chunks',
].map((name) => `scripts/${name}.mjs`)
const INPUTS = ['src/web', 'src/shared', 'public', 'index.html', 'vite.config.ts', ...PLUGINS, 'package-lock.json']

/** True when dist/web is the build of the present sources. */
export const isWebBuilt = () => isBuilt(contentHash(root, INPUTS))

/** @throws {ScriptError} when the build fails; the previous build stays in use */
export async function buildWeb() {
  if (isWebBuilt()) return
  await withFileLock(LOCK_FILE, async (reportChild) => {
    const hash = contentHash(root, INPUTS)
    if (isBuilt(hash)) return
    await step('Building the web app', () => viteBuild(hash, reportChild))
  })
}

function isBuilt(hash) {
  return (
    existsSync(join(BUILD_FOLDER, 'index.html')) && existsSync(STAMP_FILE) && readFileSync(STAMP_FILE, 'utf8') === hash
  )
}

async function viteBuild(hash, reportChild) {
  // Built in a separate folder and renamed, so that a failed build or a running server never sees a partial one.
  const next = join(root, 'dist', 'web.next')
  const previous = join(root, 'dist', 'web.previous')
  for (const leftover of [next, previous]) rmSync(leftover, { recursive: true, force: true })
  const { code, output } = await runCaptured(
    productNode(),
    [bin('vite'), 'build', '--outDir', next, '--emptyOutDir', '--logLevel', 'warn'],
    { env: productEnv({ NODE_ENV: 'production', NO_COLOR: '1' }), onSpawn: reportChild },
  )
  if (code !== 0) throw new ScriptError(buildFailure(output, writeLogFile(join(root, '.cache', 'build.log'), output)))
  mkdirSync(join(root, 'dist'), { recursive: true })
  if (existsSync(BUILD_FOLDER)) renameSync(BUILD_FOLDER, previous)
  renameSync(next, BUILD_FOLDER)
  writeFileSync(STAMP_FILE, hash)
  rmSync(previous, { recursive: true, force: true })
}

/**
 * The error message for a failed build.
 * @param {string} output Vite's output
 * @param {string} log the file that holds the full output
 */
function buildFailure(output, log) {
  if (/ENOSPC|no space left/i.test(output)) {
    return 'The disk is full, so the web app could not be built. Free some space and start again.'
  }
  return `The web app could not be built. Details: ${log}`
}

/**
 * The SHA-256 of the names and contents of all files under `paths`, without tests.
 * @param {string} folder
 * @param {string[]} paths relative to `folder`; missing ones count as empty
 */
export function contentHash(folder, paths) {
  const hash = createHash('sha256')
  for (const path of paths) visit(path)
  return hash.digest('hex')

  function visit(path) {
    const full = join(folder, path)
    if (!existsSync(full)) return
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).toSorted()) visit(`${path}/${name}`)
    } else if (!/\.i?test\.tsx?$/.test(path)) {
      const content = readFileSync(full)
      hash.update(`${path}\0${content.length}\0`).update(content)
    }
  }
}

// Must run on Node 20, which has no import.meta.main.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runScript(buildWeb)
}
