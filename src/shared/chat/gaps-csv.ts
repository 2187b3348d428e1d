import type { Gap } from './gaps.ts'

const COLUMNS = [
  'question',
  'asked',
  'refused',
  'unconfirmed',
  'last_asked',
  'decision',
  'closest_page',
  'answered_by',
] as const

/** Comma-separated values (RFC 4180), one line for each gap. */
export function writeGapsCsv(gaps: readonly Gap[]): string {
  const rows = gaps.map((gap) => [
    gap.questions[0] ?? '',
    String(gap.count),
    String(gap.refused),
    String(gap.unconfirmed),
    gap.last_asked,
    gap.decision,
    gap.closest?.url ?? '',
    gap.answered_by?.url ?? '',
  ])
  return [COLUMNS, ...rows].map((cells) => `${cells.map(quoteCell).join(',')}\r\n`).join('')
}

/** A spreadsheet runs a cell that starts with one of these as a formula. */
const FORMULA = /^[=+\-@\t\r]/

function quoteCell(cell: string): string {
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
