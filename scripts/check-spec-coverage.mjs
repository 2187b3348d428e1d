// Fails when docs/spec-coverage.md names a file or a test that does not exist.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'
import { say } from './say.mjs'
import { countStates, coverageProblems, readCoverage } from './spec-coverage.mjs'

const coverage = readCoverage(readFileSync(join(root, 'docs', 'spec-coverage.md'), 'utf8'))
const problems = coverageProblems(coverage, root)
for (const problem of problems) say(`docs/spec-coverage.md ${problem}`)
const { built, later, departs } = countStates(coverage.rows)
say(`${coverage.rows.length} sentences: ${built} built, ${later} later, ${departs} on purpose different`)
process.exitCode = problems.length > 0 || coverage.rows.length === 0 ? 1 : 0
