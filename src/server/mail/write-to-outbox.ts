import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export const outboxFolder = (dataDir: string) => join(dataDir, 'mail')

/**
 * Writes a message to `DATA_DIR/mail/{time}-{random}.eml`, readable only by its owner, and returns the path. The file
 * gets its name when it is complete, so a program that watches the folder never reads a partial message.
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
    // On a full disk, every retry would leave a partial file.
    await rm(`${path}.part`, { force: true })
    throw error
  }
  return path
}
