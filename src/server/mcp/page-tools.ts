/** Tools that read a stored page and check what it says. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { ClaimState, Difference } from '#shared/chat/chats.ts'
import { GoldenResult, GoldenRun } from '#shared/chat/golden-questions.ts'
import { type ChatCheck, CheckedPage } from '#shared/crawl/changes.ts'
import { AppError } from '#shared/errors.ts'
import { verifyQuote } from '#server/answering/verify-quote.ts'
import { getPage } from '#server/crawl/get-page.ts'
import { pageIdentity } from '#server/crawl/links/links.ts'
import { getChanges } from '#server/crawl/recheck/get-changes.ts'
import { listGoldenQuestions } from '#server/golden/golden-questions.ts'
import { runGoldenQuestions } from '#server/golden/run-golden-questions.ts'
import { decodeCursor, encodeCursor } from '#server/platform/db/cursor.ts'
import { After, Id, runTool, type ToolContext } from './run-tool.ts'

/** Characters of a page that one answer returns: about 5,000 tokens. */
const PIECE_LENGTH = 20_000
const MAX_QUOTE_LENGTH = 2_000
/** Rows of a list whose rows have many sentences. */
const LONG_BATCH_SIZE = 50

const ResultCursor = z.object({ run: z.string(), question: z.string() })

export function addPageTools(server: McpServer, context: ToolContext) {
  addGetPage(server, context)
  addVerifyQuote(server, context)
  addWhatChanged(server, context)
  addRunChecks(server, context)
}

function addGetPage(server: McpServer, context: ToolContext) {
  const { services, userId } = context
  server.registerTool(
    'get_page',
    {
      title: 'Get a page',
      description: `The stored text of a page as Markdown, ${PIECE_LENGTH} characters at a time.`,
      inputSchema: z.strictObject({
        page_id: Id,
        from: z.number().int().min(0).default(0).describe('The `next` of the previous piece'),
      }),
      outputSchema: {
        page_id: z.string(),
        url: z.string(),
        title: z.string(),
        stored_at: z.string(),
        text: z.string(),
        total: z.number().describe('Characters of the whole text'),
        next: z.number().nullable(),
      },
      annotations: { readOnlyHint: true },
    },
    ({ page_id: pageId, from }) =>
      runTool(context, 'read', async () => {
        const { url, title, fetchedAt, content } = await getPage(services, { userId, pageId })
        const end = endOfPiece(content, from)
        const next = end < content.length ? end : null
        const text = content.slice(from, end)
        return { page_id: pageId, url, title, stored_at: fetchedAt, text, total: content.length, next }
      }),
  )
}

/** Not within a character of two code units. */
function endOfPiece(text: string, from: number): number {
  const end = Math.min(from + PIECE_LENGTH, text.length)
  const isWithinCharacter = end < text.length && /[\ud800-\udbff]/.test(text[end - 1] ?? '')
  return isWithinCharacter ? end - 1 : end
}

function addVerifyQuote(server: McpServer, context: ToolContext) {
  const { services, userId } = context
  server.registerTool(
    'verify_quote',
    {
      title: 'Verify a quote',
      description:
        'Says whether a stored page contains a sentence: now, or in the version stored at a date. Only `quoted` means that the page has these words; typography does not count. Needs a page_id or a url.',
      inputSchema: z.strictObject({
        quote: z.string().trim().min(1).max(MAX_QUOTE_LENGTH),
        page_id: Id.optional(),
        url: z
          .url({ protocol: /^https?$/ })
          .max(2048)
          .optional()
          .describe('Address of the page; its newest stored version is used'),
        as_of: z.iso
          .datetime({ offset: true })
          .optional()
          .describe('With url: the version stored at this time, such as 2026-11-23T12:00:00Z'),
      }),
      outputSchema: {
        state: ClaimState.describe(
          'quoted: the page has these words. paraphrased: it says the same in other words. differs: it says something else, see differences. not-found: it says nothing of this.',
        ),
        sentence: z.string().describe('What the page says, word for word; empty when not-found'),
        differences: z.array(Difference),
        page_id: z.string(),
        url: z.string(),
        title: z.string(),
        stored_at: z.string(),
      },
      annotations: { readOnlyHint: true },
    },
    ({ quote, page_id: pageId, url, as_of: asOf }) =>
      runTool(context, 'read', async () => {
        const page = pageOf(pageId, url)
        const request = { userId, quote, page, asOf: asOf === undefined ? undefined : new Date(asOf) }
        const { page: stored, ...check } = await verifyQuote(services.db, request)
        const { id, title, fetchedAt } = stored
        return { ...check, page_id: id, url: stored.url, title, stored_at: fetchedAt.toISOString() }
      }),
  )
}

/** A page is stored with its query if its crawl keeps queries. Throws AppError 'request.page-or-url'. */
function pageOf(pageId: string | undefined, url: string | undefined) {
  if (pageId) return { pageId }
  if (url) return { urls: [pageIdentity(url), pageIdentity(url, { keepQuery: true })] }
  throw new AppError('request.page-or-url')
}

function addWhatChanged(server: McpServer, context: ToolContext) {
  const { services, userId } = context
  server.registerTool(
    'what_changed',
    {
      title: 'What changed',
      description: `What the checks of a saved chat found on its pages, newest first: new, changed, gone and unreadable pages with the sentences that only one version has, ${LONG_BATCH_SIZE} pages at a time.`,
      inputSchema: z.strictObject({
        chat_id: Id,
        from: z.number().int().min(0).default(0).describe('The `next` of the previous batch'),
      }),
      outputSchema: {
        checks: z.array(
          z.object({
            checked_at: z.string(),
            status: z.string(),
            pages_checked: z.number(),
            pages: z.array(
              z.object({
                page_id: z.string(),
                url: z.string(),
                title: z.string(),
                state: CheckedPage.shape.state,
                added: z.array(z.string()),
                removed: z.array(z.string()),
              }),
            ),
          }),
        ),
        next_check: z.string().nullable(),
        next: z.number().nullable(),
      },
      annotations: { readOnlyHint: true },
    },
    ({ chat_id: chatId, from }) =>
      runTool(context, 'read', async () => {
        const { checks, nextAt } = await getChanges(services, { userId, chatId })
        const { shown, next } = cutChecks(checks, from)
        return {
          checks: shown.map(presentCheck),
          next_check: nextAt,
          next,
        }
      }),
  )
}

/** The checks whose pages are number `from` and the following; a check without pages counts as one. */
function cutChecks(checks: readonly ChatCheck[], from: number): { shown: ChatCheck[]; next: number | null } {
  const end = from + LONG_BATCH_SIZE
  const shown: ChatCheck[] = []
  let start = 0
  for (const check of checks) {
    const following = start + Math.max(check.pages.length, 1)
    if (following > from && start < end)
      shown.push({ ...check, pages: check.pages.slice(Math.max(from - start, 0), end - start) })
    start = following
  }
  return { shown, next: start > end ? end : null }
}

function presentCheck({ createdAt, status, pagesChecked, pages }: ChatCheck) {
  return {
    checked_at: createdAt,
    status,
    pages_checked: pagesChecked,
    pages: pages.map(({ pageId, url, title, state, difference }) => ({
      page_id: pageId,
      url,
      title,
      state,
      added: difference?.added ?? [],
      removed: difference?.removed ?? [],
    })),
  }
}

function addRunChecks(server: McpServer, context: ToolContext) {
  const { services, userId } = context
  server.registerTool(
    'run_checks',
    {
      title: 'Run checks',
      description: `Runs the checks of a notebook: questions that its pages must answer. Says which passed, changed, are lost or failed, ${LONG_BATCH_SIZE} at a time, those that passed last. Costs no credit.`,
      inputSchema: z.strictObject({
        notebook_id: Id,
        after: After.describe('The `next` of the previous batch; returns the rest of that run and runs nothing'),
      }),
      outputSchema: {
        ...GoldenRun.pick({ passed: true, changed: true, lost: true, failed: true }).shape,
        pages: z.number().describe('Pages that were searched'),
        results: z.array(GoldenResult),
        next: z.string().nullable(),
      },
      annotations: { readOnlyHint: false, destructiveHint: false },
    },
    ({ notebook_id: notebookId, after }) =>
      runTool(context, 'ask', async () => {
        const cursor = decodeCursor(ResultCursor, after)
        const read = cursor ? listGoldenQuestions : runGoldenQuestions
        const { runs, results } = await read(services, { userId, notebookId })
        const [run] = runs
        if (!run) throw new AppError('request.cursor')
        const { passed, changed, lost, failed, pages } = run
        return { passed, changed, lost, failed, pages, ...batchOfResults(results, run.id, cursor) }
      }),
  )
}

/** The results after the cursor, those that passed last. Throws AppError 'request.cursor'. */
function batchOfResults(
  results: readonly GoldenResult[],
  runId: string,
  cursor: z.infer<typeof ResultCursor> | undefined,
) {
  const sorted = [
    ...results.filter(({ outcome }) => outcome !== 'passed'),
    ...results.filter(({ outcome }) => outcome === 'passed'),
  ]
  const start = cursor ? sorted.findIndex(({ question_id }) => question_id === cursor.question) + 1 : 0
  // The checks ran again since, or the question was deleted.
  const isStale = cursor !== undefined && (cursor.run !== runId || start === 0)
  if (isStale) throw new AppError('request.cursor')
  const shown = sorted.slice(start, start + LONG_BATCH_SIZE)
  const last = start + shown.length < sorted.length ? shown.at(-1) : undefined
  return { results: shown, next: last ? encodeCursor({ run: runId, question: last.question_id }) : null }
}
