/** A change report in English sentences, for mails and feeds. */
import { changeKinds, type ChangeKind, type ReportContent } from '#shared/chat/change-reports.ts'

/** "1 new page, 3 pages changed". */
export function describeCounts({ counts }: ReportContent): string {
  return changeKinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => (kind === 'added' ? counted(counts.added, 'new page') : `${counted(counts[kind], 'page')} ${kind}`))
    .join(', ')
}

/** One line for each page, at most `limit`, and one that counts the rest. */
export function describePages({ pages, counts }: ReportContent, limit: number): string[] {
  const all = counts.added + counts.removed + counts.moved + counts.changed
  const listed = pages.slice(0, limit)
  const words: Record<ChangeKind, string> = { added: 'New', removed: 'Removed', moved: 'Moved', changed: 'Changed' }
  const lines = listed.map(({ kind, url, moved_to }) => `${words[kind]}: ${url}${moved_to ? ` to ${moved_to}` : ''}`)
  return all > listed.length ? [...lines, `and ${counted(all - listed.length, 'other page')}`] : lines
}

export function describeTouched({ questions, citations }: ReportContent): string[] {
  return [
    ...(questions.length > 0 ? [`Checks touched: ${questions.length}`] : []),
    ...(citations.length > 0 ? [`Citations no longer on the site: ${citations.length}`] : []),
  ]
}

const counted = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`
