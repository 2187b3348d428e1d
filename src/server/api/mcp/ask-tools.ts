/** Tools that search and ask. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { type Citation, QUESTION_MAX_LENGTH } from '#shared/chats.ts'
import { AppError } from '#shared/errors.ts'
import { personLimits } from '#shared/limits.ts'
import { PASSAGES_MAX } from '#shared/passages.ts'
import { admitQuestion } from '#server/chat/admit-question.ts'
import { prepareSaved, prepareUnsaved } from '#server/chat/ask.ts'
import { processPages } from '#server/chat/process-pages.ts'
import { pagesOf, searchPassages } from '#server/chat/search-passages.ts'
import { type Asking, answerTool } from './tool-answer.ts'
import { Id } from './tool-input.ts'

const Quote = z.object({
  marker: z.number().describe('The number that stands in the answer as [1]'),
  quote: z.string().describe('Verbatim from the page; empty when nothing on the page supports it'),
  url: z.string(),
  title: z.string(),
  verified: z.boolean().describe('True when the quote was found on the stored page'),
})

export function addAskTools(server: McpServer, asking: Asking) {
  const { services, userId, tier } = asking

  server.registerTool(
    'search_passages',
    {
      title: 'Search passages',
      description:
        'Finds the passages of a crawl, or of the selected pages of a saved chat, that fit some words or a question, the best first. Name a crawl_id or a chat_id.',
      inputSchema: z.strictObject({
        query: z.string().trim().min(1).max(QUESTION_MAX_LENGTH),
        crawl_id: Id.optional(),
        chat_id: Id.optional(),
        limit: z.number().int().min(1).max(PASSAGES_MAX).default(8),
      }),
      outputSchema: {
        passages: z.array(
          z.object({ page_id: z.string(), url: z.string(), title: z.string(), headings: z.array(z.string()), text: z.string() }),
        ),
      },
      annotations: { readOnlyHint: true },
    },
    ({ query: q, crawl_id: crawlId, chat_id: chatId, limit }) =>
      answerTool(asking, 'read', async () => {
        const passages = await searchPassages(services, { userId, q, crawlId, chatId, limit })
        return {
          passages: passages.map(({ pageId, url, title, headings, text }) => ({ page_id: pageId, url, title, headings, text })),
        }
      }),
  )

  server.registerTool(
    'ask',
    {
      title: 'Ask the pages',
      description:
        'Answers a question from the pages of a crawl, or from the selected pages of a saved chat, and from nothing else. Every claim has a citation with its quote, read back against the stored page. Question and answer are kept there, so that the next question may lean on them. Name a crawl_id or a chat_id.',
      inputSchema: z.strictObject({
        question: z.string().trim().min(1).max(QUESTION_MAX_LENGTH),
        crawl_id: Id.optional(),
        chat_id: Id.optional(),
        page_ids: z.array(Id).max(10_000).optional().describe('Of the crawl: only these pages. All of them when left out'),
      }),
      outputSchema: {
        answer: z.string().describe('With markers such as [1]'),
        citations: z.array(Quote),
        nearest: z.array(Quote).describe('When the pages do not say it: the places that come nearest'),
        engine: z.string(),
      },
      annotations: { readOnlyHint: false, destructiveHint: false },
    },
    ({ question, crawl_id: crawlId, chat_id: chatId, page_ids: pageIds }) =>
      answerTool(asking, 'ask', async () => {
        await admitQuestion(services, { userId, tier })
        const prepared = chatId
          ? await prepareSaved(services, { userId, chatId, question })
          : await prepareCrawl(question, crawlId, pageIds)
        // What is asked is kept; so it is answered to its end, also when nobody listens any more.
        const endTurn = await services.answers.takeTurn(userId, personLimits[tier])
        const { text, citations, nearest = [], engine } = await prepared.answer({ onText: () => {} }).finally(endTurn)
        return { answer: text, citations: citations.map(presentQuote), nearest: nearest.map(presentQuote), engine }
      }),
  )

  async function prepareCrawl(question: string, crawlId: string | undefined, wished: string[] | undefined) {
    if (!crawlId) throw new AppError('request.invalid', { reason: 'Name a crawl_id or a chat_id.' })
    const pageIds = wished ?? (await pagesOf(services.db, { userId, crawlId }))
    await processPages(services, { userId, pageIds })
    return prepareUnsaved(services, { userId, question, pageIds, crawlId, history: [] })
  }
}

const presentQuote = ({ marker, sentence, url, title, verified }: Citation) => ({ marker, quote: sentence, url, title, verified })
