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

/** What npm leaves behind when an install has gone to its end. */
function npmInstalled(packages: Record<string, { version: string; integrity?: string }>) {
  mkdirSync(join(clone, 'node_modules', '.bin'), { recursive: true })
  write('node_modules/.package-lock.json', { packages })
}

test('a fresh clone has nothing installed', () => {
  write('package-lock.json', { packages: locked })
  expect(isInstalled(clone, { withDevelopment: false })).toBe(false)
})

test('an install that was cut off counts as none', () => {
  write('package-lock.json', { packages: locked })
  mkdirSync(join(clone, 'node_modules', '.bin'), { recursive: true })
  expect(isInstalled(clone, { withDevelopment: false })).toBe(false)
})

test('an install without the packages for testing serves the server and not the tests', () => {
  write('package-lock.json', { packages: locked })
  npmInstalled({ 'node_modules/server': { version: '1.0.0', integrity: 'a' } })
  expect(isInstalled(clone, { withDevelopment: false })).toBe(true)
  expect(isInstalled(clone, { withDevelopment: true })).toBe(false)
})

test('another version in the lock file makes the install stale', () => {
  npmInstalled({ 'node_modules/server': { version: '1.0.0', integrity: 'a' } })
  write('package-lock.json', { packages: { ...locked, 'node_modules/server': { version: '1.0.1', integrity: 'c' } } })
  expect(isInstalled(clone, { withDevelopment: false })).toBe(false)
})

test.each([
  [127, 'spawn npm ENOENT', 'npm was not found'],
  [1, 'npm error code ENOSPC', 'The disk is full'],
  [1, 'npm error code EAI_AGAIN', 'could not reach its registry'],
  [1, 'npm error code EACCES', 'may not write'],
  [1, 'npm error something new', 'could not install the dependencies. Details: log'],
])('a failed install (%i, %s) is one sentence', (code, output, words) => {
  const sentence = installFailure(code, output, 'log')
  expect(sentence).toContain(words)
  expect(sentence).not.toContain('\n')
})

test('the web app is stale when a file of it changed, was renamed or removed, and not when a test did', () => {
  write('src/web/main.tsx', 'one')
  write('src/web/main.test.tsx', 'a test')
  const before = contentHash(clone, ['src/web', 'index.html'])

  write('src/web/main.test.tsx', 'another test')
  expect(contentHash(clone, ['src/web', 'index.html'])).toBe(before)
  write('src/web/main.tsx', 'two')
  expect(contentHash(clone, ['src/web', 'index.html'])).not.toBe(before)
  write('src/web/main.tsx', 'one')
  write('src/web/more.tsx', '')
  expect(contentHash(clone, ['src/web', 'index.html'])).not.toBe(before)
})
