/** Every example of the documentation that can be run is run as it stands, page by page, against a real server. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { changeTier } from '#server/admin/change-tier.ts'
import { makeKey } from './api-key.ts'
import { openTestApp, type TestApp } from './app.ts'
import { type Fence, fencesOf, pages } from './docs-fences.ts'

const run = promisify(execFile)
const runnable = pages
  .map((page) => ({ page, fences: fencesOf(page).filter(({ language, notRun }) => ['sh', 'ts'].includes(language) && !notRun) }))
  .filter(({ fences }) => fences.length > 0)

let app: TestApp
let key: string
/** Below the repository, where a script finds the packages that it names. */
let folder: string

beforeAll(async () => {
  app = await openTestApp()
  const person = await app.signUp()
  await changeTier(app.services.db, { email: person.email, tier: 'pro' })
  key = (await makeKey(person, ['read', 'ask', 'crawl'])).secret
  await mkdir('.cache', { recursive: true })
  folder = await mkdtemp(join(process.cwd(), '.cache', 'docs-examples-'))
})

afterAll(async () => {
  await app?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

it.each(runnable)('the examples of $page work one after another', async ({ page, fences }) => {
  const said: string[] = []
  let exported = ''
  for (const [at, { language, code }] of oneSession(fences).entries()) {
    const mine = code.replaceAll('http://localhost:3000', app.origin).replaceAll('rb_YOUR_KEY', key)
    if (language === 'sh') {
      said.push((await run('bash', ['-euc', mine])).stdout)
      exported = mine.split('\n').filter((line) => line.startsWith('export ')).join('\n')
      continue
    }
    const script = join(folder, `example-${at}.ts`)
    await writeFile(script, mine)
    said.push((await run('bash', ['-euc', `${exported}\n"${process.execPath}" "${script}"`])).stdout)
  }
  expect(said).not.toContain('')
  if (page !== 'docs/programs.md') return
  const [shell, typescript, mcp = ''] = said
  expect(shell).toContain('credit')
  expect(typescript).toMatch(/at most 10 pages.*\[1\] verified: “/s)
  expect(JSON.parse(mcp)).toMatchObject({ engine: 'Built-in engine' })
})

/** What is typed into the same shell one after another is typed once. */
function oneSession(fences: Fence[]): Pick<Fence, 'language' | 'code'>[] {
  const sessions: Pick<Fence, 'language' | 'code'>[] = []
  for (const { language, code } of fences) {
    const last = sessions.at(-1)
    if (language === 'sh' && last?.language === 'sh') last.code += `\n${code}`
    else sessions.push({ language, code })
  }
  return sessions
}
