/**
 * The bytes of fetched pages that are not stored yet, each saved in a file before the next page is fetched. After a
 * kill the next process takes them from there instead of fetching them again. A file is a line of JSON and the body.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ReaderName } from '#shared/crawl/crawl-settings.ts'
import type { ArrivedDocument } from '#server/fetching/reader.ts'
import type { FrontierPage } from '#server/crawl/links/frontier.ts'

type Page = Pick<FrontierPage, 'id'>

export type PendingPages = {
  /** False when the file cannot be written, as on a full disk. */
  save(crawlId: string, page: Page, arrived: ArrivedDocument): boolean
  /** Looks for pages that other processes have saved since the start. */
  rescan(): void
  /** The saved page, when it is recent enough; else null. The file stays until the page is stored. */
  find(crawlId: string, page: Page): ArrivedDocument | null
  /** Call once the page is stored or its failure recorded. */
  remove(crawlId: string, page: Page): void
  /** Removes all pages of a crawl that has ended. */
  forget(crawlId: string): void
}

/** Older saved pages may be stale. */
const MAX_AGE_MS = 10 * 60_000

/** Creates `folder` and deletes the stale files in it. */
export function openPendingPages(folder: string): PendingPages {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folder)) if (!isFresh(join(folder, name))) rmSync(join(folder, name), { force: true })
  const nameOf = (crawlId: string, { id }: Page) => `${crawlId}.${id}`
  // Most pages have no file: looking for one costs no system call.
  const names = new Set(readdirSync(folder))
  const remove = (name: string) => {
    if (names.delete(name)) rmSync(join(folder, name), { force: true })
  }
  return {
    rescan: () => readdirSync(folder).forEach((name) => names.add(name)),
    save(crawlId, page, arrived) {
      const name = nameOf(crawlId, page)
      names.add(name)
      try {
        // It must survive a kill of the process, not of the machine, so there is no fsync.
        writeFileSync(join(folder, name), toBytes(arrived), { mode: 0o600 })
        return true
      } catch {
        remove(name)
        return false
      }
    },
    find(crawlId, page) {
      const name = nameOf(crawlId, page)
      return names.has(name) ? readFile(join(folder, name)) : null
    },
    remove: (crawlId, page) => remove(nameOf(crawlId, page)),
    forget(crawlId) {
      for (const name of names) if (name.startsWith(`${crawlId}.`)) remove(name)
    },
  }
}

function toBytes({ readBy, document: { body, ok: _, ...head } }: ArrivedDocument): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify({ readBy, length: body.length, ...head })}\n`), body])
}

/** Null for a stale or incomplete file. */
function readFile(file: string): ArrivedDocument | null {
  try {
    if (!isFresh(file)) return null
    const bytes = readFileSync(file)
    const end = bytes.indexOf('\n')
    const { readBy, length, ...head } = Head.parse(JSON.parse(bytes.toString('utf8', 0, end)))
    const body = new Uint8Array(bytes.subarray(end + 1))
    return body.length === length ? { readBy, document: { ok: true, body, ...head } } : null
  } catch {
    return null
  }
}

function isFresh(file: string): boolean {
  return Date.now() - statSync(file).mtimeMs < MAX_AGE_MS
}

const Head = z.object({
  readBy: ReaderName.exclude(['auto']),
  length: z.number(),
  finalUrl: z.string(),
  kind: z.enum(['html', 'text']),
  charset: z.string(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  robotsTag: z.string(),
  linkBase: z.string().optional(),
  isPartlyLoaded: z.literal(true).optional(),
})
