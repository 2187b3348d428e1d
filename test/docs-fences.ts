/** The examples of the documentation: every fence of every page for people. */
import { globSync, readFileSync } from 'node:fs'

export type Fence = {
  file: string
  line: number
  /** The first word after the three signs; empty when there is none. */
  language: string
  code: string
  /** Why it is not run, from `<!-- not run: … -->` on the line above. */
  notRun: string | null
}

/** The pages that a newcomer reads; decisions tell of what was. */
export const pages = ['*.md', 'manual/**/*.md', 'docs/**/*.md'].flatMap((pattern) => globSync(pattern)).toSorted()

/** In the order in which they stand. */
export function fencesOf(file: string): Fence[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  const fences: Fence[] = []
  let open: { language: string; from: number } | null = null
  for (const [at, line] of lines.entries()) {
    if (!line.trimStart().startsWith('```')) continue
    if (!open) open = { language: line.trim().slice(3).split(' ')[0] ?? '', from: at + 1 }
    else {
      const reason = /^<!-- not run: (.+) -->$/.exec(lines[open.from - 2] ?? '')?.[1] ?? null
      fences.push({ file, line: open.from, language: open.language, code: lines.slice(open.from, at).join('\n'), notRun: reason })
      open = null
    }
  }
  return fences
}
