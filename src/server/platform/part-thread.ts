/** Runs a computation over many pages in a worker thread: it would block the event loop for seconds. */
import { parentPort, type Worker } from 'node:worker_threads'
import { saveCompiledModules, startWorkerThread } from './worker-thread.ts'

/** Of wall time for one part, also on a busy machine. */
const PART_TIMEOUT_MS = 60_000
const MEMORY_MB = 512

type Request<Part> = { part: Part } | { isLast: true }
type Reply<Result> = { result: Result } | null

/**
 * Returns a function that sends parts to the thread of the file `url`, read one after the other so that few pages are
 * in memory, and resolves to the result. One run at a time in this process: the others wait. Throws when the thread
 * fails.
 */
export function createPartThread<Part, Result>(url: URL): (parts: AsyncIterable<Part>) => Promise<Result> {
  let previous: Promise<unknown> = Promise.resolve()

  async function run(parts: AsyncIterable<Part>): Promise<Result> {
    const worker = startWorkerThread(url, { maxOldGenerationSizeMb: MEMORY_MB })
    // A failure between two parts is reported by the next one.
    worker.on('error', () => {})
    try {
      for await (const part of parts) await send<Part, Result>(worker, { part })
      const reply = await send<Part, Result>(worker, { isLast: true })
      if (!reply) throw new Error('The thread has no result')
      return reply.result
    } finally {
      await worker.terminate()
    }
  }

  return (parts) => {
    const running = previous.then(() => run(parts))
    previous = running.catch(() => {})
    return running
  }
}

function send<Part, Result>(worker: Worker, request: Request<Part>): Promise<Reply<Result>> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply<Result>>()
  const fail = () => reject(new Error('The thread failed or took too long'))
  const timer = setTimeout(fail, PART_TIMEOUT_MS)
  worker.once('message', resolve)
  worker.once('exit', fail)
  worker.postMessage(request)
  return promise.finally(() => {
    clearTimeout(timer)
    worker.off('message', resolve)
    worker.off('exit', fail)
  })
}

/** The thread's side: takes parts, and returns the result after the last one. */
export function serveParts<Part, Result>({ add, result }: { add: (part: Part) => void; result: () => Result }) {
  saveCompiledModules()
  parentPort?.on('message', (request: Request<Part>) => {
    const isLast = 'isLast' in request
    if (!isLast) add(request.part)
    const reply: Reply<Result> = isLast ? { result: result() } : null
    parentPort?.postMessage(reply)
  })
}
