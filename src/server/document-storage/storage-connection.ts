import type { Database } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/log.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import { readTokens, STORAGE_CHANNEL } from './token-store.ts'

export type StorageConnection = {
  isConnected(): boolean
  /** Reads the state again, as after a change by this process. */
  refresh(): Promise<void>
  /** Stops listening to changes by other processes. */
  close(): Promise<void>
}

/**
 * Whether the installation is connected to a document storage, cached in every process and updated by notifications.
 */
export async function openStorageConnection(
  { db, listen }: Pick<Database, 'db' | 'listen'>,
  secrets: Pick<SecretBox, 'open'>,
  log: Pick<Log, 'error'>,
): Promise<StorageConnection> {
  let isConnected = false
  let startedLoads = 0
  let latestApplied = 0

  async function refresh() {
    const load = ++startedLoads
    const hasTokens = (await readTokens(db, secrets)) !== null
    // Loads may finish out of order: never overwrite the result of one that started later.
    if (load < latestApplied) return
    latestApplied = load
    isConnected = hasTokens
  }
  const onChange = () =>
    void refresh().catch((error: unknown) => log.error({ err: error }, 'could not read the document storage tokens'))
  const close = await listen(STORAGE_CHANNEL, onChange, onChange)
  await refresh()
  return { isConnected: () => isConnected, refresh, close }
}
