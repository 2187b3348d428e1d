/** Widens a found passage to what a reader would need around it: its section, or at least its whole table. */
import type { PagePassage } from '#server/engines/engine.ts'

/** The passages around `passage` under the same headings, in page order. `passages` are those of its page, in order. */
export function sectionAround(passages: readonly PagePassage[], passage: PagePassage): PagePassage[] {
  const isUnderSameHeadings = (upper: PagePassage, lower: PagePassage) =>
    upper.headingPath.join('\n') === lower.headingPath.join('\n')
  return neighborsOf(passages, passage, isUnderSameHeadings)
}

/** The passage, with those that hold the rest of its table if it begins or ends inside one. */
export function wholeTableAround(passages: readonly PagePassage[], passage: PagePassage): PagePassage[] {
  return neighborsOf(passages, passage, (upper, lower) => endsInTable(upper.text) && startsInTable(lower.text))
}

/** The header row of a table and the line below it; '' if the text does not start with a table. */
export function tableHeader(text: string): string {
  const [header = '', rule = ''] = text.split('\n')
  return startsInTable(header) && /^\s*\|[\s|:-]+$/.test(rule) ? `${header}\n${rule}` : ''
}

/** The run around `passage` in which each neighbor belongs to the next one. */
function neighborsOf(
  passages: readonly PagePassage[],
  passage: PagePassage,
  belongs: (upper: PagePassage, lower: PagePassage) => boolean,
): PagePassage[] {
  const at = passages.findIndex(({ id }) => id === passage.id)
  if (at === -1) return [passage]
  const isLinked = (index: number) => {
    const [upper, lower] = [passages[index], passages[index + 1]]
    return upper !== undefined && lower !== undefined && belongs(upper, lower)
  }
  let first = at
  while (isLinked(first - 1)) first--
  let last = at
  while (isLinked(last)) last++
  return passages.slice(first, last + 1)
}

const startsInTable = (text: string) => /^[ \t]*\|/.test(text)
const endsInTable = (text: string) => startsInTable(text.slice(text.lastIndexOf('\n') + 1))
