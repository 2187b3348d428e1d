/** Brings a PostgreSQL server to a machine that has none. */
import { execFileSync } from 'node:child_process'

/** Answers the directory of its programs. Throws with what a person can do. */
export async function installPostgres(find: () => string | undefined): Promise<string> {
  execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'postgresql'], { stdio: 'inherit' })
  const found = find()
  if (found) return found
  throw new Error('The tests need a PostgreSQL server: install the package "postgresql" and run them again.')
}
