// Fails when docs/spec-coverage.md, or another page that cites tests, names a missing file or test id.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'
import { print } from './terminal.mjs'
import { citedTestProblems, countStates, coverageProblems, readCoverage, readTestIds } from './spec-coverage.mjs'

const read = (page) => readFileSync(join(root, page), 'utf8')
const testIds = readTestIds(root)
const coverage = readCoverage(read('docs/spec-coverage.md'))
const problems = [
  ...coverageProblems(coverage, root, testIds).map((problem) => `docs/spec-coverage.md ${problem}`),
  ...['docs/answers.md', 'docs/messages.md', 'docs/operations.md', 'SECURITY.md'].flatMap((page) =>
    citedTestProblems(read(page), testIds).map((problem) => `${page} ${problem}`),
  ),
]
for (const problem of problems) print(problem)
const { built, later, departs } = countStates(coverage.rows)
print(`${coverage.rows.length} sentences: ${built} built, ${later} later, ${departs} deliberate departures`)
process.exitCode = problems.length > 0 || coverage.rows.length === 0 ? 1 : 0
