// Builds the web app into dist/web when it is missing or older than what it is made from. Also as a program of its own,
// for the Dockerfile and whoever installs by hand: node scripts/build-web.mjs
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LOCK_FILE } from './install.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { bin, productEnv, productNode, root, runQuietly } from './run.mjs'
import { Stop, keepLog, stage, tell } from './say.mjs'

const BUILT = join(root, 'dist', 'web')
/** Beside the build and not inside it, where it would be served. */
const STAMP = join(root, 'dist', 'web.stamp')
const PLUGINS = ['precompress', 'prerender', 'pure-schemas', 'start-in-steps'].map((name) => `scripts/${name}.mjs`)
const MADE_FROM = ['src/web', 'src/shared', 'public', 'index.html', 'vite.config.ts', ...PLUGINS, 'package-lock.json']

/** @throws {Stop} with a sentence when the build fails; the former build then stays as it was */
export async function buildWeb() {
  if (isBuilt(contentHash(root, MADE_FROM))) return
  await oneAtATime(LOCK_FILE, async (report) => {
    const hash = contentHash(root, MADE_FROM)
    if (isBuilt(hash)) return
    await stage('Building the web app', () => viteBuild(hash, report))
  })
}

function isBuilt(hash) {
  return existsSync(join(BUILT, 'index.html')) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash
}

async function viteBuild(hash, report) {
  // Built beside and moved into place, so that neither a failure nor a server that runs meanwhile sees half a build.
  const fresh = join(root, 'dist', 'web.next')
  const former = join(root, 'dist', 'web.former')
  for (const leftover of [fresh, former]) rmSync(leftover, { recursive: true, force: true })
  const { code, output } = await runQuietly(
    productNode(),
    [bin('vite'), 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'],
    { env: productEnv({ NODE_ENV: 'production', NO_COLOR: '1' }), onSpawn: report },
  )
  if (code !== 0) throw new Stop(buildFailure(output, keepLog(join(root, '.cache', 'build.log'), output)))
  mkdirSync(join(root, 'dist'), { recursive: true })
  if (existsSync(BUILT)) renameSync(BUILT, former)
  renameSync(fresh, BUILT)
  writeFileSync(STAMP, hash)
  rmSync(former, { recursive: true, force: true })
}

/**
 * One sentence about a failed build.
 * @param {string} output what Vite said
 * @param {string} log where the whole output was written
 */
function buildFailure(output, log) {
  if (/ENOSPC|no space left/i.test(output)) {
    return 'The disk is full: the web app could not be built. Make room and start again.'
  }
  return `The web app could not be built. Details: ${log}`
}

/**
 * The SHA-256 of names and contents of everything under `paths`. Tests are left out: they are no part of the build.
 * @param {string} folder
 * @param {string[]} paths relative to `folder`; those that do not exist count as empty
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

// Node 20, on which this must run, has no import.meta.main.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await tell(buildWeb)
}
