/** Reads the outbox, which has one file per message in DATA_DIR/mail. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const TIMEOUT_MS = 60_000
const POLL_INTERVAL_MS = 50

/** Waits for mail to `address` and returns the newest as plain text. */
export async function findMail(dataDir: string, address: string): Promise<string> {
  const deadline = Date.now() + TIMEOUT_MS
  while (Date.now() < deadline) {
    for (const name of await newestFirst(join(dataDir, 'mail'))) {
      const message = await readFile(join(dataDir, 'mail', name), 'utf8')
      if (message.toLowerCase().includes(`to: ${address.toLowerCase()}`)) return message.replaceAll(/=\r?\n/g, '')
    }
    await sleep(POLL_INTERVAL_MS)
  }
  throw new Error(`No mail to ${address} arrived within ${TIMEOUT_MS / 1000} s`)
}

/** File names begin with the time. */
async function newestFirst(folder: string) {
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => name.endsWith('.eml'))
    .toSorted()
    .toReversed()
}

/** A message with its encoded headers and parts as text (RFC 2047, quoted-printable). */
export function decodeMail(message: string): string {
  const fromBytes = (text: string) =>
    Buffer.from(
      text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
      'latin1',
    ).toString()
  const words = message
    .replaceAll(/\?=\r?\n =\?/g, '?= =?')
    .replaceAll(/\?= =\?UTF-8\?Q\?/g, '')
    .replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/g, (_, word: string) => word.replaceAll('_', ' '))
  return fromBytes(words.replaceAll(/=\r?\n/g, ''))
}
