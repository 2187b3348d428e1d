/**
 * One run of the engine's thread, from start to exit. A thread that does not answer within the deadline is terminated:
 * nothing inside it can cancel a statement.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { Results } from '@electric-sql/pglite'
import { EngineRestartError, toError } from './engine-failures.ts'
import { engineFolder } from './engine-package.ts'
import type { EngineFacts, Reply, Request, WorkerData } from './messages.ts'

export type EngineThread = {
  facts: EngineFacts
  /** Sends a request; requests run in the order sent. Rejects with PostgreSQL's error, or EngineRestartError. */
  send(request: Omit<Request, 'id'>, deadlineMs: number): Promise<Results[]>
  /** Shuts the engine down cleanly, or terminates it after `CLOSE_TIMEOUT_MS`. */
  close(): Promise<void>
}

type Events = {
  onNotification(channel: string, payload: string): void
  /** The thread accepts no more requests, although `close` was not called. `exited` resolves when it has ended. */
  onDeath(reason: string, exited: Promise<unknown>): void
}

type PendingRequest = { resolve(results: Results[]): void; reject(error: Error): void; deadlineMs: number }

const START_TIMEOUT_MS = 120_000 // a new directory takes 3 to 5 s; recovery after a crash replays at most 256 MB
const CLOSE_TIMEOUT_MS = 10_000

export async function startEngineThread(directory: string, events: Events): Promise<EngineThread> {
  const workerData: WorkerData = { directory, wasm: await compileEngine() }
  // execArgv: the engine's thread must not inherit the flags of this process, such as a test runner's.
  const worker = new Worker(new URL('./engine-worker.ts', import.meta.url), { workerData, execArgv: [] })
  const pending = new Map<number, PendingRequest>()
  let lastId = 0
  let state: 'running' | 'closing' | 'closed' = 'running'
  let watchdog: NodeJS.Timeout | undefined

  const facts = await waitForReady(worker)

  worker.on('message', (reply: Reply) => {
    if (reply.type === 'notification') return events.onNotification(reply.channel, reply.payload)
    if (reply.type !== 'results' && reply.type !== 'failed') return
    const request = pending.get(reply.id)
    pending.delete(reply.id)
    resetWatchdog()
    if (reply.type === 'results') request?.resolve(reply.results)
    else {
      request?.reject(toError(reply.failure))
      if (reply.fatal) die(`stopped: ${reply.failure.message}`)
    }
  })
  worker.on('error', (error) => die(`stopped: ${error.message}`))
  worker.on('exit', (code) => die(`exited with code ${code}`))

  return {
    facts,
    send(request, deadlineMs) {
      if (state !== 'running') return Promise.reject(new EngineRestartError('is closed.'))
      return new Promise((resolve, reject) => {
        const id = (lastId += 1)
        worker.postMessage({ ...request, id } satisfies Request) // throws for values that cannot be cloned
        pending.set(id, { resolve, reject, deadlineMs })
        if (pending.size === 1) resetWatchdog()
      })
    },
    async close() {
      if (state !== 'running') return
      state = 'closing'
      clearTimeout(watchdog)
      const exited = new Promise((resolve) => worker.once('exit', resolve))
      worker.postMessage('close')
      const timer = setTimeout(() => void worker.terminate(), CLOSE_TIMEOUT_MS)
      await exited
      clearTimeout(timer)
      state = 'closed'
    },
  }

  /** The deadline of the oldest request counts from the reply to the request before it. */
  function resetWatchdog() {
    clearTimeout(watchdog)
    const [oldest] = pending.values()
    if (!oldest) return
    watchdog = setTimeout(
      () => die(`did not answer within ${oldest.deadlineMs / 1000} s and was restarted.`),
      oldest.deadlineMs,
    )
  }

  function die(reason: string) {
    if (state === 'closed') return
    const wasClosing = state === 'closing'
    state = 'closed'
    clearTimeout(watchdog)
    const exited = worker.terminate()
    // Before the rejections, so the next holder of the mutex already waits for the new thread.
    if (!wasClosing) events.onDeath(reason, exited)
    for (const request of pending.values()) request.reject(new EngineRestartError(reason))
    pending.clear()
  }
}

let compiling: Promise<WebAssembly.Module> | undefined

/**
 * Compiles the engine once per process. V8 keeps its code, so the next engine, after a watchdog restart or in
 * the next test, opens in a fifth of the time. A failed read is retried on the next call.
 */
function compileEngine(): Promise<WebAssembly.Module> {
  // Optimizing one function of the engine takes V8 600 MB and seconds of processor time, and it cannot be excluded
  // alone. Baseline code runs the product's statements as fast: docs/decisions/002-embedded-database.md.
  setFlagsFromString('--no-wasm-tier-up')
  setFlagsFromString('--no-wasm-dynamic-tiering')
  compiling ??= readFile(join(engineFolder(), 'pglite.wasm'))
    .then((bytes) => WebAssembly.compile(bytes))
    .catch((error) => {
      compiling = undefined
      throw error
    })

  return compiling
}

function waitForReady(worker: Worker) {
  return new Promise<EngineFacts>((resolve, reject) => {
    const timer = setTimeout(
      () => fail(new Error(`it did not open within ${START_TIMEOUT_MS / 1000} s`)),
      START_TIMEOUT_MS,
    )
    const onExit = (code: number) => fail(new Error(`its thread exited with code ${code}`))
    const onReply = (reply: Reply) => {
      if (reply.type === 'start-failed') return fail(toError(reply.failure))
      if (reply.type !== 'ready') return fail(new Error(`its thread sent ${reply.type} before it was ready`))
      removeListeners()
      resolve(reply.engine)
    }
    const removeListeners = () => {
      clearTimeout(timer)
      worker.off('error', fail).off('exit', onExit).off('message', onReply)
    }
    function fail(error: Error) {
      removeListeners()
      void worker.terminate().then(() => reject(error))
    }
    worker.on('error', fail).on('exit', onExit).on('message', onReply)
  })
}
