/**
 * A fetched page that is not stored yet, saved in a file while the next page is fetched. After a kill the next process
 * takes it from there instead of fetching it again. Incomplete files are ignored.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ReaderName } from '#shared/crawl/crawl-settings.ts'
import type { ReadPage } from '#server/fetching/reader.ts'
import type { FrontierPage } from '#server/crawl/links/frontier.ts'

export type PendingPages = {
  /** Keeps one page per crawl: the previous one is stored by then. */
  save(crawlId: string, page: Pick<FrontierPage, 'id'>, read: ReadPage): void
  /** Removes the saved page and returns it, when it is this page and recent enough; else null. */
  take(crawlId: string, page: Pick<FrontierPage, 'id'>): ReadPage | null
  forget(crawlId: string): void
}

/** Older saved pages may be stale. */
const MAX_AGE_MS = 10 * 60_000

/** Creates `folder` and deletes the stale files in it. */
export function openPendingPages(folder: string): PendingPages {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folder)) if (!isFresh(join(folder, name))) rmSync(join(folder, name), { force: true })
  const fileOf = (crawlId: string) => join(folder, `${crawlId}.json`)
  const forget = (crawlId: string) => rmSync(fileOf(crawlId), { force: true })
  return {
    // It must survive a kill of the process, not of the machine, so there is no fsync.
    save: (crawlId, { id }, read) => writeFileSync(fileOf(crawlId), JSON.stringify({ id, read }), { mode: 0o600 }),
    take(crawlId, { id }) {
      const pending = readFile(fileOf(crawlId))
      if (pending) forget(crawlId)
      return pending?.id === id ? pending.read : null
    },
    forget,
  }
}

function readFile(file: string) {
  try {
    if (!isFresh(file)) return null
    return PendingPage.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

function isFresh(file: string): boolean {
  return Date.now() - statSync(file).mtimeMs < MAX_AGE_MS
}

const PendingPage = z.object({
  id: z.number(),
  read: z.object({
    ok: z.literal(true),
    finalUrl: z.string(),
    title: z.string(),
    content: z.string(),
    language: z.string(),
    links: z.array(z.object({ url: z.string(), nofollow: z.boolean() })),
    canonical: z.string().nullable(),
    alternates: z.array(z.string()).optional(),
    noindex: z.boolean(),
    etag: z.string().nullable(),
    lastModified: z.string().nullable(),
    uncertain: z.literal(true).optional(),
    leftOut: z.object({ links: z.number(), text: z.boolean() }).optional(),
    readBy: ReaderName.exclude(['auto']),
  }),
})
