/** What the Dockerfile and the files of deploy/ name is there. How they were tried stands in docs/operations.md. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Made while the image is built. */
const MADE = ['dist', 'node_modules']
/** PostgreSQL's own, and Node's. */
const OTHERS = ['POSTGRES_DB', 'POSTGRES_USER', 'POSTGRES_PASSWORD', 'NODE_ENV', 'CHROMIUM']
const settings = new Set([...readFileSync('.env.example', 'utf8').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name))

const dockerfile = readFileSync('Dockerfile', 'utf8')
const unit = readFileSync('deploy/readback.service', 'utf8')

it('the image is made of what the repository has, and leaves out nothing that it is made of', () => {
  const copied = [...dockerfile.matchAll(/\/app\/(\S+)/g)].map(([, path = '']) => path)
  expect(copied).toContain('src/server')
  expect(copied.filter((path) => !MADE.includes(path) && !existsSync(path))).toEqual([])
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n')
  expect(copied.filter((path) => !MADE.includes(path) && ignored.includes(path))).toEqual([])
})

it('image and unit start a server that is there', () => {
  const started = [dockerfile, unit].map((text) => /(src\/server\/\S+?\.ts)/.exec(text)?.[1])
  expect(started).toEqual(['src/server/main.ts', 'src/server/main.ts'])
})

it.each([
  ['deploy/compose.yaml', /^ +(?:environment: \{ .*?, )?([A-Z_]+):/gm],
  ['deploy/compose.yaml', /\$\{([A-Z_]+)/g],
  ['deploy/readback.service', /\b([A-Z_]{4,})=/g],
  ['Dockerfile', /\b([A-Z_]{4,})=/g],
])('%s sets settings that there are: %s', (file, pattern) => {
  const named = [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !settings.has(name) && !OTHERS.includes(name))).toEqual([])
})
