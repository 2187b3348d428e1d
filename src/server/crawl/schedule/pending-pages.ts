/**
 * Fetched pages that are not stored yet, each saved in a file before the next page is fetched. After a kill the next
 * process takes them from there instead of fetching them again. Incomplete files are ignored.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ReaderName } from '#shared/crawl/crawl-settings.ts'
import type { ReadPage } from '#server/fetching/reader.ts'
import type { FrontierPage } from '#server/crawl/links/frontier.ts'

type Page = Pick<FrontierPage, 'id'>

export type PendingPages = {
  save(crawlId: string, page: Page, read: ReadPage): void
  /** Looks for pages that other processes have saved since the start. */
  rescan(): void
  /** The saved page, when it is recent enough; else null. The file stays until the page is stored. */
  find(crawlId: string, page: Page): ReadPage | null
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
  const nameOf = (crawlId: string, { id }: Page) => `${crawlId}.${id}.json`
  // Most pages have no file: looking for one costs no system call.
  const names = new Set(readdirSync(folder))
  const remove = (name: string) => {
    if (names.delete(name)) rmSync(join(folder, name), { force: true })
  }
  return {
    rescan: () => readdirSync(folder).forEach((name) => names.add(name)),
    save(crawlId, page, read) {
      const name = nameOf(crawlId, page)
      names.add(name)
      // It must survive a kill of the process, not of the machine, so there is no fsync.
      writeFileSync(join(folder, name), JSON.stringify(read), { mode: 0o600 })
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
})
