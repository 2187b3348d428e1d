// Fails when a message of the specification's error catalogue is missing from the product, or stands in it twice: the
// words of every failure live in src/shared/errors.ts and nowhere else.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'
import { say } from './say.mjs'
import { messageProblems } from './messages.mjs'
import { readCoverage } from './spec-coverage.mjs'

const CATALOGUE = 'src/shared/errors.ts'

const { rows } = readCoverage(readFileSync(join(root, 'docs', 'spec-coverage.md'), 'utf8'))
// The other languages' files hold every message as the key of its translation.
const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file.replaceAll('\\', '/')}`)
  .filter((file) => /\.tsx?$/.test(file) && !/\.i?test\.tsx?$/.test(file) && !file.startsWith('src/web/languages/'))
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))

const problems = messageProblems({ rows, sources, catalogue: CATALOGUE })
for (const problem of problems) say(problem)
process.exitCode = problems.length > 0 ? 1 : 0
