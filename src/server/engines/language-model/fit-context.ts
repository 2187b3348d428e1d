/**
 * Chooses what a model is given: all pages in full if they fit, otherwise the best passages with their sections, and
 * title and summary of other pages.
 */
import type { PagePassage, SourcePage, SourcePassage } from '#server/engines/engine.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { sectionAround, tableHeader, wholeTableAround } from './expand-passage.ts'
import { createFence, renderPage, renderPassage } from './prompts.ts'

export type Context = {
  /** The rendered pages, for the system message. */
  text: string
  fence: string
  /** The page of each source: S1 is the first. */
  sources: SourcePage[]
  wholePages: boolean
  passages: number
}

/** Maximum share of the budget that titles and summaries of other pages may take from passages. */
const MAX_TITLE_SHARE = 0.1
/** Maximum share of the passages' budget for passages that were not found but are in the section of one that was. */
const MAX_NEIGHBOR_SHARE = 0.4
/** Maximum share of the passages' budget for one table; of a longer one, the found rows are sent with their header. */
const MAX_TABLE_SHARE = 0.25
/** Characters of white space between two passages that follow each other. */
const MAX_GAP = 3
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

/**
 * Never exceeds `maxTokens`; empty if not even one title fits. `passages` are best first. In this order, each comes
 * with its whole section while that leaves enough room for further passages, then alone or with its whole table.
 * `passagesByPage` holds the passages of pages in order; passages of other pages stay as they are.
 */
export function fitPassages(
  pages: SourcePage[],
  passages: SourcePassage[],
  maxTokens: number,
  passagesByPage: ReadonlyMap<string, readonly PagePassage[]> = new Map(),
): Context {
  const fence = createFence()
  const allPages = withShortSummaries(byRelevance(passages, pages))
  const titleTokens = allPages.reduce((sum, page) => sum + tokensOfPage(page, fence), 0)
  const passageBudget = maxTokens - Math.min(maxTokens * MAX_TITLE_SHARE, titleTokens)

  const excerpts = createExcerpts(fence)
  const addPassage = createPassageAdder(excerpts, { pages: allPages, passagesByPage, passageBudget })
  const skipped = passages.filter((passage) => !addPassage(passage, passageBudget))
  addTitles(excerpts, allPages, maxTokens)
  // Titles may have left room.
  for (const passage of skipped) addPassage(passage, maxTokens)
  return excerpts.render()
}

type Excerpts = ReturnType<typeof createExcerpts>

/** Collects pages with passages of theirs, and counts their tokens. */
function createExcerpts(fence: string) {
  const chosen = new Map<string, { page: SourcePage; passages: PagePassage[] }>()
  const passageIds = new Set<string>()
  let used = 0
  return {
    hasPage: (id: string) => chosen.has(id),
    hasPassage: (id: string) => passageIds.has(id),
    /** Adds the page if it is new, and the passages. Returns false, and adds nothing, if that exceeds the budget. */
    add(page: SourcePage, passages: readonly PagePassage[], budget: number): boolean {
      const entry = chosen.get(page.id)
      const tokens = (entry ? 0 : tokensOfPage(page, fence)) + tokensOfPassages(passages)
      if (used + tokens > budget) return false
      used += tokens
      if (entry) entry.passages.push(...passages)
      else chosen.set(page.id, { page, passages: [...passages] })
      for (const { id } of passages) passageIds.add(id)
      return true
    },
    render(): Context {
      const rendered = [...chosen.values()].map(({ page, passages }, index) =>
        renderPage({ page, content: joinAdjacent(passages) }, index + 1, fence),
      )
      return {
        text: rendered.join('\n\n'),
        fence,
        sources: [...chosen.values()].map(({ page }) => page),
        wholePages: false,
        passages: passageIds.size,
      }
    },
  }
}

type AvailablePassages = {
  pages: SourcePage[]
  passagesByPage: ReadonlyMap<string, readonly PagePassage[]>
  passageBudget: number
}

/**
 * Returns a function that adds a passage with its section, its table, or the header of its table: the first of these
 * that fits into the budget. It returns false if none does. Sections share a budget of their own.
 */
function createPassageAdder(excerpts: Excerpts, { pages, passagesByPage, passageBudget }: AvailablePassages) {
  const pageById = new Map(pages.map((page) => [page.id, page]))
  const isNew = ({ id }: PagePassage) => !excerpts.hasPassage(id)
  let neighborBudget = passageBudget * MAX_NEIGHBOR_SHARE

  return (passage: SourcePassage, budget: number): boolean => {
    const page = pageById.get(passage.pageId)
    if (!page || !isNew(passage)) return true
    const pagePassages = passagesByPage.get(passage.pageId) ?? []
    const section = sectionAround(pagePassages, passage).filter(isNew)
    const neighborTokens = tokensOfPassages(section) - tokensOfPassages([passage])
    if (neighborTokens <= neighborBudget && excerpts.add(page, section, budget)) {
      neighborBudget -= neighborTokens
      return true
    }
    const table = wholeTableAround(pagePassages, passage)
    const isShort = tokensOfPassages(table) <= passageBudget * MAX_TABLE_SHARE
    if (isShort && excerpts.add(page, table.filter(isNew), budget)) return true
    return excerpts.add(page, [withTableHeader(passage, table)], budget)
  }
}

/** Adds title and summary of the pages without a passage, best first, while they fit; at last a title alone. */
function addTitles(excerpts: Excerpts, pages: readonly SourcePage[], maxTokens: number) {
  for (const page of pages) {
    if (excerpts.hasPage(page.id)) continue
    const isAdded = excerpts.add(page, [], maxTokens) || excerpts.add({ ...page, summary: '' }, [], maxTokens)
    if (!isAdded) return
  }
}

function withShortSummaries(pages: readonly SourcePage[]): SourcePage[] {
  return pages.map((page) => ({ ...page, summary: page.summary.slice(0, MAX_SUMMARY_LENGTH) }))
}

/** Without passages. */
function tokensOfPage(page: SourcePage, fence: string): number {
  return estimateTokens(renderPage({ page, content: [] }, MAX_SOURCE, fence)) + SEPARATOR_TOKENS
}

/** An upper bound: adjacent passages are joined later. */
function tokensOfPassages(passages: readonly PagePassage[]): number {
  return passages.reduce((sum, passage) => sum + estimateTokens(renderPassage(passage)) + 1, 0)
}

/** Rows without their header mean nothing. `table` are the passages of the whole table. */
function withTableHeader(passage: PagePassage, table: readonly PagePassage[]): PagePassage {
  const first = table[0]
  if (!first || first.id === passage.id) return passage
  const start = /^[ \t]*\|/m.exec(first.text)?.index ?? 0
  const header = tableHeader(first.text.slice(start))
  return header === '' ? passage : { ...passage, text: `${header}\n${passage.text}` }
}

/** In page order. Passages that follow each other under the same headings become one excerpt. */
function joinAdjacent(passages: readonly PagePassage[]): { headingPath: string[]; text: string }[] {
  const joined: { headingPath: string[]; text: string; end: number }[] = []
  for (const { headingPath, text, startOffset } of passages.toSorted((a, b) => a.startOffset - b.startOffset)) {
    const last = joined.at(-1)
    const gap = startOffset - (last?.end ?? -Infinity)
    const isAdjacent = gap >= 0 && gap <= MAX_GAP
    const end = startOffset + text.length
    if (last && isAdjacent && last.headingPath.join('\n') === headingPath.join('\n')) {
      last.text += (gap > 1 ? '\n\n' : '\n') + text
      last.end = end
    } else {
      joined.push({ headingPath, text, end })
    }
  }
  return joined
}

/** The pages of the best passages first, then the others. */
function byRelevance(passages: readonly SourcePassage[], pages: readonly SourcePage[]): SourcePage[] {
  const byId = new Map(pages.map((page) => [page.id, page]))
  const withPassages = passages.map(
    ({ pageId: id, pageUrl: url, pageTitle: title }) =>
      byId.get(id) ?? { id, url, title, summary: '', mainPoints: [], bytes: 0 },
  )
  // A map keeps the position of the first page with an id.
  return [...new Map([...withPassages, ...pages].map((page) => [page.id, page])).values()]
}
