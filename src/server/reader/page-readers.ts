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
  /** Of one page, in time of the processor; what it waits for a thread, and the thread for a busy machine, is not counted. */
  timeLimitMs?: number
  memoryMb?: number
}

/** A thread that gets no processor is waited for, but so many times the limit at most. */
const WAITED_AT_MOST = 12
/** A thread that does not say within this time how much it has worked is taken for stuck. */
const ANSWERS_WITHIN_MS = 2_000

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
      busy.set(worker, { worker, task, timer: watch(worker, task) })
      worker.ref()
      worker.postMessage(task.body, [task.body.bytes.buffer])
    }
  }

  /** Ends what works longer than its limit. Most pages are done before it is asked for the first time how much that is. */
  function watch(worker: Worker, task: Task): NodeJS.Timeout {
    const giveUpAt = performance.now() + timeLimitMs * WAITED_AT_MOST
    let workedBefore: number | undefined
    const look = async () => {
      const worked = await workedMs(worker)
      const thread = busy.get(worker)
      if (thread?.task !== task) return
      workedBefore ??= worked - timeLimitMs / 10
      const leftMs = timeLimitMs - (worked - workedBefore)
      if (leftMs <= 0 || performance.now() >= giveUpAt) settle(worker, { ok: false, detail: 'Reading it took too long' }, true)
      else thread.timer = setTimeout(look, leftMs)
    }
    return setTimeout(look, timeLimitMs / 10)
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

/** Milliseconds of the processor since the thread began; infinite when it does not answer. */
async function workedMs(worker: Worker): Promise<number> {
  const silent = Promise.withResolvers<number>()
  const timer = setTimeout(() => silent.resolve(Infinity), ANSWERS_WITHIN_MS)
  const told = worker.cpuUsage().then(({ user, system }) => (user + system) / 1000)
  return Promise.race([told, silent.promise])
    .catch(() => Infinity)
    .finally(() => clearTimeout(timer))
}

function wordsFor(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'Reading it took too much memory' : 'Reading it failed'
}
