import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { planTests } from './plan-tests.mjs'
import { root } from './run.mjs'
import { integrationTests, listTestFiles, suitesOf } from './test-files.mjs'
import { countPlaywright, countVitest, failuresInPlaywright } from './test-reports.mjs'

const outcome = { suite: 'unit', file: 'src/crawl.test.ts', name: 'stops a crawl', passed: true, error: '' }

test('counts the tests of each suite in a run', () => {
  const onBoth = [
    { ...outcome, suite: 'embedded' },
    { ...outcome, suite: 'postgres', passed: false, error: '' },
  ]
  expect(countVitest([outcome, ...onBoth], ['unit', 'embedded', 'postgres'], 1)).toMatchObject([
    { suite: 'unit', passed: 1, failed: 0 },
    { suite: 'embedded', passed: 1, failed: 0 },
    { suite: 'postgres', passed: 0, failed: 1 },
  ])
})

test('counts a skipped browser test as failed', () => {
  const stats = { expected: 3, unexpected: 0, flaky: 0, skipped: 2 }
  expect(countPlaywright({ stats }, 0)).toEqual({ passed: 3, failed: 2 })
})

test('counts a runner that exits with an error but no failed test as one failure', () => {
  expect(countVitest([outcome], ['unit', 'embedded'], 1)).toMatchObject([
    { passed: 1, failed: 1, failures: ['Vitest ended with exit code 1'] },
    { passed: 0, failed: 0 },
  ])
  expect(countVitest(null, ['unit'], 124)).toMatchObject([{ passed: 0, failed: 1 }])
  expect(countPlaywright(null, 1)).toEqual({ passed: 0, failed: 1 })
})

test('lists each failed test with its file and the first line of its error', () => {
  const failed = {
    ...outcome,
    name: 'continues a crawl',
    passed: false,
    error: '\u001b[31mExpected 2\u001b[39m\n  at test',
  }
  const unloaded = {
    ...outcome,
    file: 'src/broken.test.ts',
    name: '',
    passed: false,
    error: 'No such module\n  at load',
  }
  const [{ failures } = { failures: [] }] = countVitest([outcome, failed, unloaded], ['unit'], 1)
  expect(failures).toEqual([
    'src/crawl.test.ts > continues a crawl > Expected 2',
    'src/broken.test.ts > No such module',
  ])
  const results = (ok: boolean) => (ok ? [{}] : [{ error: { message: 'Not visible\nat' } }])
  const spec = (title: string, ok: boolean) => ({ title, ok, tests: [{ results: results(ok) }] })
  const inner = {
    title: 'inner',
    file: 'chat.spec.ts',
    specs: [spec('saves a chat', false), spec('opens a chat', true)],
  }
  expect(failuresInPlaywright({ suites: [{ title: 'chat.spec.ts', file: 'chat.spec.ts', suites: [inner] }] })).toEqual([
    'chat.spec.ts > saves a chat > Not visible',
  ])
  expect(failuresInPlaywright(null)).toEqual([])
})

describe('npm test', () => {
  const files = [
    'e2e/chats.spec.ts',
    'scripts/install.test.ts',
    'src/server/chat/chat.itest.ts',
    'src/server/chat/export/names.test.ts',
    'src/server/credits/ledger.itest.ts',
  ]
  const plan = (...args: string[]) => planTests(args, files)

  it('runs every suite without arguments', () => {
    expect(plan().map(({ suite }) => suite)).toEqual(['checks', 'unit', 'embedded', 'postgres', 'browser'])
  })

  it('runs named suites as a whole', () => {
    expect(plan('embedded', 'checks')).toEqual([
      { suite: 'checks', files: null },
      { suite: 'embedded', files: null },
    ])
  })

  it('runs a path in each suite that has tests below it', () => {
    expect(plan('src/server/chat')).toEqual([
      { suite: 'unit', files: ['src/server/chat/export/names.test.ts'] },
      { suite: 'embedded', files: ['src/server/chat/chat.itest.ts'] },
    ])
    expect(plan('src/server/credits/ledger.itest.ts').map(({ suite }) => suite)).toEqual(['embedded', 'postgres'])
    expect(plan('e2e/chats.spec.ts')).toEqual([{ suite: 'browser', files: ['e2e/chats.spec.ts'] }])
  })

  it('runs a path in the named suites only', () => {
    expect(plan('postgres', 'src/server')).toEqual([
      { suite: 'postgres', files: ['src/server/credits/ledger.itest.ts'] },
    ])
    expect(() => plan('postgres', 'src/server/chat')).toThrow('The suite postgres has no test below src/server/chat.')
  })

  it('runs checks, unit and the embedded suite without its slow files with quick', () => {
    const slow = 'src/server/crawl/kill.itest.ts'
    expect(planTests(['quick'], [...files, slow])).toEqual([
      { suite: 'checks', files: null },
      { suite: 'unit', files: null },
      { suite: 'embedded', files: ['src/server/chat/chat.itest.ts', 'src/server/credits/ledger.itest.ts'] },
    ])
  })

  it.each([
    ['unti', 'unti is neither a suite nor a file or folder with tests. Usage: npm test -- [checks | unit'],
    ['src/server/ch', 'src/server/ch is neither a suite nor'],
    ['src/server/soak.long.ts', 'src/server/soak.long.ts takes minutes: run it with npm run test:long -- src'],
    ['--watch', 'npm test has no option --watch. Usage: npm test -- [checks | unit'],
  ])('rejects an unknown argument with a sentence: %s', (argument, sentence) => {
    expect(() => plan(argument)).toThrow(sentence)
  })
})

describe('the integration tests', () => {
  it('are assigned to databases by existing paths', () => {
    const paths = Object.values(integrationTests).flat()
    expect(paths.filter((path) => !existsSync(join(root, path.replace('**/*.itest.ts', ''))))).toEqual([])
  })

  it('run on at least one database each', () => {
    const tests = listTestFiles(root).filter((file) => file.endsWith('.itest.ts'))
    expect(tests.filter((file) => suitesOf(file).length === 0)).toEqual([])
    expect(tests.filter((file) => suitesOf(file).includes('postgres')).length).toBeGreaterThan(20)
  })

  it('run on PostgreSQL if they treat it differently', () => {
    const different = listTestFiles(root)
      .filter((file) => file.endsWith('.itest.ts'))
      .filter((file) => /\b(onlyOnPostgres|databaseKind)\b/.test(readFileSync(join(root, file), 'utf8')))
    expect(different.filter((file) => !suitesOf(file).includes('postgres'))).toEqual([])
  })
})
