/** The golden file: a YAML or JSON document with `questions`, or CSV with the same names as columns. */
import { parse as parseCsv } from 'csv-parse/sync'
import { parse as parseYaml, stringify, YAMLParseError } from 'yaml'
import { z } from 'zod'
import {
  type GoldenFormat,
  GoldenQuestionInput,
  type GoldenQuestion,
  GoldenSite,
} from '#shared/chat/golden-questions.ts'
import { AppError } from '#shared/errors.ts'

/** Separates the words of one CSV cell; `\;` is a semicolon of a word. */
const WORD_SEPARATOR = ';'

/** What a golden file says about its site; nothing in CSV. Throws AppError 'golden.file-entry'. */
export function parseGoldenSite(file: string, format: 'yaml' | 'csv'): GoldenSite {
  if (format === 'csv') return {}
  const parsed = GoldenSite.safeParse(parseYaml(file, { maxAliasCount: 0 }))
  if (parsed.success) return parsed.data
  // A bare list of questions names no site.
  const [field] = parsed.error.issues[0]?.path ?? []
  if (field === undefined) return {}
  throw new AppError('golden.file-entry', { entry: 0, field: String(field) })
}

/**
 * Of a list or of a document with `questions`. Throws AppError 'golden.file-syntax', 'golden.file-unreadable' and
 * 'golden.file-entry'.
 */
export function parseGoldenFile(file: string, format: 'yaml' | 'csv'): GoldenQuestionInput[] {
  return readEntries(file, format).map((entry, n) => {
    const parsed = GoldenQuestionInput.safeParse(entry)
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    const field = issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : String(issue?.path[0] ?? 'question')
    throw new AppError('golden.file-entry', { entry: n + 1, field })
  })
}

function readEntries(file: string, format: 'yaml' | 'csv'): unknown[] {
  try {
    if (format === 'csv') return csvRows(file)
    // Aliases could expand a small file to gigabytes.
    const document: unknown = parseYaml(file, { maxAliasCount: 0 })
    if (Array.isArray(document)) return document
    return z.object({ questions: z.array(z.unknown()) }).parse(document).questions
  } catch (error) {
    if (error instanceof YAMLParseError && error.linePos) {
      const reason = error.message.replace(/ at line \d.*/s, '')
      throw new AppError('golden.file-syntax', { line: error.linePos[0].line, reason })
    }
    throw new AppError('golden.file-unreadable')
  }
}

function csvRows(file: string): unknown[] {
  const rows: Record<string, string>[] = parseCsv(file, {
    columns: true,
    bom: true,
    trim: true,
    skip_empty_lines: true,
  })
  return rows.map((row) => {
    const filled = Object.entries(row).filter(([, cell]) => cell !== '')
    return Object.fromEntries(filled.map(([name, cell]) => [name, parseCell(name, cell)]))
  })
}

function parseCell(name: string, cell: string): string | string[] {
  const text = GUARDED.test(cell) ? cell.slice(1) : cell
  return name === 'must_include' || name === 'must_not_include' ? splitWords(text) : text
}

/**
 * Before a semicolon, two backslashes are one, and a single one escapes it. All others are text, such as in `C:\dir`.
 */
function splitWords(text: string): string[] {
  const [first = '', ...pieces] = text.split(WORD_SEPARATOR)
  const words: string[] = []
  let word = first
  for (const piece of pieces) {
    let escapes = 0
    while (word.at(-1 - escapes) === '\\') escapes++
    word = word.slice(0, word.length - Math.ceil(escapes / 2))
    if (escapes % 2 === 1) word += WORD_SEPARATOR + piece
    else {
      words.push(word)
      word = piece
    }
  }
  return [...words, word].map((each) => each.trim())
}

function joinWords(words: readonly string[]): string {
  const escaped = words.map((word) => word.replace(/(\\*);/g, '$1$1\\;'))
  return escaped
    .map((word, n) => (n < words.length - 1 ? word.replace(/\\+$/, '$&$&') : word))
    .join(`${WORD_SEPARATOR} `)
}

/**
 * A spreadsheet runs a cell that starts with one of these signs as a formula, unless an apostrophe precedes it. Text
 * that starts with apostrophes and a sign gets one more, so that the one that is removed is always the guard.
 */
const FORMULA = /^'*[=+\-@\t\r]/
const GUARDED = /^'+[=+\-@\t\r]/
const COLUMNS = ['question', 'page', 'sentence', 'must_include', 'must_not_include'] as const

/** Without what is empty. `parseGoldenFile` and `parseGoldenSite` read it back; CSV has no site. */
export function writeGoldenFile(
  { site, questions }: { site: GoldenSite; questions: readonly GoldenQuestion[] },
  format: GoldenFormat,
): string {
  if (format === 'csv') return writeCsv(questions)
  const entries = questions.map(({ question, page, sentence, must_include, must_not_include }) => ({
    question,
    ...(page && { page }),
    ...(sentence && { sentence }),
    ...(must_include.length > 0 && { must_include }),
    ...(must_not_include.length > 0 && { must_not_include }),
  }))
  const file = { ...site, questions: entries }
  return format === 'json' ? `${JSON.stringify(file, null, 2)}\n` : stringify(file, { lineWidth: 0 })
}

function writeCsv(questions: readonly GoldenQuestion[]): string {
  const rows = questions.map((golden) =>
    COLUMNS.map((name) => {
      const value = golden[name] ?? ''
      return typeof value === 'string' ? value : joinWords(value)
    }),
  )
  return [COLUMNS, ...rows].map((cells) => `${cells.map(quoteCell).join(',')}\r\n`).join('')
}

function quoteCell(cell: string): string {
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
