import { expect, test } from 'vitest'
import { citedTestProblems, coverageProblems, readCoverage } from './spec-coverage.mjs'

const table = (test: string, state = 'built') =>
  `| 5 Links | A requirement | \`package.json\` | ${test} | ${state} |\n\n| D1 | a | b | c |`
const problemsOf = (markdown: string) =>
  coverageProblems(readCoverage(markdown), process.cwd(), new Map([['sample-1', ['src/crawl.test.ts']]]))

test('reports a built row whose test id does not exist or is missing', () => {
  expect(problemsOf(table('`sample-1`'))).toEqual([])
  expect(problemsOf(table('`sample-2`'))).toHaveLength(1)
  expect(problemsOf(table(''))).toHaveLength(1)
})

test('reports a test id on another page that no test or several tests carry', () => {
  const page = (cell: string) => `| Promise | Test |\n|---|---|\n| It counts | ${cell} |`
  const ids = new Map([
    ['sample-1', ['src/crawl.test.ts']],
    ['sample-3', ['src/a.test.ts', 'src/b.test.ts']],
  ])
  expect(citedTestProblems(page('`sample-1`'), ids)).toEqual([])
  expect(citedTestProblems(page('`sample-1`, `sample-9`'), ids)).toEqual(['line 3: no test title ends with [sample-9]'])
  expect(citedTestProblems(page('`sample-3`'), ids)).toEqual([
    'line 3: [sample-3] is used by several tests: src/a.test.ts, src/b.test.ts',
  ])
})

test('accepts the states built, issue and departs, and reports any other', () => {
  expect(problemsOf(table('', 'issue 4'))).toEqual([])
  expect(problemsOf(table('', 'departs: D1'))).toEqual([])
  expect(problemsOf(table('', 'departs: D2'))).toHaveLength(1)
  expect(problemsOf(table('', 'soon'))).toHaveLength(1)
})
