// The browser that the browser tests drive: the machine's own, else Debian's, else one that an ordinary user may fetch.
import { accessSync, chmodSync, constants, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { productNode, root, runQuietly } from './run.mjs'
import { Stop, say, stage } from './say.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']
/** Debian's Chromium without windows, a package of its own. Its name on PATH is a script that outlives a killed browser. */
const SHELL = '/usr/lib/chromium/chromium-headless-shell'
/** A headless Chromium inside an npm package: no root needed, and no other place than npm's registry. */
const FETCHED = '@sparticuz/chromium@153.0.0'

/**
 * @returns {Promise<string>} the browser's path
 * @throws {Stop} when there is none and none can be installed
 */
export async function findOrInstallChromium() {
  const found = findChromium()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    await stage('Installing Chromium from Debian', async () => {
      await runQuietly('apt-get', ['update'])
      await installPackages('chromium', 'chromium-headless-shell')
      // Older releases have no such shell.
      if (!findChromium()) await installPackages('chromium')
    })
    const installed = findChromium()
    if (installed) return installed
    say('  Debian has none for us; fetching one from npm instead')
  }
  return fetchChromium()
}

/**
 * The browser that the screens are tested in: the same engine without the machinery of windows, a fifth less work for
 * the machine, where there is one and no other is named.
 * @returns {Promise<string>} the browser's path
 * @throws {Stop} as `findOrInstallChromium` does
 */
export async function findOrInstallShell() {
  const chromium = await findOrInstallChromium()
  return !process.env.CHROMIUM_PATH && isProgram(SHELL) ? SHELL : chromium
}

const installPackages = (...names) =>
  runQuietly('apt-get', ['install', '-y', '--no-install-recommends', ...names], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })

/** The path that CHROMIUM_PATH names, or the first browser on PATH, or Playwright's own; null when there is none. */
function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named && !isProgram(named)) throw new Stop(`CHROMIUM_PATH names ${named}, which is not a program.`)
  if (named) return named
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...MAC, playwrightsOwn()]
  return candidates.find(isProgram) ?? null
}

/** Where `npx playwright-core install chromium` puts it; '' before the dependencies are installed. */
function playwrightsOwn() {
  try {
    return createRequire(import.meta.url)('playwright-core').chromium.executablePath()
  } catch {
    return ''
  }
}

async function fetchChromium() {
  const folder = join(root, '.cache', 'chromium')
  const launcher = join(folder, 'chromium')
  if (isProgram(launcher)) return launcher
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Stop('The browser tests need Chromium or Chrome. Install one, or name it in CHROMIUM_PATH, and start again.')
  }
  await stage('Fetching Chromium for the browser tests', async () => {
    mkdirSync(join(folder, 'unpacked'), { recursive: true })
    const options = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
    const fetched = await runQuietly('npm', ['install', ...options, FETCHED])
    if (fetched.code !== 0) throw new Stop(`Chromium could not be fetched from npm:\n${fetched.output.trim()}`)
    // The package unpacks into the temporary folder; in its "Lambda" dress it brings the shared libraries too.
    const unpack = `const { default: chromium } = await import('${join(folder, 'node_modules/@sparticuz/chromium/build/index.js')}')
      process.stdout.write(await chromium.executablePath())`
    const unpacked = await runQuietly(productNode(), ['--input-type=module', '-e', unpack], {
      env: { ...process.env, TMPDIR: join(folder, 'unpacked'), AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
    })
    if (unpacked.code !== 0) throw new Stop(`Chromium could not be unpacked:\n${unpacked.output.trim()}`)
  })
  writeFileSync(
    launcher,
    `#!/bin/sh\nexport LD_LIBRARY_PATH="${join(folder, 'unpacked', 'al2023', 'lib')}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"\n` +
      `exec "${join(folder, 'unpacked', 'chromium')}" "$@"\n`,
  )
  chmodSync(launcher, 0o755)
  return launcher
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return path !== ''
  } catch {
    return false
  }
}
