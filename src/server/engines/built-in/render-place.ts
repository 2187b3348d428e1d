/** Renders a place of an answer as Markdown: its path, then the block as a quotation with the answering sentences bold. */
import type { Place } from './answer-place.ts'

const PATH_SEPARATOR = ' › '
const OMISSION = '…'

export function renderPath({ path }: Place): string {
  return `**${path.map(escapeMarkdown).join(PATH_SEPARATOR)}**`
}

/** The verbatim words that a place is cited for: its answering sentences, or its first part. */
export function claimOf({ passage, answering, parts }: Place): string {
  const [first] = answering
  if (first) return first.text
  const [part] = parts
  return part ? passage.text.slice(part.start, part.end) : ''
}

export function renderPlace(place: Place): string {
  const parts = place.parts.map((part) => markAnswers(place, part).trim())
  return parts
    .join(`\n\n${OMISSION}\n\n`)
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
}

/** Bold cannot span lines, code or cells, so that only sentences and list items on one line are marked. */
function markAnswers({ passage, answering }: Place, { start, end }: { start: number; end: number }): string {
  let marked = ''
  let from = start
  for (const { span } of answering) {
    const text = passage.text.slice(span.start, span.end)
    const canMark = (span.kind === 'sentence' || span.kind === 'list-item') && !/\n|\*\*|__/.test(text)
    if (!canMark || span.start < from || span.end > end) continue
    marked += `${passage.text.slice(from, span.start)}**${text}**`
    from = span.end
  }
  return marked + passage.text.slice(from, end)
}

export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>]/g, '\\$&')
}
