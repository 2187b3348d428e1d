/** A worker thread that answers requests, one after the other and without state between them. */
import { parentPort, type ResourceLimits, type Worker } from 'node:worker_threads'
import { saveCompiledModules, startWorkerThread } from './worker-thread.ts'

type NumberedRequest<Request> = { id: number; request: Request }
type NumberedReply<Reply> = { id: number; reply: Reply } | { id: number; failure: string }
type Waiting<Reply> = { resolve: (reply: Reply) => void; reject: (error: Error) => void }

export type RequestThread<Request, Reply> = {
  /** Rejects if the thread's side throws, or if the thread ends; the next request starts another one. */
  send(request: Request): Promise<Reply>
  /** The number of requests without a reply. */
  waiting(): number
  /** Ends the thread and rejects the waiting requests. */
  end(): Promise<void>
}

/**
 * The thread runs the module `url`. It starts with the first request, and does not keep the process alive while it is
 * idle.
 */
export function createRequestThread<Request, Reply>(
  url: URL,
  resourceLimits: ResourceLimits = {},
): RequestThread<Request, Reply> {
  const waiting = new Map<number, Waiting<Reply>>()
  let worker: Worker | null = null
  let lastId = 0

  function start(): Worker {
    const started = startWorkerThread(url, resourceLimits)
    started.on('message', settle)
    started.on('error', (error: Error) => fail(started, error))
    started.on('exit', () => fail(started, new Error('The thread ended')))
    return started
  }

  function settle(numbered: NumberedReply<Reply>) {
    const request = waiting.get(numbered.id)
    waiting.delete(numbered.id)
    if (waiting.size === 0) worker?.unref()
    if ('failure' in numbered) request?.reject(new Error(numbered.failure))
    else request?.resolve(numbered.reply)
  }

  function fail(ended: Worker, error: Error) {
    if (worker !== ended) return
    worker = null
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  return {
    send(request) {
      worker ??= start()
      worker.ref()
      const id = ++lastId
      const { promise, resolve, reject } = Promise.withResolvers<Reply>()
      waiting.set(id, { resolve, reject })
      worker.postMessage({ id, request } satisfies NumberedRequest<Request>)
      return promise
    },
    waiting: () => waiting.size,
    async end() {
      const ended = worker
      if (!ended) return
      fail(ended, new Error('The thread was ended'))
      await ended.terminate()
    },
  }
}

/** The thread's side, called once its modules are loaded. An error of `answer` rejects that request only. */
export function serveRequests<Request, Reply>(answer: (request: Request) => Reply) {
  saveCompiledModules()
  const send = (reply: NumberedReply<Reply>) => parentPort?.postMessage(reply)
  parentPort?.on('message', ({ id, request }: NumberedRequest<Request>) => {
    try {
      send({ id, reply: answer(request) })
    } catch (error) {
      send({ id, failure: error instanceof Error ? error.message : String(error) })
    }
  })
}
