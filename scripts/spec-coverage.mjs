// Reads docs/spec-coverage.md, which has one row for every requirement of the specification.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @typedef {{ line: number, section: string, asked: string, where: string[], tests: string[], state: string }} Row
 * @typedef {{ rows: Row[], departures: Set<string>, problems: string[] }} Coverage
 */

/**
 * Reads the rows of the five-column tables and the names of the departures (`D1`, `D2` …) listed at the end.
 * @param {string} markdown
 * @returns {Coverage}
 */
export function readCoverage(markdown) {
  const rows = []
  const departures = new Set()
  const problems = []
  for (const [index, text] of markdown.split('\n').entries()) {
    const departure = /^\| (D\d+) \|/.exec(text)
    if (departure) departures.add(departure[1])
    if (!/^\| [2-9]\b/.test(text)) continue
    const cells = cellsOf(text)
    const line = index + 1
    if (cells.length !== 5) {
      problems.push(`line ${line}: a row has five cells, this one ${cells.length}`)
      continue
    }
    const [section = '', asked = '', where = '', tests = '', state = ''] = cells
    rows.push({ line, section, asked, where: codeIn(where), tests: testIdsIn(tests), state })
  }
  return { rows, departures, problems }
}

/**
 * Ids at the end of test titles (`… [crawl-7]`), each with the files that use it.
 * @param {string} root the folder that `src`, `test` and `e2e` are in
 * @returns {Map<string, string[]>}
 */
export function readTestIds(root) {
  const ids = new Map()
  for (const folder of ['src', 'test', 'e2e', 'scripts']) {
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.(i?test|spec|long)\.tsx?$/.test(file)) continue
      const source = readFileSync(join(root, folder, file), 'utf8')
      for (const [, id = ''] of source.matchAll(/ \[([a-z][a-z0-9.-]*-\d+)\]['"`]/g)) {
        ids.set(id, [...(ids.get(id) ?? []), `${folder}/${file}`])
      }
    }
  }
  return ids
}

/**
 * Problems in the coverage table, as sentences.
 * @param {Coverage} coverage
 * @param {string} root the folder that paths are relative to
 * @param {Map<string, string[]>} testIds
 */
export function coverageProblems({ rows, departures, problems }, root, testIds) {
  return [
    ...problems,
    ...rows.flatMap((row) =>
      rowProblems(row, departures, root, testIds).map((problem) => `line ${row.line}: ${problem}`),
    ),
  ]
}

/**
 * Problems with the test ids cited in another page's tables, as sentences.
 * @param {string} markdown
 * @param {Map<string, string[]>} testIds
 */
export function citedTestProblems(markdown, testIds) {
  return markdown.split('\n').flatMap((text, index) => {
    if (!/^\| (?!-)/.test(text)) return []
    const tests = cellsOf(text).flatMap(testIdsIn)
    return tests.flatMap((id) => testProblems(id, testIds).map((problem) => `line ${index + 1}: ${problem}`))
  })
}

/** The number of rows that are built, planned in an issue, or deliberate departures. */
export function countStates(rows) {
  return {
    built: rows.filter(({ state }) => state === 'built').length,
    later: rows.filter(({ state }) => state.startsWith('issue ')).length,
    departs: rows.filter(({ state }) => state.startsWith('departs')).length,
  }
}

function rowProblems({ where, tests, state }, departures, root, testIds) {
  const problems = []
  const departure = /^departs: (D\d+)$/.exec(state)
  if (departure && !departures.has(departure[1])) problems.push(`there is no departure ${departure[1]}`)
  if (!departure && !/^(built|issue \d+)$/.test(state)) {
    problems.push(`"${state}" is not a state: use built, issue N or departs: DN`)
  }
  if (state === 'built' && tests.length === 0) problems.push('a built row needs a test id')
  if (state === 'built' && where.length === 0) problems.push('a built row needs a file')
  for (const path of where) if (!existsSync(join(root, path))) problems.push(`${path} does not exist`)
  return [...problems, ...tests.flatMap((id) => testProblems(id, testIds))]
}

function testProblems(id, testIds) {
  const files = testIds.get(id) ?? []
  if (files.length === 0) return [`no test title ends with [${id}]`]
  return files.length > 1 ? [`[${id}] is used by several tests: ${files.join(', ')}`] : []
}

function cellsOf(row) {
  return row
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function codeIn(cell) {
  return Array.from(cell.matchAll(/`([^`]+)`/g), ([, path]) => path)
}

/** Ids such as `crawl-7` in backticks, separated by `<br>` or commas. Any other cell cites no test. */
function testIdsIn(cell) {
  return /^(`[a-z][a-z0-9.-]*-\d+`(<br>|, )?)+$/.test(cell) ? codeIn(cell) : []
}
