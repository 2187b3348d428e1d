import { randomBytes } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder of messages when no mail server is set. */
export const outboxFolder = (dataDir: string) => join(dataDir, 'mail')

/**
 * Writes a whole message as `DATA_DIR/mail/{time}-{random}.eml`, readable by its owner alone, and answers its path.
 * The name appears only once the message is complete, so whoever watches the folder never reads half of one.
 */
export async function writeToOutbox(dataDir: string, eml: Buffer): Promise<string> {
  const folder = outboxFolder(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-')
  const path = join(folder, `${time}-${randomBytes(4).toString('hex')}.eml`)
  const file = await open(`${path}.part`, 'wx', 0o600)
  try {
    await file.writeFile(eml)
  } finally {
    await file.close()
  }
  await rename(`${path}.part`, path)
  return path
}
