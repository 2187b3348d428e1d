// Reads docs/spec-coverage.md: one row for every sentence of the specification that asks for something.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @typedef {{ line: number, section: string, asked: string, where: string[], tests: { file: string, name: string }[], state: string }} Row
 * @typedef {{ rows: Row[], departures: Set<string>, problems: string[] }} Coverage
 */

/**
 * The rows of the tables with five columns, and the names of the departures (`D1`, `D2` …) listed at the end.
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
    rows.push({ line, section, asked, where: codeIn(where), tests: tests.split('<br>').flatMap(testOf), state })
  }
  return { rows, departures, problems }
}

/**
 * What is wrong with the rows, in sentences.
 * @param {Coverage} coverage
 * @param {string} root the folder that paths begin in
 */
export function coverageProblems({ rows, departures, problems }, root) {
  return [...problems, ...rows.flatMap((row) => rowProblems(row, departures, root).map((words) => `line ${row.line}: ${words}`))]
}

/**
 * What is wrong with the tests that the tables of any other page name, in sentences.
 * @param {string} markdown
 * @param {string} root the folder that paths begin in
 */
export function namedTestProblems(markdown, root) {
  return markdown.split('\n').flatMap((text, index) => {
    if (!/^\| (?!-)/.test(text)) return []
    const tests = cellsOf(text).flatMap((cell) => cell.split('<br>').flatMap(testOf))
    return tests.flatMap((test) => testProblems(test, root).map((words) => `line ${index + 1}: ${words}`))
  })
}

/** How many rows are built, wait for a later issue, or depart on purpose. */
export function countStates(rows) {
  return {
    built: rows.filter(({ state }) => state === 'built').length,
    later: rows.filter(({ state }) => state.startsWith('issue ')).length,
    departs: rows.filter(({ state }) => state.startsWith('departs')).length,
  }
}

function rowProblems({ where, tests, state }, departures, root) {
  const wrong = []
  const departure = /^departs: (D\d+)$/.exec(state)
  if (departure && !departures.has(departure[1])) wrong.push(`there is no departure ${departure[1]}`)
  if (!departure && !/^(built|issue \d+)$/.test(state)) wrong.push(`"${state}" is no state: built, issue N or departs: DN`)
  if (state === 'built' && tests.length === 0) wrong.push('what is built names a test')
  if (state === 'built' && where.length === 0) wrong.push('what is built says where')
  for (const path of where) if (!existsSync(join(root, path))) wrong.push(`${path} does not exist`)
  return [...wrong, ...tests.flatMap((test) => testProblems(test, root))]
}

function testProblems({ file, name }, root) {
  if (!existsSync(join(root, file))) return [`${file} does not exist`]
  return holdsName(readFileSync(join(root, file), 'utf8'), name) ? [] : [`${file} has no test "${name}"`]
}

/** The name stands in the file as it is written there, between quotation marks of any kind. */
function holdsName(source, name) {
  return ["'", '"', '`'].some((mark) => source.includes(mark + name.replaceAll(mark, `\\${mark}`) + mark))
}

function cellsOf(row) {
  return row.slice(1, -1).split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function codeIn(cell) {
  return Array.from(cell.matchAll(/`([^`]+)`/g), ([, path]) => path)
}

/** "`file` > name" */
function testOf(cell) {
  const match = /^`([^`]+)` > (.+)$/.exec(cell.trim())
  return match ? [{ file: match[1], name: match[2] }] : []
}
