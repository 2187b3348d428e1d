import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { contentHash } from './build-web.mjs'
import { installFailure, isInstalled } from './install.mjs'

let clone: string
beforeEach(() => (clone = mkdtempSync(join(tmpdir(), 'readback-clone-'))))
afterEach(() => rmSync(clone, { recursive: true, force: true }))

const locked = {
  '': { version: '1.0.0' },
  'node_modules/server': { version: '1.0.0', integrity: 'a' },
  'node_modules/tester': { version: '2.0.0', integrity: 'b', dev: true },
  'node_modules/only-on-macos': { version: '3.0.0', optional: true },
}

function write(file: string, content: unknown) {
  mkdirSync(join(clone, file, '..'), { recursive: true })
  writeFileSync(join(clone, file), JSON.stringify(content))
}

/** Writes what a completed npm install leaves in node_modules. */
function writeInstalled(packages: Record<string, { version: string; integrity?: string }>) {
  mkdirSync(join(clone, 'node_modules', '.bin'), { recursive: true })
  write('node_modules/.package-lock.json', { packages })
}

test('reports a fresh clone as not installed', () => {
  write('package-lock.json', { packages: locked })
  expect(isInstalled(clone, { withDevelopment: false })).toBe(false)
})

test('reports an interrupted install as not installed', () => {
  write('package-lock.json', { packages: locked })
  mkdirSync(join(clone, 'node_modules', '.bin'), { recursive: true })
  expect(isInstalled(clone, { withDevelopment: false })).toBe(false)
})

test('accepts an install without development dependencies for the server but not for the tests', () => {
  write('package-lock.json', { packages: locked })
  writeInstalled({ 'node_modules/server': { version: '1.0.0', integrity: 'a' } })
  expect(isInstalled(clone, { withDevelopment: false })).toBe(true)
  expect(isInstalled(clone, { withDevelopment: true })).toBe(false)
})

test('reports an install as stale when the lock file has another version', () => {
  writeInstalled({ 'node_modules/server': { version: '1.0.0', integrity: 'a' } })
  write('package-lock.json', { packages: { ...locked, 'node_modules/server': { version: '1.0.1', integrity: 'c' } } })
  expect(isInstalled(clone, { withDevelopment: false })).toBe(false)
})

test.each([
  [127, 'spawn npm ENOENT', 'npm was not found'],
  [1, 'npm error code ENOSPC', 'The disk is full'],
  [1, 'npm error code EAI_AGAIN', 'could not reach its registry'],
  [1, 'npm error code EACCES', 'cannot write'],
  [1, 'npm error something new', 'could not install the dependencies. Details: log'],
])('describes a failed install (exit code %i, %s) in one line', (code, output, expected) => {
  const message = installFailure(code, output, 'log')
  expect(message).toContain(expected)
  expect(message).not.toContain('\n')
})

test('changes the content hash when a source file changes or is added, but not when a test changes', () => {
  write('src/web/app/main.tsx', 'one')
  write('src/web/main.test.tsx', 'a test')
  const before = contentHash(clone, ['src/web', 'index.html'])

  write('src/web/main.test.tsx', 'another test')
  expect(contentHash(clone, ['src/web', 'index.html'])).toBe(before)
  write('src/web/app/main.tsx', 'two')
  expect(contentHash(clone, ['src/web', 'index.html'])).not.toBe(before)
  write('src/web/app/main.tsx', 'one')
  write('src/web/more.tsx', '')
  expect(contentHash(clone, ['src/web', 'index.html'])).not.toBe(before)
})
