import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allowedPairs } from './layers.mjs'

// A source tree that breaks every rule once and also contains valid files. It is linted once for all tests.
const files: Record<string, string> = {
  'src/shared/plans.ts': 'export const plans = 1',
  'src/shared/pure.ts': `import { z } from 'zod'\nexport const a = z.string()`,
  'src/shared/reads-files.ts': `import { readFileSync } from 'node:fs'\nexport const a = readFileSync('x')`,
  'src/shared/imports-server.ts': `import { log } from '#server/platform/log.ts'\nexport const a = log`,
  'src/server/platform/log.ts': `export const log = 1\nconsole.log(log)`,
  'src/server/platform/environment.ts': 'export const port = process.env.PORT',
  'src/server/platform/db/tables.ts': `import { log } from '#server/platform/log.ts'\nexport const tables = [log]`,
  'src/server/platform/db/imports-capability.ts': `import { read } from '#server/fetching/read.ts'\nexport const a = read`,
  'src/server/fetching/read.ts': `import { request } from 'undici'\nexport const read = () => request('http://a.example')`,
  'src/server/retrieval/rank.ts': `import { tables } from '#server/platform/db/tables.ts'\nexport const rank = tables`,
  'src/server/retrieval/imports-fetching.ts': `import { read } from '#server/fetching/read.ts'\nexport const a = read`,
  'src/server/retrieval/imports-fetching-type.ts': `import type { read } from '#server/fetching/read.ts'\nexport type A = typeof read`,
  'src/server/retrieval/imports-lazily.ts': `export const a = () => import('#server/fetching/read.ts')`,
  'src/server/crawl/start-crawl.ts': `import { read } from '#server/fetching/read.ts'\nexport const startCrawl = read`,
  'src/server/crawl/imports-chat.ts': `export { ask } from '#server/answering/prepare-answer.ts'`,
  'src/server/crawl/imports-entry-point.ts': `import { app } from '#server/http/app.ts'\nexport const a = app`,
  'src/server/crawl/imports-https.ts': `import { request } from 'node:https'\nexport const a = request`,
  'src/server/crawl/calls-fetch.ts': `export const a = () => fetch('http://a.example')`,
  'src/server/crawl/takes-fetch-parameter.ts': `export const a = (fetch: (url: string) => void) => fetch('http://a.example')`,
  'src/server/crawl/links/links.test.ts': `import { app } from '#server/http/app.ts'\nimport { site } from '#test/site.ts'\nexport const a = [app, site]`,
  'src/server/answering/prepare-answer.ts': 'export const ask = 1',
  'src/server/chat/logs-to-console.ts': `export const a = () => console.log('hello')`,
  'src/server/chat/reads-environment.ts': 'export const a = process.env.PORT',
  'src/server/chat/imports-test-code.ts': `import { site } from '#test/site.ts'\nexport const a = site`,
  'src/server/http/app.ts': `import { ask } from '#server/answering/prepare-answer.ts'\nexport const app = ask`,
  'src/server/unlisted/module.ts': `import { log } from '#server/platform/log.ts'\nexport const a = log`,
  'src/server/engines/imports-parent.ts': `import { log } from '../log.ts'\nexport const a = log`,
  'src/server/engines/cycle-a.ts': `import { b } from './cycle-b.ts'\nexport const a = () => b`,
  'src/server/engines/cycle-b.ts': `import { a } from './cycle-a.ts'\nexport const b = () => a`,
  'src/server/engines/uses-any.ts': 'export const a = (b: any) => b',
  'src/server/engines/asserts-non-null.ts': 'export const a = (b?: string) => b!.length',
  'src/server/engines/has-todo.ts': '// TODO: do this\nexport const a = 1',
  'src/server/engines/focused.test.ts': `import { expect, test } from 'vitest'\ntest.only('a', () => expect(1).toBe(1))`,
  'src/server/engines/skipped.test.ts': `import { expect, test } from 'vitest'\ntest.skip('a', () => expect(1).toBe(1))`,
  'src/web/api/client.ts': `import type { app } from '#server/http/app.ts'\nexport type Api = typeof app\nexport const client = () => fetch('/api')`,
  'src/web/ui/button.tsx': 'export const button = 1',
  'src/web/ui/calls-fetch.ts': `export const a = () => fetch('/api')`,
  'src/web/ui/imports-feature.ts': `import { form } from '#web/features/crawl/form.ts'\nexport const a = form`,
  'src/web/queries/crawls.ts': `import { client } from '#web/api/client.ts'\nexport const crawls = client`,
  'src/web/queries/imports-server-type.ts': `import type { app } from '#server/http/app.ts'\nexport type A = typeof app`,
  'src/web/features/crawl/form.ts': `import { crawls } from '#web/queries/crawls.ts'\nexport const form = crawls`,
  'src/web/features/conversation/imports-crawl.ts': `import { form } from '#web/features/crawl/form.ts'\nexport const a = form`,
  'src/web/screens/home.ts': `import { form } from '#web/features/crawl/form.ts'\nexport const home = form`,
  'test/site.ts': `import { app } from '#server/http/app.ts'\nexport const site = [app, process.env.PATH]`,
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

/** The messages of oxlint by file. */
function lint(folder: string): Map<string, string> {
  const { stdout } = spawnSync(process.execPath, ['node_modules/.bin/oxlint', '-f', 'unix', 'src', 'test'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const found = new Map<string, string>()
  for (const line of stdout.split('\n')) {
    const [, file, message] = /^(.+?):\d+:\d+: (.*)$/.exec(line) ?? []
    if (file && message) found.set(file, `${found.get(file) ?? ''}${message}\n`)
  }
  return found
}

test.each([
  ['src/shared/reads-files.ts', 'src/shared may import only zod and src/shared'],
  ['src/shared/imports-server.ts', 'src/shared may import only zod and src/shared'],
  ['src/server/platform/db/imports-capability.ts', 'platform (platform) is below fetching (capabilities)'],
  ['src/server/retrieval/imports-fetching.ts', 'both are in one layer'],
  ['src/server/retrieval/imports-fetching-type.ts', 'both are in one layer'],
  ['src/server/retrieval/imports-lazily.ts', 'both are in one layer'],
  ['src/server/crawl/imports-chat.ts', 'both are in one layer'],
  ['src/server/crawl/imports-entry-point.ts', 'crawl (features) is below http (entry points)'],
  ['src/server/crawl/imports-https.ts', 'may open network connections'],
  ['src/server/crawl/calls-fetch.ts', 'may open network connections'],
  ['src/server/chat/logs-to-console.ts', 'no-console'],
  ['src/server/chat/reads-environment.ts', 'no-process-env'],
  ['src/server/chat/imports-test-code.ts', 'must not import test code'],
  ['src/server/unlisted/module.ts', 'unlisted is in no layer'],
  ['src/server/engines/imports-parent.ts', 'instead of ../'],
  ['src/server/engines/cycle-a.ts', 'no-cycle'],
  ['src/server/engines/uses-any.ts', 'no-explicit-any'],
  ['src/server/engines/asserts-non-null.ts', 'no-non-null-assertion'],
  ['src/server/engines/has-todo.ts', 'no-warning-comments'],
  ['src/server/engines/focused.test.ts', 'no-focused-tests'],
  ['src/server/engines/skipped.test.ts', 'no-disabled-tests'],
  ['src/web/ui/calls-fetch.ts', 'through web/api/client.ts'],
  ['src/web/ui/imports-feature.ts', 'ui (ui) is below features/crawl (features)'],
  ['src/web/queries/imports-server-type.ts', 'reaches the server only by HTTP'],
  ['src/web/features/conversation/imports-crawl.ts', 'both are in one layer'],
])('lint reports %s: %s', (file, message) => {
  expect(problems.get(file)).toContain(message)
})

test('lint accepts every file that follows the rules', () => {
  const valid = [
    'src/shared/plans.ts',
    'src/shared/pure.ts',
    'src/server/platform/log.ts',
    'src/server/platform/environment.ts',
    'src/server/platform/db/tables.ts',
    'src/server/fetching/read.ts',
    'src/server/retrieval/rank.ts',
    'src/server/crawl/start-crawl.ts',
    'src/server/crawl/takes-fetch-parameter.ts',
    'src/server/crawl/links/links.test.ts',
    'src/server/answering/prepare-answer.ts',
    'src/server/http/app.ts',
    'src/web/api/client.ts',
    'src/web/ui/button.tsx',
    'src/web/queries/crawls.ts',
    'src/web/features/crawl/form.ts',
    'src/web/screens/home.ts',
    'test/site.ts',
  ]
  expect(valid.map((file) => problems.get(file)).filter(Boolean)).toEqual([])
})

test('ARCHITECTURE.md names every server module', () => {
  const modules = readdirSync('src/server', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const page = readFileSync('ARCHITECTURE.md', 'utf8')
  expect(modules.map((module) => `${module.name}/`).filter((name) => !page.includes(name))).toEqual([])
})

test('the allowed pairs within a layer form no cycle', () => {
  const reaches = (from: string, to: string): boolean =>
    allowedPairs.some(([user, used]) => user === from && (used === to || reaches(used, to)))
  expect(allowedPairs.filter(([user]) => reaches(user, user))).toEqual([])
})
