/** The published package, installed in an empty folder as a user installs it. Needs a package registry. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { connectMcpOver } from '#test/mcp-client.ts'
import { openWebsite } from '#test/website.ts'

const page = '<title>Lighthouses</title><main><p>The lighthouse of Hook Head was built by William Marshal.</p></main>'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'readback-package-'))
  const tarball = execFileSync(process.execPath, ['scripts/build-package.mjs'], { encoding: 'utf8' }).trim()
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, tarball.split('\n').at(-1) ?? ''])
}, 300_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

it('installs, starts, crawls a site and answers with a quotation for a client of MCP over stdio', async () => {
  const typeOfClient = `import { createClient } from 'readback/client'; console.log(typeof createClient)`
  const run = ['--input-type=module', '--eval', typeOfClient]
  expect(execFileSync(process.execPath, run, { cwd: folder, encoding: 'utf8' })).toBe('function\n')
  const site = await openWebsite({ '/': page })
  onTestFinished(() => site.close())

  const { client, call, close } = await connectMcpOver(
    new StdioClientTransport({
      command: join(folder, 'node_modules', '.bin', 'readback'),
      args: ['mcp'],
      cwd: folder,
      env: { XDG_DATA_HOME: folder, ALLOW_PRIVATE_HOSTS: '127.0.0.1' },
    }),
  )
  onTestFinished(close)
  expect(client.getServerVersion()).toMatchObject({ name: 'readback' })
  const { answer: crawl } = await call('crawl_site', { url: site.origin, max_pages: 1 })
  const { answer } = await call('ask', { crawl_id: crawl['crawl_id'], question: 'Who built Hook Head?' })
  expect(JSON.stringify(answer)).toContain('The lighthouse of Hook Head was built by William Marshal.')
}, 300_000)

it('checks a folder of HTML by its command alone: exit codes, JSON, JUnit XML and Markdown', async () => {
  const golden = `folder: site\nquestions:\n  - question: Who built Hook Head?\n    must_include: [William Marshal]\n`
  await mkdir(join(folder, 'site'))
  await writeFile(join(folder, 'readback.yml'), golden)
  await writeFile(join(folder, 'site', 'index.html'), page)
  const before = await readdir(folder)
  const check = (...args: string[]) =>
    spawnSync(join(folder, 'node_modules', '.bin', 'readback'), ['check', 'readback.yml', ...args], {
      cwd: folder,
      encoding: 'utf8',
      // Without INIT_CWD, as in a shell: npm sets it.
      env: { PATH: dirname(process.execPath), HOME: folder },
    })
  const passed = check('--json')
  expect(passed).toMatchObject({ status: 0, stderr: '' })
  expect(JSON.parse(passed.stdout)).toMatchObject({ site: 'site', pages: 1, results: [{ outcome: 'passed' }] })
  expect(await readdir(folder)).toEqual(before)

  await writeFile(join(folder, 'site', 'index.html'), page.replace('William Marshal', 'monks'))
  const failed = check('--junit', 'answers.xml', '--markdown', 'answers.md')
  expect(failed).toMatchObject({ status: 1, stderr: '', stdout: expect.stringContaining('0 passed, 1 failed of 1') })
  expect(await readFile(join(folder, 'answers.xml'), 'utf8')).toContain('failures="1"')
  expect(await readFile(join(folder, 'answers.md'), 'utf8')).toContain('| failed | Who built Hook Head? |')
}, 300_000)
