/** A change report in sentences, for mails and feeds. */
import { changeKinds, type ReportContent } from '#shared/chat/change-reports.ts'
import type { MailTexts } from '#server/mail/texts/en.ts'

/** "1 new page, 3 pages changed". */
export function describeCounts({ counts }: ReportContent, { report }: MailTexts): string {
  return changeKinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => report.count(kind, counts[kind]))
    .join(', ')
}

/** One line for each page, at most `limit`, and one that counts the rest. */
export function describePages({ pages, counts }: ReportContent, { report }: MailTexts, limit: number): string[] {
  const all = counts.added + counts.removed + counts.moved + counts.changed
  const listed = pages.slice(0, limit)
  const lines = listed.map(({ kind, url, moved_to }) => report.page(kind, url, moved_to))
  return all > listed.length ? [...lines, report.otherPages(all - listed.length)] : lines
}

export function describeTouched({ questions, citations }: ReportContent, { report }: MailTexts): string[] {
  return [
    ...(questions.length > 0 ? [report.questions(questions.length)] : []),
    ...(citations.length > 0 ? [report.citations(citations.length)] : []),
  ]
}
