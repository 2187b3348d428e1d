/** The current pages of a notebook for other programs, generated in pieces: llms.txt, llms-full.txt, JSON lines, a ZIP file. */
import { strToU8, Zip, ZipDeflate } from 'fflate'
import { and, eq, inArray } from 'drizzle-orm'
import { stringify } from 'yaml'
import type { MirrorFormat } from '#shared/chat/notebooks.ts'
import { AppError } from '#shared/errors.ts'
import { inBatches } from '#server/platform/db/in-batches.ts'
import type { Db } from '#server/platform/db/database.ts'
import { pages } from '#server/platform/db/schema/index.ts'
import { assertOwnNotebook, currentPages, type NotebookRef } from '#server/chat/notebook-pages.ts'
import { createFileNames } from './file-names.ts'

/** Rows loaded at a time, to bound memory. */
const BATCH_SIZE = 50

type MirroredPage = Pick<
  typeof pages.$inferSelect,
  'id' | 'url' | 'title' | 'summary' | 'language' | 'content' | 'contentHash' | 'fetchedAt'
>

/** `pagesUrl` is the address of its pages. Throws AppError 'notebook.not-found' before the first piece. */
export async function mirrorNotebook(
  { db }: { db: Db },
  { format, pagesUrl, ...ref }: NotebookRef & { format: MirrorFormat; pagesUrl: string },
): Promise<AsyncGenerator<string>> {
  const { title } = await assertOwnNotebook(db, ref)
  const ids = await mirroredIds(db, ref)

  async function* pieces() {
    if (format !== 'jsonl') yield `# ${inLine(title)}\n`
    if (format === 'llms') yield '\n## Pages\n\n'
    for await (const page of mirroredPages(db, ref, ids)) yield write[format](page)
  }
  const write: Record<MirrorFormat, (page: MirroredPage) => string> = {
    llms: (page) =>
      `- [${inLine(page.title || page.url)}](${pagesUrl}/${page.id})${page.summary ? `: ${inLine(page.summary)}` : ''}\n`,
    'llms-full': (page) => `\n# ${inLine(page.title || page.url)}\n\nSource: ${page.url}\n\n${page.content}\n`,
    jsonl: (page) => `${JSON.stringify({ ...factsOf(page), text: page.content })}\n`,
  }
  return pieces()
}

/** A ZIP file with a Markdown file for each page, in folders like its address. Throws AppError 'notebook.not-found'. */
export async function mirrorAsZip(
  { db }: { db: Db },
  ref: NotebookRef,
): Promise<{ title: string; chunks: AsyncGenerator<Uint8Array<ArrayBuffer>> }> {
  const { title } = await assertOwnNotebook(db, ref)
  const ids = await mirroredIds(db, ref)

  async function* chunks() {
    const ready: Uint8Array<ArrayBuffer>[] = []
    const zip = new Zip((error, data) => {
      if (error) throw error
      ready.push(new Uint8Array(data))
    })
    const nameOf = createFileNames()
    for await (const page of mirroredPages(db, ref, ids)) {
      const file = new ZipDeflate(nameOf(page.url))
      file.mtime = page.fetchedAt
      zip.add(file)
      file.push(strToU8(asMarkdown(page)), true)
      yield* ready.splice(0)
    }
    zip.end()
    yield* ready
  }
  return { title, chunks: chunks() }
}

/** By address. */
async function mirroredIds(db: Db, ref: NotebookRef): Promise<string[]> {
  return (await currentPages(db, ref)).toSorted((a, b) => (a.url < b.url ? -1 : 1)).map(({ id }) => id)
}

async function* mirroredPages(db: Db, { userId }: NotebookRef, ids: readonly string[]): AsyncGenerator<MirroredPage> {
  for (const batch of inBatches(ids, BATCH_SIZE)) {
    const rows = await db
      .select()
      .from(pages)
      .where(and(eq(pages.userId, userId), inArray(pages.id, batch)))
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const id of batch) {
      const page = byId.get(id)
      if (page) yield page
    }
  }
}

/**
 * A current page of a notebook as Markdown with front matter; its text is the stored text, unchanged. Throws AppError
 * 'notebook.not-found' and 'page.not-found'.
 */
export async function mirrorPage(
  { db }: { db: Db },
  { pageId, ...ref }: NotebookRef & { pageId: string },
): Promise<string> {
  await assertOwnNotebook(db, ref)
  const isCurrent = (await currentPages(db, ref)).some(({ id }) => id === pageId)
  const [page] = isCurrent
    ? await db
        .select()
        .from(pages)
        .where(and(eq(pages.id, pageId), eq(pages.userId, ref.userId)))
    : []
  if (!page) throw new AppError('page.not-found')
  return asMarkdown(page)
}

const asMarkdown = (page: MirroredPage) => `---\n${stringify(factsOf(page))}---\n\n${page.content}`

const factsOf = ({ url, title, language, contentHash, fetchedAt }: MirroredPage) => ({
  url,
  title,
  language,
  digest: contentHash,
  fetched_at: fetchedAt.toISOString(),
})

/** One line, with the characters escaped that would end a link text or begin markup. */
const inLine = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>]/g, String.raw`\$&`)
