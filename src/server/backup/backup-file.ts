/**
 * The format of a backup: gzipped lines of JSON. The first line is the header; each table is `["table", name]`, its
 * rows as objects, and `["end", name, rows, digest]`; the last line is `["complete", rows]`, which shows that the file
 * was not cut off.
 */
import { createReadStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'

export const Header = z.object({
  readback: z.literal(1),
  madeAt: z.string(),
  /** The number of migrations that had run. */
  migrations: z.number().int(),
  /** A known text sealed under the APP_SECRET of the exporting installation. */
  secretCheck: z.string(),
})
export type Header = z.infer<typeof Header>

export const Mark = z.union([
  z.tuple([z.literal('table'), z.string()]),
  z.tuple([z.literal('end'), z.string(), z.number().int(), z.string()]),
  z.tuple([z.literal('complete'), z.number().int()]),
])
export type Mark = z.infer<typeof Mark>

/**
 * Writes the lines to `file`, readable only by its owner; the file appears only when it is complete. Throws AppError
 * 'backup.unwritable'.
 */
export async function writeBackup(file: string, lines: AsyncIterable<string>) {
  const draft = `${file}.${process.pid}.part`
  try {
    // Opened before the first row is requested, so an unwritable file does not interrupt a running query.
    const handle = await open(draft, 'wx', 0o600)
    await pipeline(
      Readable.from(withLineBreaks(lines)),
      createGzip({ level: 4 }),
      handle.createWriteStream({ flush: true }),
    )
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    if (hasErrorCode(error, ['ENOENT', 'EACCES', 'EISDIR', 'ENOTDIR', 'ENOSPC', 'EROFS']))
      throw new AppError('backup.unwritable', { file, reason: messageOf(error) })
    throw error
  }
}

/** The lines of `file`. Throws AppError 'backup.unreadable'. */
export async function* readBackup(file: string): AsyncGenerator<string> {
  const source = createReadStream(file)
  const unzipped = createGunzip()
  source.on('error', (error) => unzipped.destroy(error))
  try {
    yield* createInterface({ input: source.pipe(unzipped), crlfDelay: Infinity })
  } catch (error) {
    throw new AppError('backup.unreadable', { file, reason: messageOf(error) }, { cause: error })
  } finally {
    source.destroy()
  }
}

async function* withLineBreaks(lines: AsyncIterable<string>) {
  for await (const line of lines) yield `${line}\n`
}

function hasErrorCode(error: unknown, codes: string[]): error is Error {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
