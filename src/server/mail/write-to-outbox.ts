import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
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
  try {
    await writeFile(`${path}.part`, eml, { flag: 'wx', mode: 0o600, flush: true })
    await rename(`${path}.part`, path)
  } catch (error) {
    // On a full disk half a message would stay behind with every try.
    await rm(`${path}.part`, { force: true })
    throw error
  }
  return path
}
