/** How a sentence of an answer is shown: as it stands in the page, with the code or list that it announces. */
import { splitSentences } from '#server/text/sentences.ts'
import type { RankedSentence } from './rank-sentences.ts'

/** A passage shorter than this was not cut at its end: splitting closes none inside a section before it is half full. */
const SURELY_WHOLE = 500
const LONGEST_LIST = 1200

export type ShownSentence = {
  text: string
  /** A whole code block or list that "as follows:" announces; '' for none. */
  announced: string
}

export function showSentence(sentence: RankedSentence): ShownSentence {
  return { text: plainLine(sentence), announced: announcedBy(sentence) ?? '' }
}

/** False for a sentence that announces something which the passage does not hold as a whole. */
export function isWhole(sentence: RankedSentence): boolean {
  return announcedBy(sentence) !== null
}

/** Cells of a table row are told one after the other; all else stands as it is, on one line. */
function plainLine({ text, span }: RankedSentence): string {
  if (span.kind !== 'table-row') return text.replace(/\s*\n\s*/g, ' ')
  return text
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(' — ')
}

/** '' when nothing is announced, null when what is announced is not there as a whole. */
function announcedBy({ passage, span, text }: RankedSentence): string | null {
  if (!/[:：]$/.test(text)) return ''
  const spans = splitSentences(passage.text)
  const at = spans.findIndex((each) => each.start === span.start)
  const next = spans[at + 1]
  if (!next) return null
  if (next.kind === 'code') {
    const code = passage.text.slice(next.start, next.end)
    return /^(`{3,}|~{3,})[\s\S]*\n\s*\1\s*$/.test(code) ? code : null
  }
  if (next.kind !== 'list-item') return null

  let last = at + 1
  while (spans[last + 1]?.kind === 'list-item') last++
  const end = spans[last]?.end ?? next.end
  if (last === spans.length - 1 && passage.text.length >= SURELY_WHOLE) return null
  // From the beginning of the line, so that the first item keeps its mark.
  const list = passage.text.slice(passage.text.lastIndexOf('\n', next.start) + 1, end)
  return list.length <= LONGEST_LIST ? list : null
}
