/**
 * Summarises pages in a thread of their own: a page takes tens of milliseconds, for which the server would otherwise
 * answer nobody.
 */
import { Worker } from 'node:worker_threads'
import type { PageAnalysis } from './engine.ts'

type Page = { title: string; content: string; language: string }

export type SummaryTask = { id: number; page: Page }
export type SummaryReply = { id: number; analysis: PageAnalysis } | { id: number; failure: string }

type Waiting = { resolve: (analysis: PageAnalysis) => void; reject: (error: Error) => void }

/** The function that does it; its thread starts with the first page and keeps no process alive. */
export function openSummaryThread() {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let lastId = 0

  function start(): Worker {
    const started = new Worker(new URL('./summary-worker.ts', import.meta.url), { env: {} })
    started.on('message', settle)
    started.on('error', (error: Error) => fail(error))
    started.on('exit', () => fail(new Error('the thread that summarises pages ended')))
    return started
  }

  function settle(reply: SummaryReply) {
    const task = waiting.get(reply.id)
    waiting.delete(reply.id)
    if (waiting.size === 0) worker?.unref()
    if ('failure' in reply) task?.reject(new Error(reply.failure))
    else task?.resolve(reply.analysis)
  }

  /** The next page gets a new thread. */
  function fail(error: Error) {
    worker = null
    for (const task of waiting.values()) task.reject(error)
    waiting.clear()
  }

  return (page: Page): Promise<PageAnalysis> => {
    worker ??= start()
    worker.ref()
    const id = ++lastId
    const { title, content, language } = page
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      worker?.postMessage({ id, page: { title, content, language } } satisfies SummaryTask)
    })
  }
}
