/** Reads the outbox as a person without a mail server does: one file per message in DATA_DIR/mail. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const ARRIVES_WITHIN_MS = 60_000
const LOOK_AGAIN_MS = 50

/** Waits for mail to `address` and answers the newest, as plain text. */
export async function findMail(dataDir: string, address: string): Promise<string> {
  const giveUpAt = Date.now() + ARRIVES_WITHIN_MS
  while (Date.now() < giveUpAt) {
    for (const name of await newestFirst(join(dataDir, 'mail'))) {
      const message = await readFile(join(dataDir, 'mail', name), 'utf8')
      if (message.toLowerCase().includes(`to: ${address.toLowerCase()}`)) return message.replaceAll(/=\r?\n/g, '')
    }
    await sleep(LOOK_AGAIN_MS)
  }
  throw new Error(`No mail to ${address} arrived within ${ARRIVES_WITHIN_MS / 1000} s`)
}

/** The names begin with the time, so their order is the order in which they were written. */
async function newestFirst(folder: string) {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => name.endsWith('.eml')).toSorted().toReversed()
}
