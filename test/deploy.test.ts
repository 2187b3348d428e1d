/**
 * Checks that the Dockerfile and deploy/ refer to existing files and settings. docs/operations.md describes manual
 * tests.
 */
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Generated while the image is built. */
const GENERATED = ['dist', 'node_modules']
/** Variables that are not settings of Readback. */
const FOREIGN_VARIABLES = [
  'POSTGRES_DB',
  'POSTGRES_USER',
  'POSTGRES_PASSWORD',
  'NODE_ENV',
  'CHROMIUM',
  'MALLOC_MMAP_THRESHOLD_',
]
const settings = new Set([...readFileSync('.env.example', 'utf8').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name))

const dockerfile = readFileSync('Dockerfile', 'utf8')
const unit = readFileSync('deploy/readback.service', 'utf8')

it('copies only existing paths into the image, none of which .dockerignore excludes', () => {
  const copied = [...dockerfile.matchAll(/\/app\/(\S+)/g)].map(([, path = '']) => path)
  expect(copied).toContain('src/server')
  expect(copied.filter((path) => !GENERATED.includes(path) && !existsSync(path))).toEqual([])
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n')
  expect(copied.filter((path) => !GENERATED.includes(path) && ignored.includes(path))).toEqual([])
})

it('starts an existing entry point in the image and the systemd unit', () => {
  const started = [dockerfile, unit].map((text) => /(src\/server\/\S+?\.ts)/.exec(text)?.[1])
  expect(started).toEqual(['src/server/main.ts', 'src/server/main.ts'])
})

it.each([
  ['deploy/compose.yaml', /^ +(?:environment: \{ .*?, )?([A-Z_]+):/gm],
  ['deploy/compose.yaml', /\$\{([A-Z_]+)/g],
  ['deploy/readback.service', /\b([A-Z_]{4,})=/g],
  ['Dockerfile', /\b([A-Z_]{4,})=/g],
])('%s sets only existing settings: %s', (file, pattern) => {
  const named = [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !settings.has(name) && !FOREIGN_VARIABLES.includes(name))).toEqual([])
})
