/** A list, table, introduced block or definition list that goes on in the passages after its start. */
import type { PagePassage, SourcePassage } from '#server/engines/engine.ts'
import { parseBlocks, type Block } from '#server/platform/text/parse-blocks.ts'
import { isInItem } from './answer-place.ts'
import { introducesNext } from './sentence-cues.ts'

/** Characters up to which a list is continued. Set by hand: a screen or two. */
const MAX_LENGTH = 3000

/** The passage with the rest of the list or table that it ends with. `pagePassages` are those of its page, in order. */
export function continueList(passage: SourcePassage, pagePassages: readonly PagePassage[]): SourcePassage {
  let { text } = passage
  let endOffset = passage.startOffset + text.length
  const position = pagePassages.findIndex(({ id }) => id === passage.id)
  const following = position === -1 ? [] : pagePassages.slice(position + 1)
  let introducesEntries = introducesBlocks(text)
  const terms = new Set<string>()
  for (const next of following) {
    const kinds = kindsAfter(text)
    const isSameSection = next.headingPath.join('\n') === passage.headingPath.join('\n')
    const continued = gapBefore(next, endOffset) + next.text
    introducesEntries &&= isEntryBelow(passage, next)
    const endInSection = isSameSection ? endOfBlocks(continued, kinds) : 0
    const end = introducesEntries ? continued.trimEnd().length : endInSection
    const isTooLong = text.length + end > MAX_LENGTH
    // One long entry of a list is rather a place of its own, with its term in the path.
    if (isTooLong && introducesEntries && terms.size < 2) return passage
    if (end === 0 || isTooLong) break
    if (introducesEntries) terms.add(next.headingPath.at(-1) ?? '')
    text += continued.slice(0, end)
    if (end < continued.trimEnd().length) break
    endOffset = next.startOffset + next.text.length
  }
  return text === passage.text ? passage : { ...passage, text }
}

/** A passage and the next one of its page as one text, and where the next one starts in it. */
export function joinPassages(passage: SourcePassage, next: SourcePassage): { joined: SourcePassage; offset: number } {
  const { text, startOffset } = passage
  const distance = next.startOffset - startOffset
  // A list that was continued has the start of the next passage already, or all of it.
  if (text.length >= distance + next.text.length) return { joined: passage, offset: distance }
  const ownText = text.slice(0, distance).trimEnd()
  const before = ownText + gapBefore(next, startOffset + ownText.length)
  return { joined: { ...passage, text: before + next.text }, offset: before.length }
}

/** A passage has no white space at its start: the indentation of its first line is in the gap before it. */
function gapBefore({ text, startOffset }: PagePassage, endOffset: number): string {
  const length = startOffset - endOffset
  if (length < 2) return '\n'
  const [first] = parseBlocks(text)
  const isNextLine = first?.kind === 'table-row' || (first?.kind === 'list-item' && length > 2)
  return isNextLine ? `\n${' '.repeat(length - 1)}` : `\n\n${' '.repeat(length - 2)}`
}

/** The kinds of block that continue what the text ends with; none if it ends with prose. */
function kindsAfter(text: string): Block['kind'][] {
  const last = parseBlocks(text).at(-1)
  if (!last) return []
  if (last.kind === 'list-item' || isInItem(last, text)) return ['list-item']
  if (last.kind === 'table-row' || last.kind === 'rule') return ['table-row', 'rule']
  return introducesBlocks(text) ? ['list-item', 'table-row', 'rule', 'code'] : []
}

function introducesBlocks(text: string): boolean {
  const last = parseBlocks(text).at(-1)
  return last?.kind === 'paragraph' && introducesNext(text.slice(last.start, last.end).trimEnd())
}

/** True for an entry of a definition list, whose term is the last part of its path; not for a section with a heading. */
function isEntryBelow({ headingPath }: PagePassage, { headingPath: path, text }: PagePassage): boolean {
  return (
    path.length === headingPath.length + 1 && headingPath.every((part, n) => part === path[n]) && !text.startsWith('#')
  )
}

/** Where the leading blocks of these kinds end; 0 if the text starts with another. */
function endOfBlocks(text: string, kinds: readonly Block['kind'][]): number {
  let end = 0
  for (const block of parseBlocks(text)) {
    if (!kinds.includes(block.kind) && !isInItem(block, text)) break
    end = block.end
  }
  return end
}
