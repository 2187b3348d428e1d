/** Labelled pages to train and evaluate main text extraction, and the F1 score. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export type LabelledPage = { url: string; kind: string; html: string; main: string }

/** Reads BENCH_DATA/main-text. Exits the process with a message when it is missing. */
export function readLabelledPages(): LabelledPage[] {
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
    return lines.map((line): LabelledPage => JSON.parse(line))
  })
}

/** Lower-case sequences of letters, digits and underscores. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
}

/** The F1 score of two bags of words. */
export function f1(found: readonly string[], expected: readonly string[]): number {
  const remaining = new Map<string, number>()
  for (const word of expected) remaining.set(word, (remaining.get(word) ?? 0) + 1)
  let shared = 0
  for (const word of found) {
    const count = remaining.get(word) ?? 0
    if (count === 0) continue
    remaining.set(word, count - 1)
    shared++
  }
  return found.length + expected.length === 0 ? 1 : (2 * shared) / (found.length + expected.length)
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
