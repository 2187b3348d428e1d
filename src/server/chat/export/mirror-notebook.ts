/**
 * A mirror is a copy of a notebook's current pages for other programs: llms.txt, llms-full.txt, JSON lines or a ZIP
 * file. It is generated page by page while it is sent, because a notebook may not fit in memory.
 */
import { strToU8, Zip, ZipDeflate } from 'fflate'
import { and, eq, inArray } from 'drizzle-orm'
import { stringify as stringifyYaml } from 'yaml'
import type { MirrorFormat } from '#shared/chat/notebooks.ts'
import { AppError } from '#shared/errors.ts'
import { escapeMarkdown, markdownLink } from '#shared/escape-markdown.ts'
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

/**
 * The chunks of a text file. `pagesUrl` is the address below which `mirrorPage` serves the notebook's pages by id;
 * llms.txt links to them. Visitors see `publishedTitle` instead of the notebook's title. Throws AppError
 * 'notebook.not-found' before the first chunk.
 */
export async function mirrorNotebook(
  { db }: { db: Db },
  mirror: NotebookRef & { format: MirrorFormat; pagesUrl: string; publishedTitle?: string },
): Promise<AsyncGenerator<string>> {
  const { format, pagesUrl, publishedTitle, ...ref } = mirror
  const { title } = await assertOwnNotebook(db, ref)
  const ids = await idsByAddress(db, ref)
  const formatPage = pageFormatter(format, pagesUrl)

  async function* chunks() {
    if (format !== 'jsonl') yield `# ${escapeMarkdown(publishedTitle ?? title)}\n`
    if (format === 'llms') yield '\n## Pages\n\n'
    for await (const page of loadPages(db, ref, ids)) yield formatPage(page)
  }
  return chunks()
}

function pageFormatter(format: MirrorFormat, pagesUrl: string): (page: MirroredPage) => string {
  const nameOf = ({ title, url }: MirroredPage) => title || url
  switch (format) {
    case 'llms':
      return (page) => {
        const link = `- ${markdownLink(nameOf(page), `${pagesUrl}/${page.id}`)}`
        return page.summary ? `${link}: ${escapeMarkdown(page.summary)}\n` : `${link}\n`
      }
    case 'llms-full':
      return (page) => `\n# ${escapeMarkdown(nameOf(page))}\n\nSource: ${page.url}\n\n${page.content}\n`
    case 'jsonl':
      return (page) => `${JSON.stringify({ ...frontMatterOf(page), text: page.content })}\n`
  }
}

/** A ZIP file with a Markdown file for each page, in folders like its address. Throws AppError 'notebook.not-found'. */
export async function mirrorAsZip(
  { db }: { db: Db },
  ref: NotebookRef,
): Promise<{ title: string; chunks: AsyncGenerator<Uint8Array<ArrayBuffer>> }> {
  const { title } = await assertOwnNotebook(db, ref)
  const ids = await idsByAddress(db, ref)

  async function* chunks() {
    const ready: Uint8Array<ArrayBuffer>[] = []
    const zip = new Zip((error, data) => {
      if (error) throw error
      ready.push(new Uint8Array(data))
    })
    const nameOf = createFileNames()
    for await (const page of loadPages(db, ref, ids)) {
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

/** Sorted by address, so that the order of a file changes only with the pages. */
async function idsByAddress(db: Db, ref: NotebookRef): Promise<string[]> {
  const current = await currentPages(db, ref)
  return current.toSorted((a, b) => (a.url < b.url ? -1 : 1)).map(({ id }) => id)
}

async function* loadPages(db: Db, { userId }: NotebookRef, ids: readonly string[]): AsyncGenerator<MirroredPage> {
  for (const batch of inBatches(ids, BATCH_SIZE)) {
    const rows = await db
      .select()
      .from(pages)
      .where(and(eq(pages.userId, userId), inArray(pages.id, batch)))
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const id of batch) {
      const page = byId.get(id)
      // A page that was deleted while the file is being sent is left out.
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
  const current = await currentPages(db, ref)
  if (!current.some(({ id }) => id === pageId)) throw new AppError('page.not-found')
  const [page] = await db
    .select()
    .from(pages)
    .where(and(eq(pages.id, pageId), eq(pages.userId, ref.userId)))
  if (!page) throw new AppError('page.not-found')
  return asMarkdown(page)
}

const asMarkdown = (page: MirroredPage) => `---\n${stringifyYaml(frontMatterOf(page))}---\n\n${page.content}`

const frontMatterOf = ({ url, title, language, contentHash, fetchedAt }: MirroredPage) => ({
  url,
  title,
  language,
  digest: contentHash,
  fetched_at: fetchedAt.toISOString(),
})
