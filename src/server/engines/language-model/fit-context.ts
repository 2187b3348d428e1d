/**
 * Chooses what a model is given: all pages in full if they fit, otherwise the best passages, with title and summary of
 * other pages.
 */
import type { SourcePage, SourcePassage } from '#server/engines/engine.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { createFence, type PageExcerpt, renderPage, renderPassage } from './prompts.ts'

export type Context = {
  /** The rendered pages, for the system message. */
  text: string
  fence: string
  /** The page of each source: S1 is the first. */
  sources: SourcePage[]
  wholePages: boolean
  passages: number
}

/** Maximum share of the budget that titles and summaries may take from passages. */
const MAX_SUMMARY_SHARE = 0.3
/** Tokens of the blank line between two pages. */
const SEPARATOR_TOKENS = 2
const MAX_SUMMARY_LENGTH = 700
/** The largest source number, for an upper bound of a page's size. */
const MAX_SOURCE = 9999

/** Null if the pages do not fit into `maxTokens`. */
export function fitWholePages(
  pages: SourcePage[],
  texts: ReadonlyMap<string, string>,
  maxTokens: number,
): Context | null {
  const fence = createFence()
  const rendered: string[] = []
  let used = 0
  for (const [index, page] of pages.entries()) {
    const text = renderPage({ page, content: texts.get(page.id) ?? '' }, index + 1, fence)
    used += estimateTokens(text) + SEPARATOR_TOKENS
    if (used > maxTokens) return null
    rendered.push(text)
  }
  return { text: rendered.join('\n\n'), fence, sources: pages, wholePages: true, passages: 0 }
}

/** Never exceeds `maxTokens`; empty if not even one title fits. `passages` are best first. */
export function fitPassages(pages: SourcePage[], passages: SourcePassage[], maxTokens: number): Context {
  const fence = createFence()
  const allPages = byRelevance(passages, pages).map((page) => ({
    ...page,
    summary: page.summary.slice(0, MAX_SUMMARY_LENGTH),
  }))
  const pageById = new Map(allPages.map((page) => [page.id, page]))
  const tokensOf = (excerpt: PageExcerpt) => estimateTokens(renderPage(excerpt, MAX_SOURCE, fence)) + SEPARATOR_TOKENS

  const chosen = new Map<string, { page: SourcePage; passages: SourcePassage[] }>()
  let used = 0
  let passageCount = 0
  /** Adds the page if it is new, and the passage. Returns false if that would exceed the budget. */
  const add = (page: SourcePage, passage?: SourcePassage, budget = maxTokens) => {
    const entry = chosen.get(page.id)
    const pageTokens = entry ? 0 : tokensOf({ page, content: [] })
    const tokens = pageTokens + (passage ? estimateTokens(renderPassage(passage)) + 1 : 0)
    if (used + tokens > budget) return false
    used += tokens
    if (!entry) chosen.set(page.id, { page, passages: passage ? [passage] : [] })
    else if (passage) entry.passages.push(passage)
    if (passage) passageCount++
    return true
  }

  const summaryTokens = allPages.reduce((sum, page) => sum + tokensOf({ page, content: [] }), 0)
  const passageBudget = maxTokens - Math.min(maxTokens * MAX_SUMMARY_SHARE, summaryTokens)
  const remaining: SourcePassage[] = []
  for (const passage of passages) {
    const page = pageById.get(passage.pageId)
    if (page && !add(page, passage, passageBudget)) remaining.push(passage)
  }
  for (const page of allPages) {
    // Without its summary, the title may still fit.
    if (!chosen.has(page.id) && !add(page) && !add({ ...page, summary: '' })) break
  }
  for (const passage of remaining) {
    const page = pageById.get(passage.pageId)
    if (page) add(page, passage)
  }

  const excerpts = [...chosen.values()].map(({ page, passages: pagePassages }) => ({
    page,
    content: pagePassages.toSorted((a, b) => a.startOffset - b.startOffset),
  }))
  return {
    text: excerpts.map((excerpt, index) => renderPage(excerpt, index + 1, fence)).join('\n\n'),
    fence,
    sources: excerpts.map(({ page }) => page),
    wholePages: false,
    passages: passageCount,
  }
}

/** The pages of the best passages first, then the others. */
function byRelevance(passages: SourcePassage[], pages: SourcePage[]): SourcePage[] {
  const byId = new Map(pages.map((page) => [page.id, page]))
  const ordered = new Map<string, SourcePage>()
  for (const { pageId: id, pageUrl: url, pageTitle: title } of passages) {
    if (!ordered.has(id)) ordered.set(id, byId.get(id) ?? { id, url, title, summary: '', mainPoints: [], bytes: 0 })
  }
  for (const page of pages) if (!ordered.has(page.id)) ordered.set(page.id, page)
  return [...ordered.values()]
}
