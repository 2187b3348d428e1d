/**
 * A page that was read and is not stored yet, kept in a file while its host is asked for the next one already: a
 * process that is killed then finds it here and does not ask for it again. A file that was only begun counts as none.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ReaderName } from '#shared/crawl-settings.ts'
import type { ReadPage } from '#server/reader/reader.ts'
import type { FrontierPage } from './frontier.ts'

export type PagesInHand = {
  /** One page of each crawl; the one before is stored by then. */
  keep(crawlId: string, page: Pick<FrontierPage, 'id'>, read: ReadPage): void
  /** What was kept of just this page, not long ago; null when nothing was. It is kept no longer. */
  take(crawlId: string, page: Pick<FrontierPage, 'id'>): ReadPage | null
  forget(crawlId: string): void
}

/** After so long a site may say something else. */
const USEFUL_MS = 10 * 60_000

/** Makes `folder`, and empties it of what no crawl came back for. */
export function openPagesInHand(folder: string): PagesInHand {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folder)) if (!isFresh(join(folder, name))) rmSync(join(folder, name), { force: true })
  const fileOf = (crawlId: string) => join(folder, `${crawlId}.json`)
  const forget = (crawlId: string) => rmSync(fileOf(crawlId), { force: true })
  return {
    // It has to survive this process, not the machine, so nothing waits for the disk.
    keep: (crawlId, { id }, read) => writeFileSync(fileOf(crawlId), JSON.stringify({ id, read }), { mode: 0o600 }),
    take(crawlId, { id }) {
      const kept = readKept(fileOf(crawlId))
      if (kept) forget(crawlId)
      return kept?.id === id ? kept.read : null
    },
    forget,
  }
}

function readKept(file: string) {
  try {
    if (!isFresh(file)) return null
    return Kept.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

function isFresh(file: string): boolean {
  return Date.now() - statSync(file).mtimeMs < USEFUL_MS
}

const Kept = z.object({
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
    leftOut: z.object({ links: z.number(), text: z.boolean() }).optional(),
    readBy: ReaderName.exclude(['auto']),
  }),
})
