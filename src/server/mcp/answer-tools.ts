/** Tools that search and ask. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { type Citation, ClaimState, Difference } from '#shared/chat/chats.ts'
import { QUESTION_MAX_LENGTH } from '#shared/chat/chat-limits.ts'
import { AppError } from '#shared/errors.ts'
import { planLimits } from '#shared/limits.ts'
import { PASSAGES_MAX } from '#shared/chat/passages.ts'
import { prepareSavedAnswer, prepareUnsavedAnswer } from '#server/answering/prepare-answer.ts'
import { processPages } from '#server/answering/process-pages.ts'
import { pageIdsInScope, searchPassages } from '#server/answering/search-passages.ts'
import type { Answer } from '#server/chat/answer.ts'
import { Id, runTool, type ToolContext } from './run-tool.ts'

const Quote = z.object({
  marker: z.number().describe('The number used in the answer, such as [1]'),
  quote: z.string().describe('Verbatim from the page; empty when nothing on the page supports the claim'),
  url: z.string(),
  title: z.string(),
  state: ClaimState.describe(
    [
      'quoted: the page says the claim word for word.',
      'paraphrased: the page has supporting words, and names, numbers, dates and negations agree.',
      'differs: one of them does not agree, see differences; do not repeat the claim as fact.',
      'not-found: the page does not support the claim.',
    ].join(' '),
  ),
  claim: z.string().describe('The words of the answer that were checked'),
  differences: z.array(Difference).describe('What the claim says and what the page says instead'),
})

const DEFAULT_PASSAGES = 8
/** More than any plan allows in one crawl. */
const MAX_PAGES = 10_000

export function addAnswerTools(server: McpServer, context: ToolContext) {
  addSearchPassages(server, context)
  addAsk(server, context)
}

function addSearchPassages(server: McpServer, context: ToolContext) {
  const { services, userId } = context
  server.registerTool(
    'search_passages',
    {
      title: 'Search passages',
      description:
        'Finds the passages that match a query or question, best first, in the pages of a crawl or in the selected pages of a saved chat. Needs a crawl_id or a chat_id.',
      inputSchema: z.strictObject({
        query: z.string().trim().min(1).max(QUESTION_MAX_LENGTH),
        crawl_id: Id.optional(),
        chat_id: Id.optional(),
        limit: z.number().int().min(1).max(PASSAGES_MAX).default(DEFAULT_PASSAGES),
      }),
      outputSchema: {
        passages: z.array(
          z.object({
            page_id: z.string(),
            url: z.string(),
            title: z.string(),
            headings: z.array(z.string()),
            text: z.string(),
          }),
        ),
      },
      annotations: { readOnlyHint: true },
    },
    ({ query, crawl_id: crawlId, chat_id: chatId, limit }) =>
      runTool(context, 'read', async () => {
        const passages = await searchPassages(services, { userId, q: query, crawlId, chatId, limit })
        return {
          passages: passages.map(({ pageId, url, title, headings, text }) => ({
            page_id: pageId,
            url,
            title,
            headings,
            text,
          })),
        }
      }),
  )
}

function addAsk(server: McpServer, context: ToolContext) {
  const { services, userId, tier } = context
  server.registerTool(
    'ask',
    {
      title: 'Ask the pages',
      description:
        'Answers a question only from the pages of a crawl or the selected pages of a saved chat. Every claim has a citation that was checked against the stored page; its state says whether the page quotes, supports or contradicts the claim. Question and answer are saved there, so follow-up questions work. Needs a crawl_id or a chat_id.',
      inputSchema: z.strictObject({
        question: z.string().trim().min(1).max(QUESTION_MAX_LENGTH),
        crawl_id: Id.optional(),
        chat_id: Id.optional(),
        page_ids: z.array(Id).max(MAX_PAGES).optional().describe('Pages of the crawl to use; all of them by default'),
      }),
      outputSchema: {
        answer: z.string().describe('With markers such as [1]'),
        citations: z.array(Quote),
        uncited: z.array(z.string()).describe('Statements of the answer without a citation, which nothing supports'),
        truncated: z.boolean().describe('True when the answer was cut at the length limit of the model'),
        nearest: z.array(Quote).describe('The closest passages, when the pages do not answer the question'),
        engine: z.string(),
        searched_for: z.string().optional().describe('What the pages were searched for, if not the question as asked'),
      },
      annotations: { readOnlyHint: false, destructiveHint: false },
    },
    ({ question, crawl_id: crawlId, chat_id: chatId, page_ids: pageIds }) =>
      runTool(context, 'ask', async () => {
        const prepared = chatId
          ? await prepareSavedAnswer(services, { userId, tier, chatId, question })
          : await prepareAnswerFromCrawl(context, { question, crawlId, requested: pageIds })
        const releaseSlot = await services.answers.acquireSlot(userId, planLimits[tier])
        try {
          // Without a signal: the answer is saved, so it must be complete even if the client disconnects.
          return presentAnswer(await prepared.answer({ onText: ignorePartialText }))
        } finally {
          releaseSlot()
        }
      }),
  )
}

async function prepareAnswerFromCrawl(
  { services, userId, tier }: ToolContext,
  { question, crawlId, requested }: { question: string; crawlId: string | undefined; requested: string[] | undefined },
) {
  return prepareUnsavedAnswer(services, {
    userId,
    tier,
    question,
    crawlId,
    history: [],
    async pageIds() {
      if (!crawlId) throw new AppError('request.crawl-or-chat')
      const pageIds = requested ?? (await pageIdsInScope(services.db, { userId, crawlId }))
      await processPages(services, { userId, pageIds })
      return pageIds
    },
  })
}

/** A tool of MCP has one result. */
const ignorePartialText = () => {}

const presentAnswer = ({ text, citations, uncited, nearest = [], engine, truncated, used }: Answer) => ({
  answer: text,
  citations: citations.map(presentQuote),
  uncited: uncited.map(({ start, end }) => text.slice(start, end)),
  nearest: nearest.map(presentQuote),
  truncated,
  engine,
  ...(used.searchedFor && { searched_for: used.searchedFor }),
})

const presentQuote = ({ marker, sentence, url, title, state, claim, differences = [] }: Citation) => ({
  marker,
  quote: sentence,
  url,
  title,
  state,
  claim,
  differences,
})
