/** `readback check [FILE] [options]`, in a clone `npm run check:site -- [FILE] [options]`. */
import { readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { GoldenSite } from '#shared/chat/golden-questions.ts'
import { AppError, toFailure } from '#shared/errors.ts'
import { parseGoldenFile, parseGoldenSite } from '#server/golden/golden-file.ts'
import { countFailures, writeJUnit, writeMarkdown, writeText } from './write-report.ts'

const DEFAULT_FILE = 'readback.yml'

const USAGE = `Checks the questions of a golden file against a website.

  readback check [FILE] [--site URL [--own-site] | --folder FOLDER] [--pages 1000] [--depth 20]
      [--json] [--junit FILE] [--markdown FILE]

FILE is ${DEFAULT_FILE} unless named. In a clone of Readback, npm run check:site -- FILE does the same.

  --site URL       crawl this site or preview deployment
  --own-site       the site is yours: no wait between pages, robots.txt and noindex are not obeyed
  --folder FOLDER  check built HTML; the file may name the site or the folder itself
  --pages, --depth limits of the crawl
  --json           print everything as JSON
  --junit FILE     write JUnit XML
  --markdown FILE  write a summary for a pull request

The Checks tab of a notebook exports such a file. A small one, with the built HTML in build/html:

folder: build/html
questions:
  - question: How large may an upload be?
    page: /limits
    sentence: Uploads are limited to 10 MB for each file.
  - question: Which databases are supported?
    must_include: [PostgreSQL]

Exit codes: 0 every question passed, 1 a question did not pass or the site can’t be read, 2 the command or the file is invalid.`

/** The folder that relative paths start from, and where the command prints. */
type Terminal = { typedIn: string; stdout: Output; stderr: Output }
type Output = { write(text: string): unknown; isTTY?: boolean }

/**
 * Exit codes: 0 every question passed, 1 a question did not pass or the site cannot be crawled, 2 invalid command or
 * golden file.
 */
export async function runCheck(args: string[], terminal: Terminal): Promise<number> {
  try {
    return await check(args, terminal)
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.stderr.write(`${error.message} See readback check --help.\n`)
      return 2
    }
    if (!(error instanceof AppError)) throw error
    terminal.stderr.write(`${toFailure(error).error.message}\n`)
    return error.code.startsWith('golden.') ? 2 : 1
  }
}

async function check(args: string[], { typedIn, stdout, stderr }: Terminal): Promise<number> {
  const { values, file } = parseCommand(args)
  if (values.help) {
    stdout.write(`${USAGE}\n`)
    return 0
  }
  const path = resolve(typedIn, file)
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) throw new UsageError(`${path} can’t be read.`)
  const format = path.toLowerCase().endsWith('.csv') ? 'csv' : 'yaml'
  const questions = parseGoldenFile(text, format)
  if (questions.length === 0) throw new UsageError(`${path} has no questions.`)
  const named = parseGoldenSite(text, format)
  const site = chooseSite(values, named, { typedIn, fileFolder: dirname(path) })
  if (!site) throw new UsageError('Specify the site: --site URL, --folder FOLDER, or site: in the file.')
  if ('folder' in site && !(await isFolder(site.folder))) throw new UsageError(`${site.folder} is not a folder.`)
  // The whole product is loaded only now, so that a mistake in the command is reported without a wait.
  const { checkSite } = await import('./check-site.ts')
  const report = await checkSite({
    site,
    ownSite: values['own-site'],
    maxPages: numberOf(values.pages) ?? named.pages,
    maxDepth: numberOf(values.depth) ?? named.depth,
    questions,
    ...(stderr.isTTY && { onProgress: (pages) => stderr.write(`\r${pages} pages crawled `) }),
  })
  if (stderr.isTTY) stderr.write('\n')
  if (values.junit) await writeFile(resolve(typedIn, values.junit), writeJUnit(report))
  if (values.markdown) await writeFile(resolve(typedIn, values.markdown), writeMarkdown(report))
  stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : writeText(report))
  return countFailures(report) === 0 ? 0 : 1
}

type SiteOptions = { site?: string | undefined; folder?: string | undefined }

/** What is wrong with the command. */
class UsageError extends Error {}

/** The command's site, or that of the file, which is in `fileFolder`; null if neither names one. */
function chooseSite(
  typed: SiteOptions,
  named: GoldenSite,
  { typedIn, fileFolder }: { typedIn: string; fileFolder: string },
): { url: string } | { folder: string; name: string } | null {
  const url = typed.site ?? (typed.folder ? undefined : named.site)
  if (url) return { url }
  if (typed.folder) return { folder: resolve(typedIn, typed.folder), name: typed.folder }
  return named.folder ? { folder: resolve(fileFolder, named.folder), name: named.folder } : null
}

/** Throws UsageError when the arguments are invalid. */
function parseCommand(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { type: 'boolean' },
        site: { type: 'string' },
        'own-site': { type: 'boolean' },
        folder: { type: 'string' },
        pages: { type: 'string' },
        depth: { type: 'string' },
        json: { type: 'boolean' },
        junit: { type: 'string' },
        markdown: { type: 'string' },
      },
    })
    const [file = DEFAULT_FILE, another] = positionals
    if (another !== undefined) throw new UsageError(`Name one file, not also ${another}.`)
    for (const name of ['pages', 'depth'] as const) {
      const value = values[name]
      if (value !== undefined && !/^[1-9]\d{0,5}$/.test(value))
        throw new UsageError(`--${name} must be a whole number from 1 to 999999, not ${value || 'empty'}.`)
    }
    if (values.site !== undefined && !/^https?:$/.test(URL.parse(values.site)?.protocol ?? ''))
      throw new UsageError(
        `--site must be an address that starts with http:// or https://, not ${values.site || 'empty'}.`,
      )
    return { values, file }
  } catch (error) {
    // Node names the option; the sentences after the first explain how to name files that start with a dash.
    if (error instanceof TypeError) throw new UsageError(error.message.replace(/\. .*|\n.*/s, '').replace(/\.?$/, '.'))
    throw error
  }
}

const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text))
