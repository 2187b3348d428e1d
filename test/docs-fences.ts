/** Reads the code fences of the documentation. */
import { globSync, readFileSync } from 'node:fs'

export type Fence = {
  file: string
  line: number
  /** The first word after the backticks; empty when absent. */
  language: string
  code: string
  /** The reason why the example is not run, from `<!-- not run: … -->` on the line above. */
  notRun: string | null
}

/** All Markdown pages of the documentation. */
export const pages = ['*.md', 'manual/**/*.md', 'docs/**/*.md'].flatMap((pattern) => globSync(pattern)).toSorted()

/** The fences of a page in order. */
export function fencesOf(file: string): Fence[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  const fences: Fence[] = []
  let open: { language: string; start: number } | null = null
  for (const [index, line] of lines.entries()) {
    if (!line.trimStart().startsWith('```')) continue
    if (!open) open = { language: line.trim().slice(3).split(' ')[0] ?? '', start: index + 1 }
    else {
      const reason = /^<!-- not run: (.+) -->$/.exec(lines[open.start - 2] ?? '')?.[1] ?? null
      fences.push({
        file,
        line: open.start,
        language: open.language,
        code: lines.slice(open.start, index).join('\n'),
        notRun: reason,
      })
      open = null
    }
  }
  return fences
}
