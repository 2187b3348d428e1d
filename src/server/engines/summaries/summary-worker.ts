/** The worker thread behind `createSummaryThread`: one page in, its analysis out. */
import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { saveCompiledModules } from '#server/platform/worker-thread.ts'
import { summarisePage } from './summarise-page.ts'
import type { SummaryReply, SummaryTask } from './summary-thread.ts'

// Pages and answers are more urgent than summaries.
lowerThreadPriority()
saveCompiledModules()

parentPort?.on('message', ({ id, page }: SummaryTask) => {
  try {
    reply({ id, analysis: summarisePage(page) })
  } catch (error) {
    reply({ id, failure: error instanceof Error ? error.message : String(error) })
  }
})

function reply(message: SummaryReply) {
  parentPort?.postMessage(message)
}

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
