import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from './operator-error.ts'

const SECRET_BYTES = 32
const SECRET_MIN_LENGTH = 32

/**
 * The generated APP_SECRET of an installation that sets none: read from `DATA_DIR/secret`, or created there with mode
 * 0600 on the first start. Processes that start concurrently all get the same secret.
 *
 * Throws OperatorError when the file cannot be read or created, or is damaged. Continuing with another secret would end
 * every session and lose every stored key.
 */
export async function loadAppSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret')
  try {
    return (await readSecret(path)) ?? (await createSecret(dataDir, path))
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(
      `Cannot use DATA_DIR (${dataDir}): the file ${path} can be neither read nor written. Give this user access to it, or set DATA_DIR to another folder.`,
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
  if (secret.length < SECRET_MIN_LENGTH) {
    throw new OperatorError(
      `${path} is damaged: it has fewer than ${SECRET_MIN_LENGTH} characters. Restore it from a backup, or set APP_SECRET to the previous secret.`,
    )
  }
  await chmod(path, 0o600)
  return secret
}

/** Writes the secret to a draft and links it, so a concurrent reader never sees half a secret. */
async function createSecret(dataDir: string, path: string): Promise<string> {
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
    // Another process created the file first: its secret is the one to use.
    const existing = await readSecret(path)
    if (existing) return existing
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}
