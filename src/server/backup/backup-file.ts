/**
 * The file of a backup: gzip over lines of JSON. The first line is the header, then for each table `["table", name]`,
 * its rows as objects, and `["end", name, rows, digest]`; the last line is `["complete", rows]`, so that a file that
 * was cut off is told from a whole one.
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
  /** How many migrations the tables had seen. */
  migrations: z.number().int(),
  /** A known word sealed under the APP_SECRET of the installation it is from. */
  secretCheck: z.string(),
})
export type Header = z.infer<typeof Header>

export const Mark = z.union([
  z.tuple([z.literal('table'), z.string()]),
  z.tuple([z.literal('end'), z.string(), z.number().int(), z.string()]),
  z.tuple([z.literal('complete'), z.number().int()]),
])
export type Mark = z.infer<typeof Mark>

/** Writes the lines to `file`, which is there whole or not at all, for its owner alone. */
export async function writeBackup(file: string, lines: AsyncIterable<string>) {
  const draft = `${file}.${process.pid}.part`
  try {
    // Before the first row is asked for: a query must not be left in the middle.
    const written = await open(draft, 'wx', 0o600)
    await pipeline(Readable.from(withBreaks(lines)), createGzip({ level: 4 }), written.createWriteStream({ flush: true }))
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    if (isAbout(error, ['ENOENT', 'EACCES', 'EISDIR', 'ENOTDIR', 'ENOSPC', 'EROFS'])) throw new AppError('backup.unwritable', { file, reason: reasonOf(error) })
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
    throw new AppError('backup.unreadable', { file, reason: reasonOf(error) }, { cause: error })
  } finally {
    source.destroy()
  }
}

async function* withBreaks(lines: AsyncIterable<string>) {
  for await (const line of lines) yield `${line}\n`
}

function isAbout(error: unknown, codes: string[]): error is Error {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
