/** Summarises pages in a worker thread: one page takes tens of milliseconds, which would block the event loop. */
import { Worker } from 'node:worker_threads'
import type { PageAnalysis } from '#server/engines/engine.ts'

type Page = { title: string; content: string; language: string }

export type SummaryTask = { id: number; page: Page }
export type SummaryReply = { id: number; analysis: PageAnalysis } | { id: number; failure: string }

type PendingTask = { resolve: (analysis: PageAnalysis) => void; reject: (error: Error) => void }

/** Returns a function that summarises a page. The thread starts with the first page and does not keep the process alive. */
export function createSummaryThread() {
  const pending = new Map<number, PendingTask>()
  let worker: Worker | null = null
  let lastId = 0

  function start(): Worker {
    const started = new Worker(new URL('./summary-worker.ts', import.meta.url), { env: {} })
    started.on('message', settle)
    started.on('error', (error: Error) => failAll(error))
    started.on('exit', () => failAll(new Error('The summary thread ended')))
    return started
  }

  function settle(reply: SummaryReply) {
    const task = pending.get(reply.id)
    pending.delete(reply.id)
    if (pending.size === 0) worker?.unref()
    if ('failure' in reply) task?.reject(new Error(reply.failure))
    else task?.resolve(reply.analysis)
  }

  /** The next page starts a new thread. */
  function failAll(error: Error) {
    worker = null
    for (const task of pending.values()) task.reject(error)
    pending.clear()
  }

  return (page: Page): Promise<PageAnalysis> => {
    worker ??= start()
    worker.ref()
    const id = ++lastId
    const { title, content, language } = page
    return new Promise((resolve, reject) => {
      pending.set(id, { resolve, reject })
      worker?.postMessage({ id, page: { title, content, language } } satisfies SummaryTask)
    })
  }
}
