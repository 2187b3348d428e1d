/** The worker thread of one search: pages in, in parts, then the conflicts out. */
import { serveParts } from '#server/platform/part-thread.ts'
import type { FactPage } from './facts/extract-facts.ts'
import { createConflictFinder, type FoundConflict } from './find-conflicts.ts'

const finder = createConflictFinder()

serveParts<FactPage[], FoundConflict[]>({
  add: (pages) => pages.forEach((page) => finder.add(page)),
  result: () => finder.conflicts(),
})
