/** The worker thread behind `createSummaryThread`: one page in, its analysis out. */
import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import type { PageAnalysis } from '#server/engines/engine.ts'
import { serveRequests } from '#server/platform/request-thread.ts'
import { summarizePage } from './summarize-page.ts'
import type { PageToSummarize } from './summary-thread.ts'

// Pages and answers are more urgent than summaries.
lowerThreadPriority()
serveRequests<PageToSummarize, PageAnalysis>(summarizePage)

/**
 * Linux has a priority for each thread, set by the id at the end of /proc/thread-self. Other systems would apply it to
 * the whole process, so nothing is done there.
 */
function lowerThreadPriority() {
  if (process.platform !== 'linux') return
  try {
    const [, threadId] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? []
    if (threadId) setPriority(Number(threadId), constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Without /proc or without the permission, the priority stays as it is.
  }
}
