import { randomUUID } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { awaitHostLock, releaseHostLock } from '#server/crawl/schedule/host-lock.ts'

/** The host locks of one preview, released together. */
export type HostLocks = {
  /** Throws AppError 'preview.busy' when the host does not become free in time. */
  acquire(host: string): Promise<void>
  releaseAll(): Promise<void>
}

/** A crawl of the same host releases it after its current page. */
const ACQUIRE_TIMEOUT_MS = 8_000
/** Longer than a preview can take; the lock of a dead process expires. */
const HOLD_SECONDS = 40
const RETRY_AFTER_SECONDS = 5

/** `disconnected` is aborted when the client no longer waits for the preview. */
export function createHostLocks(db: Db, disconnected: AbortSignal): HostLocks {
  const heldBy = `preview ${randomUUID()}`
  const hosts: string[] = []
  return {
    async acquire(host) {
      hosts.push(host)
      const timeout = AbortSignal.timeout(ACQUIRE_TIMEOUT_MS)
      const signal = AbortSignal.any([disconnected, timeout])
      try {
        await awaitHostLock(db, { host, heldBy, seconds: HOLD_SECONDS, signal })
      } catch (error) {
        if (!timeout.aborted) throw error
        throw new AppError('preview.busy', { host, retryAfterSeconds: RETRY_AFTER_SECONDS }, { cause: error })
      }
    },
    async releaseAll() {
      for (const host of hosts) await releaseHostLock(db, host, heldBy)
    },
  }
}
