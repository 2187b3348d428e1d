/** The result of a site check for people, JUnit and pull requests. */
import type { GoldenResult } from '#shared/chat/golden-questions.ts'
import { escapeMarkdownCell } from '#shared/escape-markdown.ts'
import { escapeXml } from '#server/platform/text/escape-html.ts'

export type SiteReport = { site: string; pages: number; seconds: number; results: GoldenResult[] }

/** Questions that did not pass; the check fails unless it is 0. */
export const countFailures = ({ results }: SiteReport) => results.filter(({ outcome }) => outcome !== 'passed').length

export function writeText(report: SiteReport): string {
  const lines = report.results.flatMap((result) => {
    const line = `${result.outcome.padEnd(8)} ${result.question}`
    if (result.outcome === 'passed') return [line]
    return [line, ...explain(result).map((reason) => `         ${reason}`)]
  })
  return [...lines, '', summary(report), ''].join('\n')
}

/** Readable by CI services, which show each question as a test. */
export function writeJUnit(report: SiteReport): string {
  const cases = report.results.map((result) => {
    const name = `<testcase classname="readback" name="${escapeXml(result.question)}"`
    if (result.outcome === 'passed') return `  ${name}/>`
    const text = escapeXml(explain(result).join('\n'))
    return `  ${name}>\n    <failure message="${result.outcome}">${text}</failure>\n  </testcase>`
  })
  const { length } = report.results
  const suite = `tests="${length}" failures="${countFailures(report)}" time="${report.seconds.toFixed(1)}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="${escapeXml(report.site)}" ${suite}>`,
    ...cases,
    '</testsuite>',
    '',
  ].join('\n')
}

/** For the comment on a pull request. */
export function writeMarkdown(report: SiteReport): string {
  const failed = report.results.filter(({ outcome }) => outcome !== 'passed')
  const rows = failed.map((result) => {
    const reasons = explain(result).map(escapeMarkdownCell).join('<br>')
    return `| ${result.outcome} | ${escapeMarkdownCell(result.question)} | ${reasons} |`
  })
  const table = rows.length > 0 ? ['| Result | Question | Details |', '|---|---|---|', ...rows, ''] : []
  return [`### Readback: ${summary(report)}`, '', ...table].join('\n')
}

function summary(report: SiteReport): string {
  const counts = ['passed', 'changed', 'lost', 'failed'].flatMap((outcome) => {
    const count = report.results.filter((result) => result.outcome === outcome).length
    return count > 0 || outcome === 'passed' ? `${count} ${outcome}` : []
  })
  const questions = counted(report.results.length, 'question')
  const pages = counted(report.pages, 'page')
  return `${counts.join(', ')} of ${questions} on ${pages} in ${report.seconds.toFixed(1)} s`
}

function explain({ outcome, expected, found, fault, words }: GoldenResult): string[] {
  if (fault === 'missing-words') return [`missing from the answer: ${words.join(', ')}`]
  if (fault === 'forbidden-words') return [`must not be in the answer: ${words.join(', ')}`]
  if (fault === 'other-page') return ['the answer cites another page']
  if (outcome === 'failed') return ['the sentence is still on the page, but the answer does not use it']
  const isLost = outcome === 'lost'
  const lines: string[] = []
  if (expected) lines.push(`expected: ${expected}`)
  if (isLost) lines.push(expected ? 'now: no page says this' : 'no page answers this')
  if (found) lines.push(`${isLost ? 'closest now' : 'now'}: ${found.sentence} (${found.url})`)
  return lines
}

const counted = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`
