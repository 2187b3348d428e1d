/**
 * Reads the model's page analysis, asked for as "SUMMARY: text / POINTS: a|b|c / TOPICS: a|b|c". Models write it in
 * any case and order, with Markdown around the words, over several lines, with bullets or numbers for the bars, and
 * leave parts out.
 */
import type { PageAnalysis } from './engine.ts'

const MOST = 5
const LONGEST_SUMMARY = 1200
const LONGEST_POINT = 400
const LONGEST_TOPIC = 80

const HEADINGS = {
  summary: 'summary',
  points: 'points',
  point: 'points',
  topics: 'topics',
  topic: 'topics',
} as const

type Part = 'summary' | 'points' | 'topics'

/** "SUMMARY:", "**Key Points**:", "## Topics", "- main points –" at the beginning of a line. */
const HEADING =
  /^[\s>#*_\-–•\d.)]*(?:the\s+)?(?:(?:key|main|page)[\s_-]+)?(summary|points?|topics?)\b[*_`]*\s*(?:[:：=]|[-–—]\s|$)[*_`]*/i

/** Empty values for what is not there. */
export function parseAnalysis(answer: string): PageAnalysis {
  const parts: Record<Part, string[]> = { summary: [], points: [], topics: [] }
  let part: Part | null = null
  for (const line of splitAtHeadings(answer)) {
    const heading = HEADING.exec(line)
    const name = heading?.[1]?.toLowerCase()
    // The pattern names exactly these.
    if (name) part = HEADINGS[name as keyof typeof HEADINGS]
    if (part) parts[part].push(line.slice(heading?.[0].length ?? 0))
  }
  return {
    summary: plain(parts.summary.join(' ')).slice(0, LONGEST_SUMMARY),
    mainPoints: listOf(parts.points, LONGEST_POINT),
    topics: listOf(parts.topics, LONGEST_TOPIC),
  }
}

/** All on one line is common: "SUMMARY: … POINTS: a|b TOPICS: c|d", the words then in capitals. */
function splitAtHeadings(answer: string): string[] {
  return answer
    .replace(/<think>[\s\S]*?<\/think>/gi, '')
    .replace(/^```\w*$/gm, '')
    .replace(/[^\S\n]+(?=(?:[*_]*)(?:KEY |MAIN )?(?:SUMMARY|POINTS|TOPICS)[*_]*\s*:)/g, '\n')
    .split(/\r?\n/)
}

/** Items between bars; else one a line; for topics on one line, between commas or semicolons. */
function listOf(lines: string[], longest: number): string[] {
  const text = lines.join('\n').trim().replace(/^\[([\s\S]*)\]$/, '$1')
  const split = text.includes('|')
    ? text.split(/\||\n(?=\s*[-*•–]\s)/)
    : text.includes('\n')
      ? text.split('\n')
      : text.includes(';') || longest === LONGEST_POINT
        ? text.split(';')
        : text.split(',')
  const items = split.map(item).filter((each) => /[\p{L}\p{N}]/u.test(each) && each.length <= longest)
  const seen = new Set<string>()
  return items.filter((each) => !seen.has(each.toLowerCase()) && seen.add(each.toLowerCase())).slice(0, MOST)
}

function item(text: string): string {
  return plain(text.replace(/^\s*(?:[-*•–·]\s+|\(?\d{1,2}[.)]\s+)/, ''))
}

function plain(text: string): string {
  return text
    .replace(/\*\*|__|`/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
