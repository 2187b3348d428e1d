import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '#server/start-error.ts'

const SECRET_BYTES = 32
const SHORTEST_SECRET = 32

/**
 * The installation's own APP_SECRET, for when the operator has set none: read from `DATA_DIR/secret`, made there on
 * the first start (mode 0600). Of two first starts at once both get the same secret.
 *
 * Throws StartError when the file can be neither read nor made, or is damaged: going on with another secret would
 * end every session and lose every stored key.
 */
export async function loadAppSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret')
  try {
    return (await readSecret(path)) ?? (await makeSecret(dataDir, path))
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `DATA_DIR (${dataDir}) cannot be used: the file ${path} can be neither read nor written. Give this user access to it, or set DATA_DIR to another folder.`,
      { cause: error },
    )
  }
}

async function readSecret(path: string): Promise<string | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const secret = text.trim()
  if (secret.length < SHORTEST_SECRET) {
    throw new StartError(
      `${path} is damaged: it holds fewer than ${SHORTEST_SECRET} characters. Restore it from a backup, or set APP_SECRET to the secret used so far.`,
    )
  }
  await chmod(path, 0o600)
  return secret
}

/** Written whole under a name of its own and then linked: the name `secret` never shows half a secret. */
async function makeSecret(dataDir: string, path: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const secret = randomBytes(SECRET_BYTES).toString('hex')
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(`${secret}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await link(draft, path)
    return secret
  } catch (error) {
    // Someone else's first start was a moment earlier; theirs is the secret.
    const winner = await readSecret(path)
    if (winner) return winner
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}
