import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

// One small tree that breaks every rule once, beside files that keep them: linted once, asked about in each test.
const files: Record<string, string> = {
  'src/shared/plans.ts': 'export const plans = 1',
  'src/shared/pure.ts': `import { z } from 'zod'\nexport const a = z.string()`,
  'src/shared/reads-files.ts': `import { readFileSync } from 'node:fs'\nexport const a = readFileSync('x')`,
  'src/shared/knows-server.ts': `import { log } from '#server/log.ts'\nexport const a = log`,
  'src/server/log.ts': `export const log = 1\nconsole.log(log)`,
  'src/server/environment.ts': 'export const port = process.env.PORT',
  'src/server/db/tables.ts': `import { log } from '#server/log.ts'\nexport const tables = [log]`,
  'src/server/db/knows-tool.ts': `import { read } from '#server/reader/read.ts'\nexport const a = read`,
  'src/server/reader/read.ts': `import { request } from 'undici'\nexport const read = () => request('http://a.example')`,
  'src/server/knowledge/rank.ts': `import { tables } from '#server/db/tables.ts'\nexport const rank = tables`,
  'src/server/knowledge/knows-reader.ts': `import { read } from '#server/reader/read.ts'\nexport const a = read`,
  'src/server/knowledge/knows-reader-type.ts': `import type { read } from '#server/reader/read.ts'\nexport type A = typeof read`,
  'src/server/knowledge/lazily.ts': `export const a = () => import('#server/reader/read.ts')`,
  'src/server/crawl/start-crawl.ts': `import { read } from '#server/reader/read.ts'\nexport const startCrawl = read`,
  'src/server/crawl/knows-chat.ts': `export { ask } from '#server/chat/ask.ts'`,
  'src/server/crawl/knows-door.ts': `import { app } from '#server/api/app.ts'\nexport const a = app`,
  'src/server/crawl/dials.ts': `import { request } from 'node:https'\nexport const a = request`,
  'src/server/crawl/fetches.ts': `export const a = () => fetch('http://a.example')`,
  'src/server/crawl/is-given-fetch.ts': `export const a = (fetch: (url: string) => void) => fetch('http://a.example')`,
  'src/server/crawl/links.test.ts': `import { app } from '#server/api/app.ts'\nimport { site } from '#test/site.ts'\nexport const a = [app, site]`,
  'src/server/chat/ask.ts': 'export const ask = 1',
  'src/server/chat/talks.ts': `export const a = () => console.log('hello')`,
  'src/server/chat/reads-environment.ts': 'export const a = process.env.PORT',
  'src/server/chat/knows-tests.ts': `import { site } from '#test/site.ts'\nexport const a = site`,
  'src/server/api/app.ts': `import { ask } from '#server/chat/ask.ts'\nexport const app = ask`,
  'src/server/attic/thing.ts': `import { log } from '#server/log.ts'\nexport const a = log`,
  'src/server/models/climbs.ts': `import { log } from '../log.ts'\nexport const a = log`,
  'src/server/models/cycle-a.ts': `import { b } from './cycle-b.ts'\nexport const a = () => b`,
  'src/server/models/cycle-b.ts': `import { a } from './cycle-a.ts'\nexport const b = () => a`,
  'src/server/models/anything.ts': 'export const a = (b: any) => b',
  'src/server/models/surely.ts': 'export const a = (b?: string) => b!.length',
  'src/server/models/later.ts': '// TODO: do this\nexport const a = 1',
  'src/server/models/focused.test.ts': `import { expect, test } from 'vitest'\ntest.only('a', () => expect(1).toBe(1))`,
  'src/server/models/skipped.test.ts': `import { expect, test } from 'vitest'\ntest.skip('a', () => expect(1).toBe(1))`,
  'src/web/client.ts': `import type { app } from '#server/api/app.ts'\nexport type Api = typeof app\nexport const client = () => fetch('/api')`,
  'src/web/ui/button.tsx': 'export const button = 1',
  'src/web/ui/fetches.ts': `export const a = () => fetch('/api')`,
  'src/web/ui/knows-feature.ts': `import { form } from '#web/features/crawl/form.ts'\nexport const a = form`,
  'src/web/queries/crawls.ts': `import { client } from '#web/client.ts'\nexport const crawls = client`,
  'src/web/queries/knows-server-type.ts': `import type { app } from '#server/api/app.ts'\nexport type A = typeof app`,
  'src/web/features/crawl/form.ts': `import { crawls } from '#web/queries/crawls.ts'\nexport const form = crawls`,
  'src/web/features/chat/knows-crawl.ts': `import { form } from '#web/features/crawl/form.ts'\nexport const a = form`,
  'src/web/routes/home.ts': `import { form } from '#web/features/crawl/form.ts'\nexport const home = form`,
  'test/site.ts': `import { app } from '#server/api/app.ts'\nexport const site = [app, process.env.PATH]`,
}

let tree: string
let problems: Map<string, string>

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'readback-lint-'))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), `${content}\n`)
  }
  cpSync('.oxlintrc.json', join(tree, '.oxlintrc.json'))
  cpSync('package.json', join(tree, 'package.json'))
  mkdirSync(join(tree, 'scripts'))
  cpSync('scripts/lint', join(tree, 'scripts/lint'), { recursive: true })
  symlinkSync(resolve('node_modules'), join(tree, 'node_modules'))
  problems = lint(tree)
}, 60_000)

afterAll(() => rmSync(tree, { recursive: true, force: true }))

/** What oxlint says, by file. */
function lint(folder: string): Map<string, string> {
  const { stdout } = spawnSync(process.execPath, ['node_modules/.bin/oxlint', '-f', 'unix', 'src', 'test'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const found = new Map<string, string>()
  for (const line of stdout.split('\n')) {
    const [, file, words] = /^(.+?):\d+:\d+: (.*)$/.exec(line) ?? []
    if (file && words) found.set(file, `${found.get(file) ?? ''}${words}\n`)
  }
  return found
}

test.each([
  ['src/shared/reads-files.ts', 'Shared imports only zod and shared'],
  ['src/shared/knows-server.ts', 'Shared imports only zod and shared'],
  ['src/server/db/knows-tool.ts', 'db (ground) is below reader (tools)'],
  ['src/server/knowledge/knows-reader.ts', 'stand on one floor'],
  ['src/server/knowledge/knows-reader-type.ts', 'stand on one floor'],
  ['src/server/knowledge/lazily.ts', 'stand on one floor'],
  ['src/server/crawl/knows-chat.ts', 'stand on one floor'],
  ['src/server/crawl/knows-door.ts', 'crawl (stories) is below api (doors)'],
  ['src/server/crawl/dials.ts', 'reach out of the process'],
  ['src/server/crawl/fetches.ts', 'reach out of the process'],
  ['src/server/chat/talks.ts', 'no-console'],
  ['src/server/chat/reads-environment.ts', 'no-process-env'],
  ['src/server/chat/knows-tests.ts', 'does not import what its tests stand on'],
  ['src/server/attic/thing.ts', 'attic stands on no floor'],
  ['src/server/models/climbs.ts', 'does not climb'],
  ['src/server/models/cycle-a.ts', 'no-cycle'],
  ['src/server/models/anything.ts', 'no-explicit-any'],
  ['src/server/models/surely.ts', 'no-non-null-assertion'],
  ['src/server/models/later.ts', 'no-warning-comments'],
  ['src/server/models/focused.test.ts', 'no-focused-tests'],
  ['src/server/models/skipped.test.ts', 'no-disabled-tests'],
  ['src/web/ui/fetches.ts', 'through web/client.ts'],
  ['src/web/ui/knows-feature.ts', 'ui (pieces) is below features/crawl (features)'],
  ['src/web/queries/knows-server-type.ts', 'reaches the server only by HTTP'],
  ['src/web/features/chat/knows-crawl.ts', 'stand on one floor'],
])('lint refuses %s: %s', (file, words) => {
  expect(problems.get(file)).toContain(words)
})

test('lint accepts every file that keeps the rules', () => {
  const kept = [
    'src/shared/plans.ts',
    'src/shared/pure.ts',
    'src/server/log.ts',
    'src/server/environment.ts',
    'src/server/db/tables.ts',
    'src/server/reader/read.ts',
    'src/server/knowledge/rank.ts',
    'src/server/crawl/start-crawl.ts',
    'src/server/crawl/is-given-fetch.ts',
    'src/server/crawl/links.test.ts',
    'src/server/chat/ask.ts',
    'src/server/api/app.ts',
    'src/web/client.ts',
    'src/web/ui/button.tsx',
    'src/web/queries/crawls.ts',
    'src/web/features/crawl/form.ts',
    'src/web/routes/home.ts',
    'test/site.ts',
  ]
  expect(kept.map((file) => problems.get(file)).filter(Boolean)).toEqual([])
})

test('every room of the server is named in ARCHITECTURE.md', () => {
  const rooms = readdirSync('src/server', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const page = readFileSync('ARCHITECTURE.md', 'utf8')
  expect(rooms.map((room) => `${room.name}/`).filter((name) => !page.includes(name))).toEqual([])
})
