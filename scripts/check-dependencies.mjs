// Fails when a package has a disallowed license or a known vulnerability, when a version is not pinned, or when
// docs/licenses.md is out of date. An unreachable registry is reported but does not fail the check, which must pass
// without a network.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { licensePage, licenseProblems, pinProblems, lockedPackages, readAudit } from './dependencies.mjs'
import { productEnv, root, runCaptured } from './run.mjs'
import { print } from './terminal.mjs'

const PAGE = join(root, 'docs', 'licenses.md')
const AUDIT_TIMEOUT_MS = 8_000

const json = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'))
const packages = lockedPackages(json('package-lock.json'))
const page = licensePage(packages)
if (process.argv.includes('--write')) writeFileSync(PAGE, page)
const problems = [...licenseProblems(packages), ...pinProblems(json('package.json'))]
if (read(PAGE) !== page)
  problems.push('docs/licenses.md is out of date: run `node scripts/check-dependencies.mjs --write`')

const options = ['--json', '--loglevel=silent', '--fetch-retries=0', `--fetch-timeout=${AUDIT_TIMEOUT_MS}`]
const { output } = await runCaptured('npm', ['audit', ...options], { env: productEnv() })
const audit = readAudit(output)
for (const problem of [...problems, ...audit.problems]) print(problem)
const licenses =
  problems.length === 0 ? `${packages.length} packages under allowed licenses` : `${packages.length} packages`
// Always printed, so that a skipped audit cannot be mistaken for a clean one.
print(`${licenses}; ${summarizeAudit(audit)}`)
process.exitCode = problems.length + audit.problems.length > 0 ? 1 : 0

function summarizeAudit({ completed, reason, problems: vulnerabilities }) {
  if (!completed) return `the registry could not be queried for vulnerabilities (${reason})`
  return vulnerabilities.length === 0
    ? 'no known vulnerabilities'
    : `${vulnerabilities.length} vulnerable, listed above`
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
