// Which suites run a test file. vitest.config.ts and `npm test -- PATH` share these rules.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const EMBEDDED_ONLY = ['src/server/platform/db/embedded/']
const POSTGRES_ONLY = [
  'src/server/platform/db/postgres/',
  // Several processes on one database, which the embedded one does not allow.
  'src/server/answering/answer-runner.itest.ts',
  'src/server/answering/relay-answers.itest.ts',
  // Two transactions at a time, which the embedded one runs one after the other.
  'src/server/chat/concurrent-changes.itest.ts',
  'src/server/jobs/several-processes.itest.ts',
]
/**
 * Integration tests that run on both databases: those about the database itself, about rows that concurrent requests
 * compete for, and about hand-written SQL, and the matrix that calls every route. All others run on the embedded one.
 */
const ON_BOTH = [
  'src/server/accounts/auth-limits.itest.ts',
  'src/server/accounts/passwords/password-attempts.itest.ts',
  'src/server/accounts/sign-up.itest.ts',
  'src/server/admin/activity.itest.ts',
  'src/server/admin/suspension.itest.ts',
  'src/server/backup/',
  'src/server/billing/handle-payment-event.itest.ts',
  'src/server/changes/',
  'src/server/conflicts/',
  'src/server/chat/search.itest.ts',
  'src/server/chat/unsaved.itest.ts',
  'src/server/crawl/crawl.itest.ts',
  'src/server/crawl/kill.itest.ts',
  'src/server/crawl/retention.itest.ts',
  'src/server/crawl/store/page-writer.itest.ts',
  'src/server/crawl/recheck/schedule-checks.itest.ts',
  'src/server/crawl/schedule/',
  'src/server/credits/',
  'src/server/document-storage/refresh-tokens.itest.ts',
  'src/server/gaps/',
  'src/server/golden/',
  'src/server/http/metrics.itest.ts',
  'src/server/http/middleware/limits.itest.ts',
  'src/server/http/route-matrix.itest.ts',
  'src/server/platform/',
  'src/server/publishing/',
]
/** Tests that start processes or take long. They start first, and the quick run has none of their embedded tests. */
const SLOW = [
  'scripts/build-package.test.ts',
  'src/server/accounts/constant-time.itest.ts',
  'src/server/accounts/passwords/brute-force.itest.ts',
  'src/server/admin/activity.itest.ts',
  'src/server/admin/planted-secrets.itest.ts',
  'src/server/cli/check-site/check-site.itest.ts',
  'src/server/cli/control.itest.ts',
  'src/server/cli/mcp.itest.ts',
  'src/server/crawl/kill.itest.ts',
  'src/server/crawl/limits.itest.ts',
  'src/server/fetching/browser/browser-source.test.ts',
  'src/server/http/quiet-log.itest.ts',
  'src/server/jobs/several-processes.itest.ts',
  'src/server/main.itest.ts',
  'src/server/main.test.ts',
  'src/server/platform/db/embedded/kill.itest.ts',
  'src/server/platform/db/embedded/power-cut.itest.ts',
  'test/answer-quality/answer-quality.test.ts',
]
const asGlob = (path) => (path.endsWith('/') ? `${path}**/*.itest.ts` : path)

export const integrationTests = {
  /** Left out of the embedded project. */
  notOnEmbedded: POSTGRES_ONLY.map(asGlob),
  onPostgres: [...POSTGRES_ONLY, ...ON_BOTH].map(asGlob),
  notOnPostgres: EMBEDDED_ONLY.map(asGlob),
  slow: SLOW,
}

export const isSlow = (file) => SLOW.includes(file)

/**
 * The suites that run a test file; none for a file that is not a test.
 * @param {string} file below the repository root, with slashes
 * @returns {('unit' | 'embedded' | 'postgres' | 'browser')[]}
 */
export function suitesOf(file) {
  if (/^(src|test|scripts)\/.*\.test\.tsx?$/.test(file)) return ['unit']
  if (/^e2e\/.*\.spec\.ts$/.test(file)) return ['browser']
  if (!/^(src|test)\/.*\.itest\.ts$/.test(file)) return []
  const isIn = (paths) => paths.some((path) => (path.endsWith('/') ? file.startsWith(path) : file === path))
  if (isIn(EMBEDDED_ONLY)) return ['embedded']
  if (isIn(POSTGRES_ONLY)) return ['postgres']
  return isIn(ON_BOTH) ? ['embedded', 'postgres'] : ['embedded']
}

/** Every test file of the repository. */
export function listTestFiles(root) {
  const files = ['src', 'test', 'scripts', 'e2e'].flatMap((folder) => filesBelow(root, folder))
  return files.filter((file) => suitesOf(file).length > 0).toSorted()
}

function filesBelow(root, folder) {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  return files.map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
}
