/** Prompts for the common tasks, which clients offer as commands. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

const Text = z.string().max(20_000)

export function addPrompts(server: McpServer) {
  server.registerPrompt(
    'answer_from_pages',
    {
      title: 'Answer from pages',
      description: 'Answers a question from stored pages, with a checked quotation for each statement.',
      argsSchema: { question: Text },
    },
    ({ question }) =>
      say(
        `Answer the question below from pages stored in Readback.`,
        'Find the chat or crawl with list_chats and list_crawls. If none fits, ask me which website to crawl.',
        'Use ask, or search_passages and get_page for details. State only what the pages say, and quote them with their addresses.',
        'Check each quotation with verify_quote first, and leave out what is not quoted. Say so if the pages do not answer.',
        `Question: ${question}`,
      ),
  )
  server.registerPrompt(
    'check_text',
    {
      title: 'Check a text',
      description: 'Checks each statement of a text against stored pages.',
      argsSchema: { text: Text },
    },
    ({ text }) =>
      say(
        'Check the text below against pages stored in Readback.',
        'Split it into single statements. Find the page that speaks of each with search_passages, and call verify_quote with the statement and that page.',
        'Return a table: statement, state (quoted, paraphrased, differs, not-found), what the page says, address. For differs, name the words that differ.',
        `Text: ${text}`,
      ),
  )
  server.registerPrompt(
    'crawl_website',
    {
      title: 'Crawl a website',
      description: 'Crawls a website and says what it contains and what was skipped.',
      argsSchema: { url: z.string().max(2048) },
    },
    ({ url }) =>
      say(
        `Crawl ${url} with crawl_site. If it is still running when the tool returns, follow it with get_crawl.`,
        'Then list its pages with list_pages, and describe in a few sentences what the site covers. Name the addresses that were skipped and why.',
        'Suggest three questions that the pages answer.',
      ),
  )
  server.registerPrompt(
    'review_changes',
    {
      title: 'Review changes',
      description: 'Says which answers changed since a website changed.',
      argsSchema: { notebook: z.string().max(200) },
    },
    ({ notebook }) =>
      say(
        `Find the notebook "${notebook}" with list_notebooks, and its chats with list_chats.`,
        'Call what_changed for each chat and run_checks for the notebook.',
        'Report which pages changed, which sentences are new or gone, and which checks changed, are lost or failed, with both sentences.',
      ),
  )
}

const say = (...lines: string[]) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text: lines.join('\n') } }],
})
