/** The engine's thread, replaced by a new one whenever it dies. */
import { setTimeout } from 'node:timers/promises'
import type { Log } from '#server/platform/log.ts'
import { EngineRestartError } from './engine-failures.ts'
import { startEngineThread, type EngineThread } from './engine-thread.ts'
import type { EngineFacts } from './messages.ts'

export type RestartableEngine = {
  facts: EngineFacts
  /** The running thread. Rejects with EngineRestartError when a restart takes longer than `limitMs`. */
  thread(limitMs: number): Promise<EngineThread>
  /** Shuts the engine down, after a restart that is in progress. */
  close(): Promise<void>
}

type Options = {
  directory: string
  log: Log
  onNotification(channel: string, payload: string): void
  /** Prepares a new thread before any other statement. When it rejects, another thread is started. */
  onStarting(thread: EngineThread): Promise<void>
  onRestarted(): void
}

const RESTART_PAUSE_MS = 1_000

export async function startRestartableEngine(options: Options): Promise<RestartableEngine> {
  const { directory, log, onNotification, onStarting, onRestarted } = options
  let isClosed = false
  let isRestarting = false
  /** Resolves when the last thread has exited: two engines on one directory would destroy it. */
  let exited: Promise<unknown> = Promise.resolve()
  const events = { onNotification, onDeath }
  let current = startEngineThread(directory, events)
  const { facts } = await current

  return {
    facts,
    thread: (limitMs) => (isRestarting ? withinLimit(current, limitMs) : current),
    async close() {
      isClosed = true
      const thread = await current
      await thread.close()
    },
  }

  function onDeath(reason: string, exit: Promise<unknown>) {
    exited = exit
    log.error(`The embedded database ${reason}`)
    if (!isClosed && !isRestarting) current = restart()
  }

  async function restart(): Promise<EngineThread> {
    isRestarting = true
    for (;;) {
      try {
        await exited
        const thread = await startEngineThread(directory, events)
        await onStarting(thread)
        isRestarting = false
        log.warn({ openedInMs: Math.round(thread.facts.openedInMs) }, 'restarted the embedded database')
        onRestarted()
        return thread
      } catch (error) {
        log.error({ err: error }, 'could not restart the embedded database; retrying')
        await setTimeout(RESTART_PAUSE_MS)
      }
    }
  }
}

async function withinLimit(restart: Promise<EngineThread>, limitMs: number): Promise<EngineThread> {
  const timer = new AbortController()
  const timeout = setTimeout(limitMs, null, { signal: timer.signal }).catch(() => null)
  const thread = await Promise.race([restart, timeout])
  timer.abort()
  if (!thread) throw new EngineRestartError('is restarting.')
  return thread
}
