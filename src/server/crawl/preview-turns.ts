/** The turns that a preview takes at the hosts it reads, given back together at its end. */
import { randomUUID } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { awaitHostTurn, giveHostTurn } from './host-turns.ts'

export type PreviewTurns = {
  /** Throws AppError 'preview.busy' when others do not let go of the host in time. */
  take(host: string): Promise<void>
  giveAll(): Promise<void>
}

/** Another's page is in hand at this host: their turn ends with it. */
const TURN_WITHIN_MS = 8_000
/** Longer than a preview can take; a dead process' turn runs out by itself. */
const TURN_SECONDS = 40
const ASK_AGAIN_SECONDS = 5

/** `gone` is aborted when nobody waits for the preview any more. */
export function openPreviewTurns(db: Db, gone: AbortSignal): PreviewTurns {
  const heldBy = `preview ${randomUUID()}`
  const asked: string[] = []
  return {
    async take(host) {
      asked.push(host)
      const tooLate = AbortSignal.timeout(TURN_WITHIN_MS)
      const signal = AbortSignal.any([gone, tooLate])
      try {
        await awaitHostTurn(db, { host, heldBy, seconds: TURN_SECONDS, signal })
      } catch (error) {
        if (!tooLate.aborted) throw error
        throw new AppError('preview.busy', { host, retryAfterSeconds: ASK_AGAIN_SECONDS }, { cause: error })
      }
    },
    async giveAll() {
      for (const host of asked) await giveHostTurn(db, host, heldBy)
    },
  }
}
