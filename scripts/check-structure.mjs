// Holds the promises about structure: folder sizes and the walks of ARCHITECTURE.md. `--stats` prints all figures.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'
import { print } from './terminal.mjs'
import { LIMITS, foldableFiles, folderSizes, readSources, readWalk } from './structure.mjs'

const sources = readSources(root)
const architecture = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
const folders = folderSizes(sources)
const page = readWalk(architecture, 'One crawled page', sources)
const question = readWalk(architecture, 'One question', sources)
const foldable = foldableFiles(sources, root)

const problems = [...page.problems, ...question.problems]
for (const [folder, files] of folders) {
  if (files > LIMITS.filesPerFolder)
    problems.push(`${folder} has ${files} source files, at most ${LIMITS.filesPerFolder}`)
}
if (page.files.length > LIMITS.pageFiles) problems.push(`a page passes through ${page.files.length} files`)
if (question.files.length > LIMITS.questionFiles)
  problems.push(`a question passes through ${question.files.length} files`)

if (process.argv.includes('--stats')) {
  const counts = folders.map(([, files]) => files).toSorted((a, b) => a - b)
  print(`source files: ${sources.size} in ${folders.length} folders, median ${counts[Math.floor(counts.length / 2)]}`)
  print(`largest folders (at most ${LIMITS.filesPerFolder}):`)
  for (const [folder, files] of folders.slice(0, 8)) print(`  ${String(files).padStart(3)} ${folder}`)
  print(`files over 250 lines: ${[...sources.values()].filter(({ lines }) => lines > 250).length}`)
  print(`private files of at most ${LIMITS.foldableLines} lines beside their only importer: ${foldable.length}`)
  for (const file of foldable) print(`      ${file}`)
  print(`a page from form to screen: ${page.files.length} files (at most ${LIMITS.pageFiles})`)
  print(`a question from composer to stored answer: ${question.files.length} files (at most ${LIMITS.questionFiles})`)
  const times = join(root, '.cache', 'test', 'times.json')
  if (existsSync(times)) print(`last npm test: ${readFileSync(times, 'utf8').trim()}`)
}
for (const problem of problems) print(problem)
print(`page ${page.files.length}, question ${question.files.length} files; largest folder ${folders[0]?.[1]}`)
process.exitCode = problems.length > 0 ? 1 : 0
