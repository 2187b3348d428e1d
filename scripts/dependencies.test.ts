import { describe, expect, it } from 'vitest'
import { isAllowed, licencePage, licenceProblems, pinProblems, productionPackages, readAudit } from './dependencies.mjs'

const lock = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/hono': { version: '4.0.0', license: 'MIT' },
    'node_modules/a/node_modules/hono': { version: '4.0.0', license: 'MIT' },
    'node_modules/@scope/font': { version: '1.0.0', license: 'OFL-1.1' },
    'node_modules/tool': { version: '1.0.0', license: 'GPL-3.0', dev: true },
  },
}

describe('licences', () => {
  it('are those of what the product is installed with, each package once', () => {
    const packages = productionPackages(lock)
    expect(packages.map(({ name }) => name)).toEqual(['@scope/font', 'hono'])
    expect(licenceProblems(packages)).toEqual([])
    expect(licencePage(packages)).toContain('| @scope/font | 1.0.0 | OFL-1.1 |')
  })

  it('that are not allowed, or not there, are named', () => {
    const packages = [
      { name: 'a', version: '1', licence: 'GPL-3.0-only' },
      { name: 'b', version: '2', licence: '' },
    ]
    expect(licenceProblems(packages)).toEqual([
      'a@1 is under GPL-3.0-only, which is not among the allowed licences',
      'b@2 names no licence',
    ])
  })

  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0)', true],
    ['(AFL-2.1 OR BSD-3-Clause)', true],
    ['MIT AND GPL-3.0', false],
    ['SEE LICENSE IN LICENSE', false],
  ])('%s: %s', (expression, allowed) => {
    expect(isAllowed(expression)).toBe(allowed)
  })
})

it('a version that may change by itself is refused', () => {
  const versions = { dependencies: { a: '1.2.3', b: '^1.2.3' }, devDependencies: { c: 'latest', d: '1.0.0-beta.1' } }
  expect(pinProblems(versions)).toEqual(['b is asked for as ^1.2.3: write one version', 'c is asked for as latest: write one version'])
})

describe('the audit', () => {
  it('names what the registry knows against a package', () => {
    const via = [{ title: 'It leaks', url: 'https://example.org/1' }]
    const vulnerabilities = { a: { name: 'a', severity: 'high', via, fixAvailable: true }, b: { name: 'b', severity: 'low', via: ['a'], fixAvailable: false } }
    expect(readAudit(`npm warn something\n${JSON.stringify({ auditReportVersion: 2, vulnerabilities })}\nnpm warn more`)).toEqual({
      asked: true,
      problems: ['a: high: It leaks (https://example.org/1); an update mends it', 'b: low: through a'],
    })
    expect(readAudit(JSON.stringify({ auditReportVersion: 2, vulnerabilities: {} }))).toEqual({ asked: true, problems: [] })
  })

  it.each([
    ['{"message": "405 Method Not Allowed\\nmore"}', '405 Method Not Allowed'],
    ['{"error": {"summary": "no network"}}', 'no network'],
    ['', 'it gave no answer'],
  ])('that could not be asked fails nothing and says why: %s', (answer, why) => {
    expect(readAudit(answer)).toEqual({ asked: false, problems: [], why })
  })
})
