import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { openWebsite } from '#test/website.ts'
import { runCheck } from './run-check.ts'

let folder: string

const html = (title: string, sentence: string) =>
  `<html lang="en"><title>${title}</title><main><h1>${title}</h1><p>This page is about ${title}. ${sentence}</p><a href="/about/">About</a></main></html>`
const LIMIT = 'Uploads to the harbour archive are limited to 10 MB for each file.'
const golden = `
folder: site
questions:
  - question: How large may an upload to the harbour archive be?
    page: /
    sentence: ${LIMIT}
  - question: When was the harbour archive founded?
    page: /about/
    must_include: ['1998']
`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'readback-golden-'))
  await mkdir(join(folder, 'site', 'about'), { recursive: true })
  await writeFile(join(folder, 'site', 'index.html'), html('Limits', LIMIT))
  await writeFile(
    join(folder, 'site', 'about', 'index.html'),
    html('Founding', 'The harbour archive was founded in 1998.'),
  )
  await writeFile(join(folder, 'readback.yml'), golden)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** Of this process's environment: programs, and the options of `npm test` that make modules load faster. */
const inherited = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE', 'NODE_OPTIONS'].map((name) => [name, process.env[name]]),
)

/** Runs `readback check` as a process. */
async function start(...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
    cwd: folder,
    // The settings of this machine must not reach the command.
    env: { ...inherited, INIT_CWD: folder, TMPDIR: tmpdir(), DATABASE_URL: 'postgres://unused' },
  })
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, out, errors }
}

/** Runs `readback check` in this process, which takes a fifth of the time. */
async function check(...args: string[]) {
  const printed = { out: '', errors: '' }
  const code = await runCheck(args, {
    typedIn: folder,
    stdout: { write: (text) => (printed.out += text) },
    stderr: { write: (text) => (printed.errors += text) },
  })
  return { code, ...printed }
}

it('checks a folder of HTML, fails when a page changed, and writes the reports [check-site-1]', async () => {
  const first = await check('--json')
  expect(first).toMatchObject({ code: 0 })
  expect(JSON.parse(first.out)).toMatchObject({ pages: 2, results: [{ outcome: 'passed' }, { outcome: 'passed' }] })

  await writeFile(join(folder, 'site', 'index.html'), html('Limits', LIMIT.replace('10', '25')))
  const second = await start('readback.yml', '--junit', 'junit.xml', '--markdown', 'summary.md')
  expect(second.code).toBe(1)
  expect(second.out).toContain('changed  How large may an upload')
  expect(second.out).toContain(`now: ${LIMIT.replace('10', '25')} (/)`)
  expect(second.out).toContain('1 passed, 1 changed of 2 questions on 2 pages')
  expect(await readFile(join(folder, 'junit.xml'), 'utf8')).toContain('<testsuite name="site" tests="2" failures="1"')
  expect(await readFile(join(folder, 'summary.md'), 'utf8')).toContain('| changed |')
})

it('says what is wrong with the command, the file or the site, and exits with 1 when the site can’t be crawled [check-site-2]', async () => {
  await writeFile(join(folder, 'wrong.yml'), 'questions: [{ question: "" }]')
  await writeFile(join(folder, 'nowhere.yml'), 'questions: [{ question: Why? }]')
  await writeFile(join(folder, 'broken.yml'), 'questions:\n  - question: Why?\n   page: /\n')
  await writeFile(join(folder, 'empty.yml'), 'questions: []')
  const [help, unknown, pages, site, valueless, two, broken, empty, missing, wrong, nowhere, gone, unreachable] =
    await Promise.all([
      start('--help'),
      start('--unknown'),
      check('--pages', 'ten'),
      check('--site', 'docs.example.org'),
      check('--depth'),
      check('wrong.yml', 'nowhere.yml'),
      check('broken.yml', '--folder', 'site'),
      check('empty.yml', '--folder', 'site'),
      check('missing.yml'),
      check('wrong.yml'),
      check('nowhere.yml'),
      check('readback.yml', '--folder', 'no-such-folder'),
      // Nothing listens on port 9 of this machine.
      check('readback.yml', '--site', 'http://127.0.0.1:9/'),
    ])
  expect(help).toMatchObject({ code: 0, out: expect.stringContaining('readback check [FILE]'), errors: '' })
  const refusal = (errors: string) => ({ code: 2, out: '', errors: `${errors}\n` })
  const seeHelp = (problem: string) => refusal(`${problem} See readback check --help.`)
  expect(unknown).toEqual(seeHelp("Unknown option '--unknown'."))
  expect(pages).toEqual(seeHelp('--pages must be a whole number from 1 to 999999, not ten.'))
  expect(site).toEqual(seeHelp('--site must be an address that starts with http:// or https://, not docs.example.org.'))
  expect(valueless).toEqual(seeHelp("Option '--depth <value>' argument missing."))
  expect(two).toEqual(seeHelp('Name one file, not also nowhere.yml.'))
  expect(broken).toEqual(refusal('Line 3 of the file isn’t valid YAML: Sequence item without - indicator.'))
  expect(empty).toEqual(seeHelp(`${join(folder, 'empty.yml')} has no questions.`))
  expect(missing).toMatchObject({ code: 2, errors: expect.stringContaining('missing.yml can’t be read') })
  expect(wrong).toMatchObject({ code: 2, errors: expect.stringContaining('Entry 1 of the file isn’t valid') })
  expect(nowhere).toMatchObject({ code: 2, errors: expect.stringContaining('Specify the site') })
  expect(gone).toMatchObject({ code: 2, errors: expect.stringContaining('no-such-folder is not a folder') })
  expect(unreachable).toMatchObject({
    code: 1,
    out: '',
    errors: expect.stringContaining('http://127.0.0.1:9: Site unreachable'),
  })
})

it('checks an own site that keeps crawlers out, and says how when another one does [check-site-3]', async () => {
  await writeFile(join(folder, 'preview.yml'), 'questions: [{ question: When was the harbour archive founded? }]')
  const preview = await openWebsite({
    '/': { headers: { 'x-robots-tag': 'noindex, nofollow' }, body: html('Archive', 'The archive keeps maps.') },
    '/about/': html('Founding', 'The harbour archive was founded in 1998.'),
    '/robots.txt': 'User-agent: *\nDisallow: /about/\n',
  })
  onTestFinished(() => preview.close())
  const own = await check('preview.yml', '--site', preview.origin, '--json')
  expect(own).toMatchObject({ code: 0 })
  expect(JSON.parse(own.out)).toMatchObject({ pages: 2 })
  // The same machine under an address that the command does not take for its own.
  const elsewhere = `http://0.0.0.0:${new URL(preview.origin).port}/about/`
  const [refused, read] = await Promise.all([
    check('preview.yml', '--site', elsewhere),
    check('preview.yml', '--site', elsewhere, '--own-site'),
  ])
  expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('robots.txt. If the site is yours') })
  expect(read).toMatchObject({ code: 0 })
})
