/** The thread of `openSummaryThread`: one page in, its analysis out. */
import { parentPort } from 'node:worker_threads'
import { yieldProcessor } from './yield-processor.ts'
import type { SummaryReply, SummaryTask } from './open-summary-thread.ts'
import { summarisePage } from './summarise-page.ts'

// Nobody waits for a summary as for a page or an answer.
yieldProcessor()

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
