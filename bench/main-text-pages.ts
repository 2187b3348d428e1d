/** Labeled pages to train and evaluate main text extraction, and the F1 score. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export type LabeledPage = { url: string; kind: string; html: string; main: string }

/** Reads BENCH_DATA/main-text. Exits the process with a message when it is missing. */
export function readLabeledPages(): LabeledPage[] {
  const data = join(process.env['BENCH_DATA'] ?? '../shared/bench-data', 'main-text')
  if (!existsSync(data)) {
    console.error(`${data} does not exist. Set BENCH_DATA to the folder that contains main-text/.`)
    process.exit(1)
  }
  const files = readdirSync(data).filter((file) => file.endsWith('.jsonl.gz'))
  return files.flatMap((file) => {
    const lines = gunzipSync(readFileSync(join(data, file)))
      .toString()
      .trim()
      .split('\n')
    return lines.map((line): LabeledPage => JSON.parse(line))
  })
}

/** Lower-case sequences of letters, digits and underscores. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
}

export type Score = { precision: number; recall: number; f1: number }

/** Compares two bags of words. */
export function compareWords(found: readonly string[], expected: readonly string[]): Score {
  const remaining = new Map<string, number>()
  for (const word of expected) remaining.set(word, (remaining.get(word) ?? 0) + 1)
  let shared = 0
  for (const word of found) {
    const count = remaining.get(word) ?? 0
    if (count === 0) continue
    remaining.set(word, count - 1)
    shared++
  }
  return {
    precision: found.length === 0 ? 0 : shared / found.length,
    recall: expected.length === 0 ? 0 : shared / expected.length,
    f1: found.length + expected.length === 0 ? 1 : (2 * shared) / (found.length + expected.length),
  }
}

/** Prints means by kind, over the kinds and over the pages, with the mean of `extra` as a last column. */
export function printScores(pages: readonly (Score & { kind: string; extra?: number })[], extraTitle = '') {
  const kinds = [...new Set(pages.map(({ kind }) => kind))]
  const groups = kinds.map((kind) => pages.filter((page) => page.kind === kind))
  const columns = [({ f1 }: Score) => f1, ({ precision }: Score) => precision, ({ recall }: Score) => recall]
  const meansOf = (group: readonly Score[]) => columns.map((column) => mean(group.map(column)))
  const row = (name: string, count: number, means: readonly number[], extra: readonly number[]) => {
    const last = extraTitle === '' ? '' : ` ${mean(extra).toFixed(1)} |`
    console.log(`| ${name} | ${count} | ${means.map((value) => value.toFixed(3)).join(' | ')} |${last}`)
  }
  const extrasOf = (group: typeof pages) => group.map(({ extra = 0 }) => extra)
  console.log(`| kind | pages | F1 | precision | recall |${extraTitle === '' ? '' : ` ${extraTitle} |`}`)
  console.log(`|---|---|---|---|---|${extraTitle === '' ? '' : '---|'}`)
  for (const [at, group] of groups.entries()) row(kinds[at] ?? '', group.length, meansOf(group), extrasOf(group))
  const groupMeans = groups.map(meansOf)
  const overKinds = columns.map((_, column) => mean(groupMeans.map((means) => means[column] ?? 0)))
  row('mean of the kinds', pages.length, overKinds, extrasOf(pages))
  row('mean of the pages', pages.length, meansOf(pages), extrasOf(pages))
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
