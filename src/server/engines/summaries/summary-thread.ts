/** Summarises pages in a worker thread: one page takes tens of milliseconds, which would block the event loop. */
import type { Worker } from 'node:worker_threads'
import type { PageAnalysis } from '#server/engines/engine.ts'
import { startWorkerThread } from '#server/platform/worker-thread.ts'

type Page = { title: string; content: string; language: string }

export type SummaryTask = { id: number; page: Page }
export type SummaryReply = { id: number; analysis: PageAnalysis } | { id: number; failure: string }

type PendingTask = { resolve: (analysis: PageAnalysis) => void; reject: (error: Error) => void }

/** A thread that has read a longer page is ended when it is idle: it would keep most of the memory. */
const LARGE_PAGE_CHARACTERS = 1_000_000

/** Returns a function that summarises a page. The thread starts with the first page and does not keep the process alive. */
export function createSummaryThread() {
  const pending = new Map<number, PendingTask>()
  let worker: Worker | null = null
  let hasReadLargePage = false
  let lastId = 0

  function start(): Worker {
    const started = startWorkerThread(new URL('./summary-worker.ts', import.meta.url))
    started.on('message', settle)
    started.on('error', (error: Error) => fail(started, error))
    started.on('exit', () => fail(started, new Error('The summary thread ended')))
    hasReadLargePage = false
    return started
  }

  function settle(reply: SummaryReply) {
    const task = pending.get(reply.id)
    pending.delete(reply.id)
    if (pending.size === 0) rest()
    if ('failure' in reply) task?.reject(new Error(reply.failure))
    else task?.resolve(reply.analysis)
  }

  function rest() {
    worker?.unref()
    if (!hasReadLargePage) return
    void worker?.terminate()
    worker = null
  }

  /** The next page starts a new thread. */
  function fail(ended: Worker, error: Error) {
    if (worker !== ended) return
    worker = null
    for (const task of pending.values()) task.reject(error)
    pending.clear()
  }

  return (page: Page): Promise<PageAnalysis> => {
    worker ??= start()
    worker.ref()
    const id = ++lastId
    const { title, content, language } = page
    hasReadLargePage ||= content.length > LARGE_PAGE_CHARACTERS
    return new Promise((resolve, reject) => {
      pending.set(id, { resolve, reject })
      worker?.postMessage({ id, page: { title, content, language } } satisfies SummaryTask)
    })
  }
}
