/** Runs every runnable example in the documentation, page by page, against a real server. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setTier } from '#server/admin/set-tier.ts'
import { createApiKey } from './api-key.ts'
import { openTestApp, type TestApp } from './app.ts'
import { type Fence, fencesOf, pages } from './docs-fences.ts'

const run = promisify(execFile)
const runnable = pages
  .map((page) => ({
    page,
    fences: fencesOf(page).filter(({ language, notRun }) => ['sh', 'ts'].includes(language) && !notRun),
  }))
  .filter(({ fences }) => fences.length > 0)

let app: TestApp
let key: string
/** Inside the repository, so that scripts can resolve their packages. */
let folder: string

beforeAll(async () => {
  app = await openTestApp()
  const person = await app.signUp()
  await setTier(app.services.db, { userId: person.userId, tier: 'pro' })
  key = (await createApiKey(person, ['read', 'ask', 'crawl'])).secret
  await mkdir('.cache', { recursive: true })
  folder = await mkdtemp(join(process.cwd(), '.cache', 'docs-examples-'))
})

afterAll(async () => {
  await app?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

it.each(runnable)('runs the examples of $page in order', async ({ page, fences }) => {
  const outputs: string[] = []
  let exported = ''
  for (const [index, { language, code }] of mergeShellExamples(fences).entries()) {
    const example = code.replaceAll('http://localhost:3000', app.origin).replaceAll('rb_YOUR_KEY', key)
    if (language === 'sh') {
      outputs.push((await run('bash', ['-euc', example])).stdout)
      exported = example
        .split('\n')
        .filter((line) => line.startsWith('export '))
        .join('\n')
      continue
    }
    const script = join(folder, `example-${index}.ts`)
    await writeFile(script, example)
    outputs.push((await run('bash', ['-euc', `${exported}\n"${process.execPath}" "${script}"`])).stdout)
  }
  expect(outputs).not.toContain('')
  if (page !== 'docs/programs.md') return
  const [shell, typescript, mcp = '', signature] = outputs
  expect(shell).toContain('credit')
  expect(typescript).toMatch(/at most 10 pages.*\[1\] quoted: “/s)
  expect(JSON.parse(mcp)).toMatchObject({ engine: 'Built-in engine' })
  expect(signature).toBe('true false\n')
})

/** Joins consecutive shell examples, which share one shell session. */
function mergeShellExamples(fences: Fence[]): Pick<Fence, 'language' | 'code'>[] {
  const sessions: Pick<Fence, 'language' | 'code'>[] = []
  for (const { language, code } of fences) {
    const last = sessions.at(-1)
    if (language === 'sh' && last?.language === 'sh') last.code += `\n${code}`
    else sessions.push({ language, code })
  }
  return sessions
}
