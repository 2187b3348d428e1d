/** The worker thread of one search: pages in, in parts, then the conflicts out. */
import { parentPort } from 'node:worker_threads'
import type { FactPage } from './facts/extract-facts.ts'
import { createConflictFinder, type FoundConflict } from './find-conflicts.ts'

export type SearchPart = { pages: FactPage[]; isLast: boolean }
/** After each part null, after the last one what was found. */
export type SearchReply = FoundConflict[] | null

const finder = createConflictFinder()

parentPort?.on('message', ({ pages, isLast }: SearchPart) => {
  for (const page of pages) finder.add(page)
  const reply: SearchReply = isLast ? finder.conflicts() : null
  parentPort?.postMessage(reply)
})
