/**
 * Parses a page analysis. The prompt asks for "SUMMARY: text / POINTS: a|b|c / TOPICS: a|b|c", but models use any case
 * and order, Markdown, several lines, bullets or numbers instead of bars, and leave parts out.
 */
import { z } from 'zod'
import type { PageAnalysis } from '#server/engines/engine.ts'

/** Of points and of topics; a model may return more. */
const MAX_ITEMS = 5
/** Characters. Longer texts are cut. */
const MAX_SUMMARY_LENGTH = 1200
const MAX_POINT_LENGTH = 400
const MAX_TOPIC_LENGTH = 80

const HEADINGS = {
  summary: 'summary',
  points: 'points',
  point: 'points',
  topics: 'topics',
  topic: 'topics',
} as const

type Part = 'summary' | 'points' | 'topics'

/** "SUMMARY:", "**Key Points**:", "## Topics", "- main points –" at the start of a line. */
const HEADING =
  /^[\s>#*_\-–•\d.)]*(?:the\s+)?(?:(?:key|main|page)[\s_-]+)?(summary|points?|topics?)\b[*_`]*\s*(?:[:：=]|[-–—]\s|$)[*_`]*/i

/** Missing parts become empty values. */
export function parseAnalysis(answer: string): PageAnalysis {
  const json = parseJsonAnalysis(answer)
  if (json) return json
  const parts: Record<Part, string[]> = { summary: [], points: [], topics: [] }
  let part: Part | null = null
  for (const line of splitAtHeadings(answer)) {
    const heading = HEADING.exec(line)
    const name = heading?.[1]?.toLowerCase()
    if (name) part = HEADINGS[name as keyof typeof HEADINGS] // HEADING matches exactly these keys
    if (part) parts[part].push(line.slice(heading?.[0].length ?? 0))
  }
  return {
    summary: stripMarkdown(parts.summary.join(' ')).slice(0, MAX_SUMMARY_LENGTH),
    mainPoints: parseList(parts.points, { maxLength: MAX_POINT_LENGTH, splitsAtCommas: false }),
    topics: parseList(parts.topics, { maxLength: MAX_TOPIC_LENGTH, splitsAtCommas: true }),
  }
}

const asText = z.array(z.string()).catch([])
const JsonAnalysis = z.object({ summary: z.string().catch(''), points: asText, topics: asText })

/** Null unless the answer is a JSON object, possibly in a code fence. */
function parseJsonAnalysis(answer: string): PageAnalysis | null {
  const text = answer
    .replace(/^\s*```\w*\s*/, '')
    .replace(/(?<!\s)\s*```\s*$/, '')
    .trim()
  if (!text.startsWith('{')) return null
  try {
    const { summary, points, topics } = JsonAnalysis.parse(JSON.parse(text))
    return {
      summary: stripMarkdown(summary).slice(0, MAX_SUMMARY_LENGTH),
      mainPoints: cleanItems(points, MAX_POINT_LENGTH),
      topics: cleanItems(topics, MAX_TOPIC_LENGTH),
    }
  } catch {
    return null
  }
}

/** Some models put everything on one line, with headings in capitals: "SUMMARY: … POINTS: a|b TOPICS: c|d". */
function splitAtHeadings(answer: string): string[] {
  return answer
    .replace(/<think>[\s\S]*?<\/think>/gi, '')
    .replace(/^```\w*$/gm, '')
    .replace(/(?<![^\S\n])[^\S\n]+(?=(?:[*_]*)(?:KEY |MAIN )?(?:SUMMARY|POINTS|TOPICS)[*_]*\s*:)/g, '\n')
    .split(/\r?\n/)
}

function parseList(
  lines: string[],
  { maxLength, splitsAtCommas }: { maxLength: number; splitsAtCommas: boolean },
): string[] {
  const text = lines
    .join('\n')
    .trim()
    .replace(/^\[([\s\S]*)\]$/, '$1')
  return cleanItems(splitList(text, splitsAtCommas), maxLength)
}

/** Splits at bars, else at line breaks, else at semicolons or commas. */
function splitList(text: string, splitsAtCommas: boolean): string[] {
  if (text.includes('|')) return text.split(/\||\n(?=[^\S\n]*[-*•–]\s)/)
  if (text.includes('\n')) return text.split('\n')
  return splitsAtCommas && !text.includes(';') ? text.split(',') : text.split(';')
}

function cleanItems(texts: readonly string[], maxLength: number): string[] {
  const items = texts.map(parseItem).filter((item) => /[\p{L}\p{N}]/u.test(item) && item.length <= maxLength)
  const seen = new Set<string>()
  return items.filter((item) => !seen.has(item.toLowerCase()) && seen.add(item.toLowerCase())).slice(0, MAX_ITEMS)
}

function parseItem(text: string): string {
  return stripMarkdown(text.replace(/^\s*(?:[-*•–·]\s+|\(?\d{1,2}[.)]\s+)/, ''))
}

function stripMarkdown(text: string): string {
  return text
    .replace(/\*\*|__|`/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
