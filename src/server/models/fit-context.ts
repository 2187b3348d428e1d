/**
 * What of the selection a model is given: every page whole when they fit, otherwise the passages that fit the question
 * best, and title and summary of every page as far as they fit.
 */
import type { SourcePage, SourcePassage } from './engine.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { type GivenPage, newFence, showExcerpt, showPage } from './prompts.ts'

export type Context = {
  /** For the system message. */
  shown: string
  fence: string
  /** The page behind each source: S1 is the first. */
  sources: SourcePage[]
  wholePages: boolean
  passages: number
}

/** Share of the room that titles and summaries may take from passages. */
const HEADS_SHARE = 0.3
/** The blank line between two pages. */
const BETWEEN = 2
const LONGEST_SUMMARY = 700

/** Null when the pages do not fit so many tokens. */
export function fitWhole(pages: SourcePage[], texts: ReadonlyMap<string, string>, tokens: number): Context | null {
  const fence = newFence()
  const shown: string[] = []
  let used = 0
  for (const [index, page] of pages.entries()) {
    const text = showPage({ page, text: texts.get(page.id) ?? '' }, index + 1, fence)
    used += estimateTokens(text) + BETWEEN
    if (used > tokens) return null
    shown.push(text)
  }
  return { shown: shown.join('\n\n'), fence, sources: pages, wholePages: true, passages: 0 }
}

/** Never more than `tokens`; with very little room, that may be nothing. */
export function fitPassages(pages: SourcePage[], passages: SourcePassage[], tokens: number): Context {
  const fence = newFence()
  const known = withPagesOf(passages, pages).map((page) => ({ ...page, summary: page.summary.slice(0, LONGEST_SUMMARY) }))
  const pageById = new Map(known.map((page) => [page.id, page]))
  const costOf = (given: GivenPage) => estimateTokens(showPage(given, 9999, fence)) + BETWEEN

  const given = new Map<string, { page: SourcePage; passages: SourcePassage[] }>()
  let used = 0
  let count = 0
  const add = (page: SourcePage, passage?: SourcePassage, room = tokens) => {
    const at = given.get(page.id)
    const head = at ? 0 : costOf({ page, text: [] })
    const cost = head + (passage ? estimateTokens(showExcerpt(passage)) + 1 : 0)
    if (used + cost > room) return false
    used += cost
    if (!at) given.set(page.id, { page, passages: passage ? [passage] : [] })
    else if (passage) at.passages.push(passage)
    if (passage) count++
    return true
  }

  const heads = known.reduce((sum, page) => sum + costOf({ page, text: [] }), 0)
  const roomForPassages = tokens - Math.min(tokens * HEADS_SHARE, heads)
  const left: SourcePassage[] = []
  for (const passage of passages) {
    const page = pageById.get(passage.pageId)
    if (page && !add(page, passage, roomForPassages)) left.push(passage)
  }
  for (const page of known) {
    // A page whose summary has no room is still named.
    if (!given.has(page.id) && !add(page) && !add({ ...page, summary: '' })) break
  }
  for (const passage of left) {
    const page = pageById.get(passage.pageId)
    if (page) add(page, passage)
  }

  const shown = [...given.values()].map(({ page, passages: excerpts }) => ({
    page,
    text: excerpts.toSorted((a, b) => a.startOffset - b.startOffset),
  }))
  return {
    shown: shown.map((each, index) => showPage(each, index + 1, fence)).join('\n\n'),
    fence,
    sources: shown.map(({ page }) => page),
    wholePages: false,
    passages: count,
  }
}

/** The pages in the order in which they matter: those of the best passages first. */
function withPagesOf(passages: SourcePassage[], pages: SourcePage[]): SourcePage[] {
  const byId = new Map(pages.map((page) => [page.id, page]))
  const found = new Map<string, SourcePage>()
  for (const { pageId: id, pageUrl: url, pageTitle: title } of passages) {
    if (!found.has(id)) found.set(id, byId.get(id) ?? { id, url, title, summary: '', mainPoints: [], bytes: 0 })
  }
  for (const page of pages) if (!found.has(page.id)) found.set(page.id, page)
  return [...found.values()]
}
