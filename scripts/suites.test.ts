import { expect, test } from 'vitest'
import { messageProblems } from './messages.mjs'
import { coverageProblems, namedTestProblems, readCoverage } from './spec-coverage.mjs'
import { countPlaywright, countVitest, failuresInPlaywright, failuresInVitest } from './suites.mjs'

test('a skipped test counts as failed', () => {
  expect(countVitest({ numPassedTests: 5, numFailedTests: 0, numPendingTests: 1 }, 0)).toEqual({ passed: 5, failed: 1 })
  const stats = { expected: 3, unexpected: 0, flaky: 0, skipped: 2 }
  expect(countPlaywright({ stats }, 0)).toEqual({ passed: 3, failed: 2 })
})

test('a runner that fails without a failed test has failed', () => {
  expect(countVitest({ numPassedTests: 5, numFailedTests: 0 }, 1)).toEqual({ passed: 5, failed: 1 })
  expect(countVitest(null, 124)).toEqual({ passed: 0, failed: 1 })
  expect(countPlaywright(null, 1)).toEqual({ passed: 0, failed: 1 })
})

test('the end of a run names each test that failed, and the first line of why', () => {
  const inCrawl = { name: 'src/crawl.test.ts', assertionResults: [
    { fullName: 'a crawl ends', status: 'passed' },
    { fullName: 'a crawl goes on', status: 'failed', failureMessages: ['\u001b[31mExpected 2\u001b[39m\n  at here'] },
  ] }
  const unloaded = { name: 'src/broken.test.ts', message: 'No such module\n  at there', assertionResults: [] }
  expect(failuresInVitest({ testResults: [inCrawl, unloaded] }).map((line) => line.replace(/^.*src/, 'src'))).toEqual([
    'src/crawl.test.ts > a crawl goes on > Expected 2',
    'src/broken.test.ts > No such module',
  ])
  const results = (ok: boolean) => (ok ? [{}] : [{ error: { message: 'Not there\nat' } }])
  const spec = (title: string, ok: boolean) => ({ title, ok, tests: [{ results: results(ok) }] })
  const inner = { title: 'inner', file: 'chat.spec.ts', specs: [spec('is saved', false), spec('is opened', true)] }
  expect(failuresInPlaywright({ suites: [{ title: 'chat.spec.ts', file: 'chat.spec.ts', suites: [inner] }] })).toEqual([
    'chat.spec.ts > is saved > Not there',
  ])
  expect([...failuresInVitest(null), ...failuresInPlaywright(null)]).toEqual([])
})

const table = (test: string, state = 'built') =>
  `| 5 Links | What is asked | \`package.json\` | ${test} | ${state} |\n\n| D1 | a | b | c |`
const problemsOf = (markdown: string) => coverageProblems(readCoverage(markdown), process.cwd())

test('the coverage page may name only tests that exist', () => {
  expect(problemsOf(table('`scripts/suites.test.ts` > a skipped test counts as failed'))).toEqual([])
  expect(problemsOf(table(`\`scripts/suites.test.ts\` > a test of another ${'name'}`))).toHaveLength(1)
  expect(problemsOf(table('`scripts/no-such.test.ts` > a skipped test counts as failed'))).toHaveLength(1)
  expect(problemsOf(table(''))).toHaveLength(1)
})

test('any other page names only tests that exist as well', () => {
  const row = (name: string) => `| Promise | Test |\n|---|---|\n| It counts | \`scripts/suites.test.ts\` > ${name} |`
  expect(namedTestProblems(row('a skipped test counts as failed'), process.cwd())).toEqual([])
  expect(namedTestProblems(row(`a test of another ${'name'}`), process.cwd())).toEqual([
    expect.stringMatching(/^line 3: scripts\/suites\.test\.ts has no test/),
  ])
})

test('the coverage page knows three states', () => {
  expect(problemsOf(table('', 'issue 4'))).toEqual([])
  expect(problemsOf(table('', 'departs: D1'))).toEqual([])
  expect(problemsOf(table('', 'departs: D2'))).toHaveLength(1)
  expect(problemsOf(table('', 'soon'))).toHaveLength(1)
})

test('a message of the specification stands in the catalogue and nowhere else', () => {
  const rows = [{ section: '8 Chat', asked: 'Loading: “Failed to load chat”', state: 'built' }]
  const problems = (sources: Record<string, string>) =>
    messageProblems({ rows, sources: new Map(Object.entries(sources)), catalogue: 'errors.ts' })
  expect(problems({ 'errors.ts': `'Failed to load chat'`, 'a.ts': `errorMessage('chat.not-found')` })).toEqual([])
  expect(problems({ 'errors.ts': `'Failed to open chat'` })).toHaveLength(1)
  expect(problems({ 'errors.ts': `'Failed to load chat'`, 'a.tsx': '<p>Failed to load chat</p>' })).toHaveLength(1)
})
