/** Summarizes pages in a worker thread: one page takes tens of milliseconds, which would block the event loop. */
import type { PageAnalysis } from '#server/engines/engine.ts'
import { createRequestThread } from '#server/platform/request-thread.ts'

export type PageToSummarize = { title: string; content: string; language: string }

/** A thread that has read a longer page is ended when it is idle: it would keep most of the memory. */
const LARGE_PAGE_CHARACTERS = 1_000_000

/** Returns a function that summarizes a page. */
export function createSummaryThread(): (page: PageToSummarize) => Promise<PageAnalysis> {
  const thread = createRequestThread<PageToSummarize, PageAnalysis>(new URL('./summary-worker.ts', import.meta.url))
  let hasReadLargePage = false

  async function endIfLarge() {
    if (!hasReadLargePage || thread.waiting() > 0) return
    hasReadLargePage = false
    await thread.end()
  }

  return ({ title, content, language }) => {
    hasReadLargePage ||= content.length > LARGE_PAGE_CHARACTERS
    const analysis = thread.send({ title, content, language })
    void analysis.catch(() => {}).then(endIfLarge)
    return analysis
  }
}
