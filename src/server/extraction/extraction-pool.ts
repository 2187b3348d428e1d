/** A pool of worker threads for extraction: a page that exceeds its CPU time or memory costs only its own thread. */
import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import { startWorkerThread } from '#server/platform/worker-thread.ts'
import type { Message } from '#shared/errors.ts'
import type { DetailCode } from '#shared/crawl/skip-reasons.ts'
import type { ExtractionInput } from './extract-page.ts'
import type { ExtractedPage } from './read-html.ts'

export type ExtractionPool = {
  /**
   * Extracts a page in the next free thread. `input.bytes` is transferred: it is empty afterward.
   * @throws the reason of `signal` when it is aborted
   */
  extract(input: ExtractionInput, signal?: AbortSignal): Promise<ExtractionResult>
  close(): Promise<void>
}

export type ExtractionResult = { ok: true; page: ExtractedPage } | { ok: false; detail: Message }

export type ExtractionPoolOptions = {
  threads?: number
  /** CPU time per page. Time in the queue and time without a processor do not count. */
  cpuLimitMs?: number
  /** Of a thread's old generation. With its young generation, its code and the buffers, a page takes at most 256 MB. */
  memoryMb?: number
}

/** A thread that gets no processor is ended after this many times the CPU limit. */
const MAX_WALL_TIME_FACTOR = 12
const CPU_USAGE_TIMEOUT_MS = 2_000
/** A thread that has read a larger page is ended: it would keep most of the memory, and a new one starts in 60 ms. */
const LARGE_PAGE_BYTES = 2_000_000
const CLOSED: ExtractionResult = failure('extract-closed')

type Task = {
  input: ExtractionInput
  resolve: (result: ExtractionResult) => void
  reject: (error: unknown) => void
}
type BusyThread = { task: Task; timer: NodeJS.Timeout; isPageLarge: boolean }

/** Threads start with the first pages. */
export function openExtractionPool({
  threads = Math.min(4, Math.max(1, availableParallelism() - 1)),
  cpuLimitMs = 10_000,
  memoryMb = 130,
}: ExtractionPoolOptions = {}): ExtractionPool {
  const idle: Worker[] = []
  const busy = new Map<Worker, BusyThread>()
  const queue: Task[] = []
  let closed = false

  function startNext() {
    while (queue.length > 0 && busy.size < threads) {
      const task = queue.shift()
      if (!task) return
      const worker = idle.pop() ?? startWorker()
      const isPageLarge = task.input.bytes.byteLength > LARGE_PAGE_BYTES
      busy.set(worker, { task, timer: limitCpuTime(worker, task), isPageLarge })
      worker.ref()
      worker.postMessage(task.input, [task.input.bytes.buffer])
    }
  }

  /** Checks first after a tenth of the limit: most pages are done by then. */
  function limitCpuTime(worker: Worker, task: Task): NodeJS.Timeout {
    const deadline = performance.now() + cpuLimitMs * MAX_WALL_TIME_FACTOR
    let usedBeforeMs: number | undefined
    const check = async () => {
      const usedMs = await cpuTimeMs(worker)
      const thread = busy.get(worker)
      if (thread?.task !== task) return
      if (usedMs !== null) usedBeforeMs ??= usedMs - cpuLimitMs / 10
      const leftMs =
        usedMs === null || usedBeforeMs === undefined ? cpuLimitMs / 10 : cpuLimitMs - (usedMs - usedBeforeMs)
      if (leftMs <= 0 || performance.now() >= deadline) terminate(worker, failure('extract-timed-out'))
      else thread.timer = setTimeout(check, leftMs)
    }
    return setTimeout(check, cpuLimitMs / 10)
  }

  function startWorker(): Worker {
    const worker = startWorkerThread(new URL('./extract-page.ts', import.meta.url), {
      maxOldGenerationSizeMb: memoryMb,
      maxYoungGenerationSizeMb: 24,
    })
    worker.on('message', (page: ExtractedPage) => finish(worker, page))
    worker.on('error', (error) =>
      terminate(worker, failure(isOutOfMemory(error) ? 'extract-memory' : 'extract-failed')),
    )
    worker.on('exit', () => terminate(worker, failure('extract-failed')))
    return worker
  }

  function finish(worker: Worker, page: ExtractedPage) {
    const thread = busy.get(worker)
    if (!thread) return
    if (thread.isPageLarge) return terminate(worker, { ok: true, page })
    // An idle thread must not keep the process alive.
    worker.unref()
    idle.push(worker)
    settle(worker, { ok: true, page })
  }

  function terminate(worker: Worker, result: ExtractionResult) {
    const index = idle.indexOf(worker)
    if (index >= 0) idle.splice(index, 1)
    void worker.terminate()
    settle(worker, result)
  }

  function settle(worker: Worker, result: ExtractionResult) {
    const thread = busy.get(worker)
    if (!thread) return
    busy.delete(worker)
    clearTimeout(thread.timer)
    thread.task.resolve(result)
    startNext()
  }

  return {
    extract(input, signal) {
      if (closed) return Promise.resolve(CLOSED)
      return new Promise((resolve, reject) => {
        const abort = () => {
          const index = queue.indexOf(task)
          if (index >= 0) queue.splice(index, 1)
          reject(signal?.reason)
        }
        const task: Task = {
          input,
          reject,
          resolve(result) {
            signal?.removeEventListener('abort', abort)
            resolve(result)
          },
        }
        if (signal?.aborted) return abort()
        signal?.addEventListener('abort', abort, { once: true })
        queue.push(task)
        startNext()
      })
    },
    async close() {
      closed = true
      for (const task of queue.splice(0)) task.resolve(CLOSED)
      await Promise.all([...idle, ...busy.keys()].map((worker) => worker.terminate()))
    },
  }
}

/** CPU time since the thread started; null when the thread does not answer, as on a busy machine. */
async function cpuTimeMs(worker: Worker): Promise<number | null> {
  const timeout = Promise.withResolvers<null>()
  const timer = setTimeout(() => timeout.resolve(null), CPU_USAGE_TIMEOUT_MS)
  const usage = worker.cpuUsage().then(({ user, system }) => (user + system) / 1000)
  return Promise.race([usage, timeout.promise])
    .catch(() => null)
    .finally(() => clearTimeout(timer))
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

function failure(code: DetailCode): ExtractionResult {
  return { ok: false, detail: { code } }
}
