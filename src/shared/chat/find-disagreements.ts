import type { Citation } from './chats.ts'
import type { Conflict, Statement } from './conflicts.ts'

/** The statements on other pages that disagree with a cited sentence, each once; none of dismissed conflicts. */
export function findDisagreements(
  conflicts: readonly Conflict[],
  citations: readonly Pick<Citation, 'pageId' | 'sentence'>[],
): Statement[] {
  const found = new Set<Statement>()
  for (const { statements, dismissed } of conflicts) {
    if (dismissed) continue
    for (const statement of statements) {
      if (!citations.some((citation) => isCited(statement, citation))) continue
      for (const other of statements) if (other !== statement) found.add(other)
    }
  }
  return [...found]
}

/** A citation may be a part of the statement or have more sentences. */
function isCited({ pageId, sentence }: Statement, citation: Pick<Citation, 'pageId' | 'sentence'>): boolean {
  if (citation.pageId !== pageId || citation.sentence === '') return false
  const [stated, cited] = [withoutLineBreaks(sentence), withoutLineBreaks(citation.sentence)]
  return cited.includes(stated) || stated.includes(cited)
}

const withoutLineBreaks = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
