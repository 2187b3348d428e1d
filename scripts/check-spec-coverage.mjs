// Fails when docs/spec-coverage.md, or another page that says what is tested where, names a file or a test that does not exist.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'
import { say } from './say.mjs'
import { countStates, coverageProblems, namedTestProblems, readCoverage } from './spec-coverage.mjs'

const read = (page) => readFileSync(join(root, page), 'utf8')
const coverage = readCoverage(read('docs/spec-coverage.md'))
const problems = [
  ...coverageProblems(coverage, root).map((words) => `docs/spec-coverage.md ${words}`),
  ...['docs/answers.md', 'docs/messages.md', 'SECURITY.md'].flatMap((page) => namedTestProblems(read(page), root).map((words) => `${page} ${words}`)),
]
for (const problem of problems) say(problem)
const { built, later, departs } = countStates(coverage.rows)
say(`${coverage.rows.length} sentences: ${built} built, ${later} later, ${departs} on purpose different`)
process.exitCode = problems.length > 0 || coverage.rows.length === 0 ? 1 : 0
