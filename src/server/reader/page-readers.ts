/**
 * A few threads that read pages, so that no page can hold up the server: each has its time and its memory, and one
 * that exceeds them is ended and replaced.
 */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Body } from './read-body.ts'
import type { HtmlPage } from './read-html.ts'

export type PageReaders = {
  /** Reads a page in the next free thread. `body.bytes` is handed over: it is empty afterwards. */
  read(body: Body, signal?: AbortSignal): Promise<ReadBody>
  close(): Promise<void>
}

export type ReadBody = { ok: true; page: HtmlPage } | { ok: false; detail: string }

export type PageReadersOptions = {
  threads?: number
  /** Of one page, waiting for a free thread not counted. */
  timeLimitMs?: number
  memoryMb?: number
}

type Task = { body: Body; resolve: (result: ReadBody) => void; reject: (error: unknown) => void }
type Thread = { worker: Worker; task: Task; timer: NodeJS.Timeout }

/** Starts no thread before the first page comes. */
export function openPageReaders({
  threads = Math.min(4, Math.max(1, availableParallelism() - 1)),
  timeLimitMs = 10_000,
  memoryMb = 384,
}: PageReadersOptions = {}): PageReaders {
  const idle: Worker[] = []
  const busy = new Map<Worker, Thread>()
  const waiting: Task[] = []
  let closed = false

  function startNext() {
    while (waiting.length > 0 && busy.size < threads) {
      const task = waiting.shift()
      if (!task) return
      const worker = idle.pop() ?? startWorker()
      const timer = setTimeout(
        () => settle(worker, { ok: false, detail: 'Reading it took too long' }, true),
        timeLimitMs,
      )
      busy.set(worker, { worker, task, timer })
      worker.ref()
      worker.postMessage(task.body, [task.body.bytes.buffer])
    }
  }

  function startWorker(): Worker {
    const worker = new Worker(new URL('./read-body-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      env: {},
    })
    worker.on('message', (page: HtmlPage) => settle(worker, { ok: true, page }, false))
    worker.on('error', (error) => settle(worker, { ok: false, detail: wordsFor(error) }, true))
    worker.on('exit', () => settle(worker, { ok: false, detail: 'Reading it failed' }, true))
    return worker
  }

  function settle(worker: Worker, result: ReadBody, ended: boolean) {
    if (ended) {
      const at = idle.indexOf(worker)
      if (at >= 0) idle.splice(at, 1)
      void worker.terminate()
    }
    const thread = busy.get(worker)
    if (!thread) return
    busy.delete(worker)
    clearTimeout(thread.timer)
    if (!ended) {
      // An idle thread keeps no process alive.
      worker.unref()
      idle.push(worker)
    }
    thread.task.resolve(result)
    startNext()
  }

  return {
    read(body, signal) {
      if (closed) return Promise.resolve({ ok: false, detail: 'The reader is closed' })
      return new Promise((resolve, reject) => {
        const task: Task = { body, resolve, reject }
        const abort = () => {
          const at = waiting.indexOf(task)
          if (at >= 0) waiting.splice(at, 1)
          reject(signal?.reason)
        }
        if (signal?.aborted) return abort()
        signal?.addEventListener('abort', abort, { once: true })
        const done = task.resolve
        task.resolve = (result) => {
          signal?.removeEventListener('abort', abort)
          done(result)
        }
        waiting.push(task)
        startNext()
      })
    },
    async close() {
      closed = true
      for (const task of waiting.splice(0)) task.resolve({ ok: false, detail: 'The reader is closed' })
      await Promise.all([...idle, ...busy.keys()].map((worker) => worker.terminate()))
    },
  }
}

function wordsFor(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'Reading it took too much memory' : 'Reading it failed'
}
