/**
 * One life of the engine's thread: start it, ask it, end it. It dies by itself when the engine breaks, and is ended
 * when it stays silent beyond the deadline, since nothing inside can cancel a statement there.
 */
import { Worker } from 'node:worker_threads'
import type { Results } from '@electric-sql/pglite'
import { compiledEngine } from './compiled-engine.ts'
import { EngineRestartError, toError } from './engine-failures.ts'
import type { EngineFacts, Reply, Request, WorkerData } from './messages.ts'

export type EngineThread = {
  facts: EngineFacts
  /** Sends a request; requests are answered in the order sent. Rejects with PostgreSQL's error, or EngineRestartError. */
  ask(request: Omit<Request, 'id'>, deadlineMs: number): Promise<Results[]>
  /** Ends the engine in order, at most `CLOSE_MS` long. */
  close(): Promise<void>
}

type Events = {
  onNotification(channel: string, payload: string): void
  /** Called when the thread must not be asked any more, unless `close` was called; `ended` resolves when it is no more. */
  onDeath(reason: string, ended: Promise<unknown>): void
}

type Waiting = { resolve(results: Results[]): void; reject(error: Error): void; deadlineMs: number }

const START_MS = 120_000 // a new directory takes 3 to 5 s, recovery after a crash replays at most 256 MB
const CLOSE_MS = 10_000

export async function startEngineThread(directory: string, events: Events): Promise<EngineThread> {
  const workerData: WorkerData = { directory, compiled: await compiledEngine() }
  // Flags of this process, such as a test runner's, are not for the engine.
  const worker = new Worker(new URL('./engine-worker.ts', import.meta.url), { workerData, execArgv: [] })
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let life: 'running' | 'closing' | 'over' = 'running'
  let watchdog: NodeJS.Timeout | undefined

  const facts = await firstReply(worker)

  worker.on('message', (reply: Reply) => {
    if (reply.type === 'notification') return events.onNotification(reply.channel, reply.payload)
    if (reply.type !== 'results' && reply.type !== 'failed') return
    const call = waiting.get(reply.id)
    waiting.delete(reply.id)
    watch()
    if (reply.type === 'results') call?.resolve(reply.results)
    else {
      call?.reject(toError(reply.failure))
      if (reply.fatal) die(`stopped: ${reply.failure.message}`)
    }
  })
  worker.on('error', (error) => die(`stopped: ${error.message}`))
  worker.on('exit', (code) => die(`ended with code ${code}`))

  return {
    facts,
    ask(request, deadlineMs) {
      if (life !== 'running') return Promise.reject(new EngineRestartError('is closed.'))
      return new Promise((resolve, reject) => {
        const id = (lastId += 1)
        worker.postMessage({ ...request, id } satisfies Request) // throws for what cannot be sent, such as a function
        waiting.set(id, { resolve, reject, deadlineMs })
        if (waiting.size === 1) watch()
      })
    },
    async close() {
      if (life !== 'running') return
      life = 'closing'
      clearTimeout(watchdog)
      const ended = new Promise((resolve) => worker.once('exit', resolve))
      worker.postMessage('close')
      const impatience = setTimeout(() => void worker.terminate(), CLOSE_MS)
      await ended
      clearTimeout(impatience)
      life = 'over'
    },
  }

  /** Gives the oldest request its time, counted from when the one before it was answered. */
  function watch() {
    clearTimeout(watchdog)
    const [oldest] = waiting.values()
    if (!oldest) return
    watchdog = setTimeout(() => die(`did not answer within ${oldest.deadlineMs / 1000} s and was restarted.`), oldest.deadlineMs)
  }

  function die(reason: string) {
    if (life === 'over') return
    const expected = life === 'closing'
    life = 'over'
    clearTimeout(watchdog)
    const ended = worker.terminate()
    // First of all, so that whoever has the next turn does not ask this one.
    if (!expected) events.onDeath(reason, ended)
    for (const call of waiting.values()) call.reject(new EngineRestartError(reason))
    waiting.clear()
  }
}

function firstReply(worker: Worker) {
  return new Promise<EngineFacts>((resolve, reject) => {
    const impatience = setTimeout(() => fail(new Error(`it did not open within ${START_MS / 1000} s`)), START_MS)
    const onExit = (code: number) => fail(new Error(`its thread ended with code ${code}`))
    const onReply = (reply: Reply) => {
      if (reply.type === 'refused') return fail(toError(reply.failure))
      if (reply.type !== 'ready') return fail(new Error('it answered out of turn'))
      stopListening()
      resolve(reply.engine)
    }
    const stopListening = () => {
      clearTimeout(impatience)
      worker.off('error', fail).off('exit', onExit).off('message', onReply)
    }
    function fail(error: Error) {
      stopListening()
      void worker.terminate().then(() => reject(error))
    }
    worker.on('error', fail).on('exit', onExit).on('message', onReply)
  })
}
