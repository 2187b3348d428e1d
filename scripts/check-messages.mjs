// Fails when a message of the specification's error catalog is missing from src/shared/errors.ts or repeated elsewhere.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'
import { print } from './terminal.mjs'
import { messageProblems } from './messages.mjs'
import { readCoverage } from './spec-coverage.mjs'

const CATALOG = 'src/shared/errors.ts'

const { rows } = readCoverage(readFileSync(join(root, 'docs', 'spec-coverage.md'), 'utf8'))
// Translation files are skipped: they contain every message as a key.
const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file.replaceAll('\\', '/')}`)
  .filter((file) => /\.tsx?$/.test(file) && !/\.i?test\.tsx?$/.test(file) && !file.startsWith('src/web/messages/'))
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))

const problems = messageProblems({ rows, sources, catalog: CATALOG })
for (const problem of problems) print(problem)
process.exitCode = problems.length > 0 ? 1 : 0
