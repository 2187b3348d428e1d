// Fails when a package that the product is installed with has a licence that is not allowed, when docs/licences.md is not
// up to date, when a version is not pinned, and when the registry knows something against one of them. A registry that cannot be asked fails nothing:
// a build must be possible without a network, and says then that it did not ask.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { licencePage, licenceProblems, pinProblems, productionPackages, readAudit } from './dependencies.mjs'
import { productEnv, root, runQuietly } from './run.mjs'
import { say } from './say.mjs'

const PAGE = join(root, 'docs', 'licences.md')
const ANSWER_WITHIN_MS = 8_000

const json = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'))
const packages = productionPackages(json('package-lock.json'))
const page = licencePage(packages)
if (process.argv.includes('--write')) writeFileSync(PAGE, page)
const problems = [...licenceProblems(packages), ...pinProblems(json('package.json'))]
if (read(PAGE) !== page) problems.push('docs/licences.md is not up to date: run `node scripts/check-dependencies.mjs --write`')

const options = ['--omit=dev', '--json', '--loglevel=silent', '--fetch-retries=0', `--fetch-timeout=${ANSWER_WITHIN_MS}`]
const { output } = await runQuietly('npm', ['audit', ...options], { env: productEnv() })
const audit = readAudit(output)
for (const problem of [...problems, ...audit.problems]) say(problem)
const licences = problems.length === 0 ? `${packages.length} packages under allowed licences` : `${packages.length} packages`
// Said whatever else is wrong: that nobody was asked must never look like an answer.
say(`${licences}; ${advisories(audit)}`)
process.exitCode = problems.length + audit.problems.length > 0 ? 1 : 0

function advisories({ asked, why, problems: known }) {
  if (!asked) return `the registry could not be asked what is known against them (${why})`
  return known.length === 0 ? 'nothing is known against them' : 'what is known against them stands above'
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
