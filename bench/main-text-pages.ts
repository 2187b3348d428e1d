/** The pages on which the choice of main text is measured and learned, and the measure. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export type MarkedPage = { url: string; kind: string; html: string; main: string }

/** Reads BENCH_DATA/main-text; ends the process with a sentence when it is not there. */
export function readMarkedPages(): MarkedPage[] {
  const data = join(process.env['BENCH_DATA'] ?? '../shared/bench-data', 'main-text')
  if (!existsSync(data)) {
    console.error(`The pages to measure on are not there: ${data}. Set BENCH_DATA to the folder that holds main-text/.`)
    process.exit(1)
  }
  const files = readdirSync(data).filter((file) => file.endsWith('.jsonl.gz'))
  return files.flatMap((file) => {
    const lines = gunzipSync(readFileSync(join(data, file)))
      .toString()
      .trim()
      .split('\n')
    return lines.map((line): MarkedPage => JSON.parse(line))
  })
}

/** Lower-cased runs of letters, digits and underscore. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
}

/** Harmonic mean of precision and recall over bags of words. */
export function f1(found: readonly string[], expected: readonly string[]): number {
  const left = new Map<string, number>()
  for (const word of expected) left.set(word, (left.get(word) ?? 0) + 1)
  let shared = 0
  for (const word of found) {
    const times = left.get(word) ?? 0
    if (times === 0) continue
    left.set(word, times - 1)
    shared++
  }
  return found.length + expected.length === 0 ? 1 : (2 * shared) / (found.length + expected.length)
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
