import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '#test/client.ts'
import { fencesOf } from '#test/docs-fences.ts'
import { findMail } from '#test/find-mail.ts'
import { freePort } from '#test/running-server.ts'
import { waitFor } from '#test/wait-for.ts'
import { asJavaScript, packageManifest, packPackage } from './build-package.mjs'
import { root, runCaptured } from './run.mjs'

it('replaces types by nothing and the paths of TypeScript files by those of their JavaScript', () => {
  const source = `import type { A } from './a.ts'
import { b } from '../b.ts'
import { c } from '#shared/c.ts'
const program: string = join(here, 'kept.ts')
const worker = new URL('./worker.ts', import.meta.url)`
  const lines = asJavaScript(source).split('\n')
  expect(lines.map((line) => line.replace(/\s+/g, ' ').trim())).toEqual([
    '',
    "import { b } from '../b.js'",
    "import { c } from '#shared/c.js'",
    "const program = join(here, 'kept.ts')",
    "const worker = new URL('./worker.js', import.meta.url)",
  ])
})

it('declares what the server imports, and its peers, in the published package, with the pinned versions [package-2]', () => {
  const { dependencies, bin, engines, ...manifest } = packageManifest()
  // Nothing runs while it is installed.
  expect(manifest).not.toHaveProperty('scripts')
  expect(Object.keys(dependencies)).toEqual(
    expect.arrayContaining(['@electric-sql/pglite', '@modelcontextprotocol/sdk', 'better-call', 'hono', 'pg', 'zod']),
  )
  for (const name of ['react', '@mantine/core', 'vite', 'node']) expect(dependencies).not.toHaveProperty(name)
  for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+/)
  expect(bin).toEqual({ readback: 'scripts/readback.mjs' })
  expect(engines.node).toBe('>=24')
})

const PAGE = '<title>Lighthouses</title><main><p>The lighthouse of Hook Head was built by William Marshal.</p></main>'
const GOLDEN = 'questions:\n  - question: Who built the lighthouse of Hook Head?\n    must_include: [William Marshal]\n'

// Each test starts several processes, beside the other slow files.
describe('the packed package, in an empty folder', { timeout: 300_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'readback-package-'))
  const modules = join(folder, 'node_modules')
  const installed = join(modules, 'readback')
  const work = join(folder, 'work')
  const env: NodeJS.ProcessEnv = { PATH: process.env['PATH'], HOME: join(folder, 'home'), NODE_NO_WARNINGS: '1' }
  const command = [join(installed, 'scripts', 'readback.mjs')]
  let server: ChildProcess | undefined

  const readback = (...args: string[]) => runCaptured(process.execPath, [...command, ...args], { cwd: work, env })

  beforeAll(async () => {
    const tarball = await packPackage(join(folder, 'built', 'package'), { withWeb: false })
    for (const path of [installed, work, join(folder, 'home')]) mkdirSync(path, { recursive: true })
    await runCaptured('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'])
    // Only what the manifest declares can be imported, as after an installation; their own dependencies are found where
    // the links lead.
    for (const name of Object.keys(packageManifest().dependencies)) {
      mkdirSync(dirname(join(modules, name)), { recursive: true })
      symlinkSync(join(root, 'node_modules', name), join(modules, name))
    }
    mkdirSync(join(modules, '.bin'))
    symlinkSync(command[0] ?? '', join(modules, '.bin', 'readback'))
  })

  afterAll(async () => {
    if (server?.exitCode === null && server.kill('SIGKILL')) await once(server, 'exit')
    rmSync(folder, { recursive: true, force: true })
  })

  it('has the product alone: no test, no TypeScript and nothing of its builder [package-1]', () => {
    const files = readdirSync(installed, { recursive: true })
      .map(String)
      .filter((name) => statSync(join(installed, name)).isFile())
    const roots = new Set(files.map((name) => name.split('/')[0]))
    const known = ['CHANGELOG.md', 'LICENSE', 'README.md', 'manual', 'package.json', 'scripts', 'src']
    expect([...roots].toSorted()).toEqual(known)
    expect(files.filter((name) => /\.i?test\.|\.long\.|\.env|(?<!\.d)\.ts$|^scripts\/lint/.test(name))).toEqual([])
    expect(files).toEqual(
      expect.arrayContaining(['src/server/main.js', 'src/client/index.js', 'src/client/index.d.ts']),
    )
  })

  it('starts, sends a code, obeys admin commands and stops, with data in the folder of the user [package-3]', async () => {
    const port = await freePort()
    env['PORT'] = String(port)
    server = spawn(process.execPath, [...command, 'start'], { cwd: work, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [server.stdout, server.stderr]) stream?.on('data', (chunk) => (output += String(chunk)))
    const client = createClient(`http://localhost:${port}`)
    const isReady = async () => {
      if (server?.exitCode !== null) throw new Error(`The server ended:\n${output}`)
      return (await client.get('/readyz').catch(() => null))?.status === 200
    }
    // A new database, without the template that other tests copy, beside three busy test workers.
    await waitFor('the server', isReady, 180_000)
    expect((await client.get('/healthz')).status).toBe(200)
    expect((await client.get('/help')).body).toContain('Readback')

    const email = 'operator@example.org'
    await client.post('/api/auth/sign-up/email', { email, password: 'correct horse battery' })
    const dataDir = join(folder, 'home', '.local', 'share', 'readback')
    const [, otp] = /^\s*(\d{7})\s*$/m.exec(await findMail(dataDir, email)) ?? []
    expect((await client.post('/api/auth/email-otp/verify-email', { email, otp })).status).toBe(200)
    for (const args of [
      ['credits', email, '7'],
      ['grant', email],
    ])
      expect(await readback('admin', ...args)).toMatchObject({ code: 0 })
    expect((await client.get('/api/credits')).body.credits_count).toBe(7)
    expect((await client.get('/api/admin/overview')).status).toBe(200)
    const misspelled = await readback('admin', 'grand', email)
    expect(misspelled).toMatchObject({
      code: expect.any(Number),
      output: expect.stringContaining('readback admin grant EMAIL'),
    })
    expect(readdirSync(work)).toEqual([])
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)

    server.kill('SIGTERM')
    expect(await once(server, 'exit')).toEqual([0, null])
  })

  it('runs the checks of the documented GitHub and GitLab jobs, in an empty folder and without settings [package-5]', async () => {
    const jobs = fencesOf('docs/checks.md').filter(
      ({ code }) => /npx readback check/.test(code) && /^\w+:$/m.test(code),
    )
    expect(jobs).toHaveLength(2)
    const outcomes = await Promise.all(
      jobs.map(async ({ code }, index) => {
        const repository = join(work, `repository-${index}`)
        const commands = [...code.matchAll(/^ *-? *(?:run: |- )(npx readback check .*|cat .*)$/gm)].map(
          ([, run]) => run,
        )
        for (const built of ['build', 'public']) {
          mkdirSync(join(repository, built), { recursive: true })
          writeFileSync(join(repository, built, 'index.html'), PAGE)
        }
        writeFileSync(join(repository, 'readback.yml'), GOLDEN)
        const settings = {
          cwd: repository,
          env: { ...env, GITHUB_STEP_SUMMARY: 'summary.md', npm_config_offline: 'true' },
        }
        const passed = await runCaptured('bash', ['-euc', commands.join('\n')], settings)
        return { ...passed, files: readdirSync(repository) }
      }),
    )
    const [gitHub, gitLab] = outcomes
    expect(gitHub).toMatchObject({ code: 0, output: expect.stringContaining('1 passed of 1 question on 1 page') })
    expect(gitHub?.files).toEqual(expect.arrayContaining(['answers.md', 'summary.md']))
    expect(gitLab).toMatchObject({ code: 0, output: expect.stringContaining('1 passed of 1 question on 1 page') })
    expect(gitLab?.files).toContain('answers.xml')
  })

  it('has a client that a program of its folder imports [package-4]', async () => {
    const program = `import('readback/client').then(({ createClient }) => console.log(typeof createClient))`
    const printed = await runCaptured(process.execPath, ['-e', program], { cwd: work, env })
    expect(printed).toEqual({ code: 0, output: 'function\n' })
  })
})
