import { describe, expect, it } from 'vitest'
import { isAllowed, licensePage, licenseProblems, pinProblems, lockedPackages, readAudit } from './dependencies.mjs'

const lock = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/hono': { version: '4.0.0', license: 'MIT' },
    'node_modules/a/node_modules/hono': { version: '4.0.0', license: 'MIT' },
    'node_modules/@scope/font': { version: '1.0.0', license: 'OFL-1.1' },
    'node_modules/icons': { version: '1.0.0', license: 'MIT', dev: true },
  },
}

describe('license check', () => {
  it('lists every package once and accepts allowed licenses', () => {
    const packages = lockedPackages(lock)
    expect(packages.map(({ name }) => name)).toEqual(['@scope/font', 'hono', 'icons'])
    expect(licenseProblems(packages)).toEqual([])
    expect(licensePage(packages)).toContain('| @scope/font | 1.0.0 | OFL-1.1 |')
  })

  it('reports disallowed and missing licenses [dependencies-2]', () => {
    const packages = [
      { name: 'a', version: '1', license: 'GPL-3.0-only' },
      { name: 'b', version: '2', license: '' },
    ]
    expect(licenseProblems(packages)).toEqual([
      'a@1 has the license GPL-3.0-only, which is not allowed',
      'b@2 has no license',
    ])
  })

  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0)', true],
    ['(AFL-2.1 OR BSD-3-Clause)', true],
    ['MIT AND GPL-3.0', false],
    ['SEE LICENSE IN LICENSE', false],
  ])('evaluates the SPDX expression %s as allowed: %s', (expression, allowed) => {
    expect(isAllowed(expression)).toBe(allowed)
  })
})

it('reports versions that are not pinned [dependencies-3]', () => {
  const versions = { dependencies: { a: '1.2.3', b: '^1.2.3' }, devDependencies: { c: 'latest', d: '1.0.0-beta.1' } }
  expect(pinProblems(versions)).toEqual([
    'b is not pinned (^1.2.3): name one exact version',
    'c is not pinned (latest): name one exact version',
  ])
})

describe('audit report', () => {
  it('lists the vulnerabilities that the registry reports [dependencies-1]', () => {
    const via = [{ title: 'It leaks', url: 'https://example.org/1' }]
    const vulnerabilities = {
      a: { name: 'a', severity: 'high', via, fixAvailable: true },
      b: { name: 'b', severity: 'low', via: ['a'], fixAvailable: false },
    }
    expect(
      readAudit(`npm warn something\n${JSON.stringify({ auditReportVersion: 2, vulnerabilities })}\nnpm warn more`),
    ).toEqual({
      completed: true,
      problems: ['a: high: It leaks (https://example.org/1); fixed by an update', 'b: low: through a'],
    })
    expect(readAudit(JSON.stringify({ auditReportVersion: 2, vulnerabilities: {} }))).toEqual({
      completed: true,
      problems: [],
    })
  })

  it.each([
    ['{"message": "405 Method Not Allowed\\nmore"}', '405 Method Not Allowed'],
    ['{"error": {"summary": "no network"}}', 'no network'],
    ['', 'no response'],
  ])('gives the reason when the registry could not be queried: %s', (output, reason) => {
    expect(readAudit(output)).toEqual({ completed: false, problems: [], reason })
  })
})
