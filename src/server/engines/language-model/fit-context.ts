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
const MAX_NEIGHBOUR_SHARE = 0.4
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
 * Never exceeds `maxTokens`; empty if not even one title fits. `passages` are best first. In this order, each comes with
 * its whole section while that leaves enough room for further passages, then alone or with its whole table.
 * `passagesByPage` holds the passages of pages in order; passages of other pages stay as they are.
 */
export function fitPassages(
  pages: SourcePage[],
  passages: SourcePassage[],
  maxTokens: number,
  passagesByPage: ReadonlyMap<string, readonly PagePassage[]> = new Map(),
): Context {
  const fence = createFence()
  const allPages = byRelevance(passages, pages).map((page) => ({
    ...page,
    summary: page.summary.slice(0, MAX_SUMMARY_LENGTH),
  }))
  const pageById = new Map(allPages.map((page) => [page.id, page]))
  const tokensOfPage = (page: SourcePage) =>
    estimateTokens(renderPage({ page, content: [] }, MAX_SOURCE, fence)) + SEPARATOR_TOKENS

  const chosen = new Map<string, { page: SourcePage; passages: PagePassage[] }>()
  const chosenIds = new Set<string>()
  let used = 0
  /** Adds the page if it is new, and the passages. Returns false if that would exceed the budget. */
  const add = (page: SourcePage, added: readonly PagePassage[] = [], budget = maxTokens) => {
    const entry = chosen.get(page.id)
    const tokens = (entry ? 0 : tokensOfPage(page)) + tokensOfPassages(added)
    if (used + tokens > budget) return false
    used += tokens
    if (entry) entry.passages.push(...added)
    else chosen.set(page.id, { page, passages: [...added] })
    for (const { id } of added) chosenIds.add(id)
    return true
  }

  const titleTokens = allPages.reduce((sum, page) => sum + tokensOfPage(page), 0)
  const passageBudget = maxTokens - Math.min(maxTokens * MAX_TITLE_SHARE, titleTokens)
  let neighbourBudget = passageBudget * MAX_NEIGHBOUR_SHARE
  /** Adds the passage with its section, its table, or the header of its table: the first of these that fits. */
  const addWithContext = (passage: SourcePassage, budget: number) => {
    const page = pageById.get(passage.pageId)
    if (!page || chosenIds.has(passage.id)) return true
    const pagePassages = passagesByPage.get(passage.pageId) ?? []
    const isNew = ({ id }: PagePassage) => !chosenIds.has(id)
    const section = sectionAround(pagePassages, passage).filter(isNew)
    const neighbourTokens = tokensOfPassages(section) - tokensOfPassages([passage])
    if (neighbourTokens <= neighbourBudget && add(page, section, budget)) {
      neighbourBudget -= neighbourTokens
      return true
    }
    const table = wholeTableAround(pagePassages, passage)
    const isLong = tokensOfPassages(table) > passageBudget * MAX_TABLE_SHARE
    return (!isLong && add(page, table.filter(isNew), budget)) || add(page, [withTableHeader(passage, table)], budget)
  }

  const remaining = passages.filter((passage) => !addWithContext(passage, passageBudget))
  for (const page of allPages) {
    // Without its summary, the title may still fit.
    if (!chosen.has(page.id) && !add(page) && !add({ ...page, summary: '' })) break
  }
  for (const passage of remaining) addWithContext(passage, maxTokens)

  const excerpts = [...chosen.values()].map(({ page, passages: own }) => ({ page, content: joinAdjacent(own) }))
  return {
    text: excerpts.map((excerpt, index) => renderPage(excerpt, index + 1, fence)).join('\n\n'),
    fence,
    sources: excerpts.map(({ page }) => page),
    wholePages: false,
    passages: chosenIds.size,
  }
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
    const end = startOffset + text.length
    if (last && gap >= 0 && gap <= MAX_GAP && last.headingPath.join('\n') === headingPath.join('\n')) {
      last.text += (gap > 1 ? '\n\n' : '\n') + text
      last.end = end
    } else joined.push({ headingPath, text, end })
  }
  return joined
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
