/** Whether this installation is connected to a document storage, known in every process without asking. */
import type { Database } from '#server/db/database.ts'
import type { Log } from '#server/log.ts'
import type { SecretBox } from '#server/secrets/secret-box.ts'
import { readTokens, STORAGE_CHANNEL } from './token-store.ts'

export type StorageConnection = { connected(): boolean; refresh(): Promise<void>; close(): Promise<void> }

export async function followConnection(
  { db, listen }: Pick<Database, 'db' | 'listen'>,
  secrets: Pick<SecretBox, 'open'>,
  log: Pick<Log, 'error'>,
): Promise<StorageConnection> {
  let connected = false
  let reads = 0
  let known = 0

  async function refresh() {
    const read = ++reads
    const found = (await readTokens(db, secrets)) !== null
    // A read that began later knows more, once it is back.
    if (read > known) [known, connected] = [read, found]
  }
  const complain = (error: unknown) => log.error({ err: error }, 'The tokens of the document storage cannot be read')
  const follow = () => void refresh().catch(complain)
  const close = await listen(STORAGE_CHANNEL, follow, follow)
  await refresh()
  return { connected: () => connected, refresh, close }
}
