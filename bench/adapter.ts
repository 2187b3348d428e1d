/**
 * The one module through which quality checks call the product: file and function names behind it may change, these
 * signatures may not. Our own benches use it too. Nothing here adds behavior.
 */
import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { lexer, type Token, type Tokens } from 'marked'
import { judgeLink, crawlScope } from '#server/crawl/links/links.ts'
import { createConflictFinder, type FoundConflict } from '#server/conflicts/find-conflicts.ts'
import type { FactPage } from '#server/conflicts/facts/extract-facts.ts'
import { chooseAnswer } from '#server/engines/built-in/choose-answer.ts'
import { createExtractiveEngine } from '#server/engines/built-in/extractive-engine.ts'
import type { AnswerKind } from '#shared/chat/chats.ts'
import type { SourcePage } from '#server/engines/engine.ts'
import { createSimilarityThread } from '#server/retrieval/sentence-embedding/similarity-thread.ts'
import { chooseQuestions } from '#server/engines/suggestions/choose-questions.ts'
import { bestUnits, summarizePage } from '#server/engines/summaries/summarize-page.ts'
import { readHtml } from '#server/extraction/read-html.ts'
import { createEgress } from '#server/fetching/egress.ts'
import { parseRobots } from '#server/fetching/site-index/parse-robots.ts'
import { detectLanguage } from '#server/platform/text/detect-language.ts'
import { buildSearchQueryInContext } from '#server/platform/question/build-search-query.ts'
import { readMessage } from '#server/platform/question/read-message.ts'
import { buildPassageIndex, type IndexablePassage } from '#server/retrieval/build-passage-index.ts'
import { createPassageFinder } from '#server/retrieval/passage-finder.ts'
import { checkClaim as checkClaimInPassages } from '#server/retrieval/claims/check-claim.ts'
import { splitPassages } from '#server/retrieval/split-passages.ts'

export type Document = { id: string; title: string; text: string }
export type ChatMessage = { role: 'user' | 'assistant'; content: string }
export type ClaimState = 'quoted' | 'paraphrased' | 'differs' | 'not-found'

/** What a crawl would store of a page; `text` is the Markdown without its syntax. */
export function extract(html: string, url: string): { title: string; markdown: string; text: string } {
  const { title, content } = readHtml(html, { url })
  return { title, markdown: content, text: plainText(lexer(content)) }
}

/** The passages of a document. `start` and `end` are offsets into its text. */
export function split({ id, text }: Document): { id: string; start: number; end: number; headingPath: string[] }[] {
  return splitPassages(text).map(({ headingPath, startOffset, endOffset }, index) => ({
    id: `${id}#${index}`,
    start: startOffset,
    end: endOffset,
    headingPath,
  }))
}

/** Retrieval over documents. `language` is a BCP 47 tag as a page would carry it. */
export async function buildIndex(docs: readonly Document[], { language = '' }: { language?: string } = {}) {
  const index = await buildPassageIndex(docs.flatMap((doc) => passagesOf(doc, language)))
  return {
    /** The ids of the `k` best documents, best first. */
    search(query: string, k: number): string[] {
      // A document has several passages, so more passages are searched than documents are wanted.
      const found = index.search(query, k * 4).map(({ id }) => id.slice(0, id.lastIndexOf('#')))
      return [...new Set(found)].slice(0, k)
    },
    bytes: index.bytes,
  }
}

const meaning = createSimilarityThread((error) => {
  throw error
})

/** The built-in engine over documents, as in a chat with all of them selected. */
export async function buildAnswerer(docs: readonly Document[], { language = '' }: { language?: string } = {}) {
  const passages = docs.flatMap((doc) => passagesOf(doc, language))
  const finder = createPassageFinder({ maxBytes: Number.MAX_SAFE_INTEGER, similarity: meaning.similarity })
  const selection = { key: 'all', load: async () => passages }
  await finder.warm(selection)
  const engine = createExtractiveEngine()
  return {
    /** `quotes` are verbatim, best first; a refusal has none. */
    async answer(question: string, history: ChatMessage[] = []) {
      const query = buildSearchQueryInContext(question, history)
      const limit = engine.passagesPerAnswer
      const found = await finder.find({ ...selection, question: query, limit, compareMeaning: { isUrgent: false } })
      // Summaries are stored with a page; here they are made when a message asks for the pages as a whole.
      const pages = readMessage(question).intent === 'question' ? [] : docs.map((doc) => sourcePage(doc, language))
      let text = ''
      let kind: AnswerKind = 'answer'
      const cited: { docId: string; text: string }[] = []
      const readPassages = (pageId: string) => finder.passagesOf({ ...selection, pageId })
      for await (const part of engine.answer({ question, history, passages: found, pages, readPassages })) {
        if (part.type === 'text') text += part.text
        if (part.type === 'source') cited.push({ docId: part.pageId, text: part.claim })
        if (part.type === 'context') kind = part.kind ?? 'answer'
      }
      // The engine cites in the order of its places; this is its own ranking of sentences.
      const ranked = pages.length > 0 ? [] : chooseAnswer(question, history, found).sentences
      const quotes = ranked.map((sentence) => ({ docId: sentence.passage.pageId, text: sentence.text }))
      return { kind, text, quotes: quotes.length > 0 ? quotes : cited }
    },
  }
}

/** The questions that an empty chat about these documents suggests. */
export async function suggestQuestions(
  docs: readonly Document[],
  { language = '', limit = 3 }: { language?: string; limit?: number } = {},
): Promise<string[]> {
  const passages = docs.flatMap((doc) => passagesOf(doc, language))
  const finder = createPassageFinder({ maxBytes: Number.MAX_SAFE_INTEGER })
  const { passagesPerAnswer } = createExtractiveEngine()
  const selection = { key: 'all', load: async () => passages, limit: passagesPerAnswer }
  return chooseQuestions(passages, { limit, find: (question) => finder.find({ ...selection, question }) })
}

function sourcePage({ id, title, text }: Document, language: string): SourcePage {
  const { summary, mainPoints } = summarizePage({ title, content: text, language })
  return { id, url: '', title, summary, mainPoints, bytes: Buffer.byteLength(text) }
}

/** Summary sentences in the order of the text, with the key points and topics of a stored page. */
export function summarize(text: string, title: string, sentences = 3) {
  const language = detectLanguage(text)
  const ranked = bestUnits(text, { title, language, limit: sentences }).slice(0, sentences)
  const { mainPoints, topics } = summarizePage({ title, content: text, language })
  const summary = ranked.toSorted((a, b) => a.position - b.position).map((sentence) => sentence.text)
  return { summary, keyPoints: mainPoints, topics }
}

/** Statements on different pages that disagree about one fact. */
export function findConflicts(pages: readonly FactPage[]): FoundConflict[] {
  const finder = createConflictFinder()
  for (const page of pages) finder.add(page)
  return finder.conflicts()
}

/** Judges a claim against a page. `quote` is the evidence the claim was given with, null when there was none. */
export async function checkClaim(
  claim: string,
  quote: string | null,
  page: { title: string; text: string; language?: string },
): Promise<ClaimState> {
  const { language = '' } = page
  const passages = passagesOf({ id: 'page', ...page }, language)
  const { state } = await checkClaimInPassages(claim, passages, { quote, language })
  return state
}

/** May this address be fetched? Judged before any request; `resolve` gives a host's IP addresses. */
export async function addressVerdict(
  url: string,
  { resolve }: { resolve?: (host: string) => string[] } = {},
): Promise<{ allowed: boolean; reason?: string }> {
  const egress = createEgress({
    allowPrivateHosts: [],
    ...(resolve && {
      resolve: (host, done) =>
        done(
          null,
          resolve(host).map((address): LookupAddress => ({ address, family: isIP(address) })),
        ),
    }),
  })
  const verdict = resolve ? await egress.check(url) : egress.checkUrl(url)
  await egress.close()
  return verdict.ok ? { allowed: true } : { allowed: false, reason: verdict.reason }
}

/** May this robot fetch the address? `delayMs` is the site's Crawl-delay. */
export function robotsVerdict(
  robotsTxt: string,
  userAgent: string,
  url: string,
): { allowed: boolean; delayMs?: number } {
  const { isAllowed, crawlDelay } = parseRobots(robotsTxt, userAgent)
  const { pathname, search } = new URL(url)
  return { allowed: isAllowed(pathname + search), ...(crawlDelay !== null && { delayMs: crawlDelay * 1000 }) }
}

/** Does a link on `pageUrl` belong to a crawl that started at `startUrl`? `base` is the page's base element. */
export function linkVerdict(
  startUrl: string,
  pageUrl: string,
  href: string,
  { base }: { base?: string } = {},
): { eligible: boolean; url?: string; reason?: string } {
  const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const html = `${base === undefined ? '' : `<base href="${escape(base)}">`}<a href="${escape(href)}">a</a>`
  const [link] = readHtml(html, { url: pageUrl }).links
  const verdict = link ? judgeLink(crawlScope(startUrl), link.url) : null
  if (!verdict) return { eligible: false, reason: 'ignored' }
  return verdict.ok
    ? { eligible: true, url: verdict.url }
    : { eligible: false, url: verdict.url, reason: verdict.reason }
}

function passagesOf(doc: Document, language: string): IndexablePassage[] {
  return split(doc).map(({ id, start, end, headingPath }) => ({
    id,
    pageId: doc.id,
    pageUrl: URL.canParse(doc.id) ? doc.id : '',
    pageTitle: doc.title,
    headingPath,
    text: doc.text.slice(start, end),
    startOffset: start,
    language,
  }))
}

/** The words of Markdown, one block per line. */
function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'table') {
        const { header, rows }: Tokens.Table = token as Tokens.Table // a Token may be of a kind unknown to marked
        return [header, ...rows].map((cells) => cells.map((cell) => inlineText(cell.tokens)).join('\t')).join('\n')
      }
      if (token.type === 'list') {
        return (token as Tokens.List).items.map((item) => plainText(item.tokens)).join('\n')
      }
      if (token.type === 'blockquote') return plainText((token as Tokens.Blockquote).tokens)
      if (token.type === 'space' || token.type === 'hr') return ''
      return inlineText('tokens' in token && token.tokens ? token.tokens : [token])
    })
    .filter((line) => line !== '')
    .join('\n')
}

function inlineText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'br') return '\n'
      if ('tokens' in token && token.tokens) return inlineText(token.tokens)
      return 'text' in token ? token.text : token.raw
    })
    .join('')
}
