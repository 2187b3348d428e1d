/** Extracts a page from plain text or Markdown: front matter, title and links. */
import { parse } from 'yaml'
import { cutToBytes } from '#server/platform/text/cut-to-bytes.ts'
import { plainTextAsMarkdown } from './markdown/preformatted-text.ts'
import { stripNonPrintable } from './markdown/strip-non-printable.ts'
import { languageTag, MAX_LINKS, oneLine, resolveLinks, type ExtractedPage } from './read-html.ts'

/** The most that the database stores in one value. Decoding can make a body of fewer bytes longer than this. */
const MAX_TEXT_BYTES = 9_500_000
const MAX_FRONT_MATTER_CHARACTERS = 10_000

/** @param options.url the address that answered; links resolve against it */
export function readText(text: string, { url }: { url: string }): ExtractedPage {
  const whole = stripNonPrintable(text.replaceAll('\r\n', '\n').replaceAll('\r', '\n')).trim()
  const { facts, body } = splitFrontMatter(whole)
  const markdown = plainTextAsMarkdown(body)
  const content = truncateToBytes(markdown, MAX_TEXT_BYTES)
  const found = markdownLinks(content)
  const { links, leftOut } = resolveLinks(found.slice(0, MAX_LINKS), { base: url, nofollow: false })
  return {
    title: oneLine(stringIn(facts, 'title') || (/^# (.*)/.exec(content)?.[1] ?? '')),
    content,
    language: languageTag(stringIn(facts, 'language') || stringIn(facts, 'lang')),
    links,
    canonical: null,
    refresh: null,
    noindex: false,
    nofollow: false,
    leftOut: { links: leftOut + Math.max(0, found.length - MAX_LINKS), text: content.length < markdown.length },
    uncertain: false,
    needsScript: 'no',
  }
}

/** Front matter is a YAML mapping between two lines of `---` at the start. */
function splitFrontMatter(text: string): { facts: object; body: string } {
  const head = /^---\n(.*?)\n---(?:\n|$)/s.exec(text.slice(0, MAX_FRONT_MATTER_CHARACTERS))
  const facts = head && mappingOf(head[1] ?? '')
  return head && facts ? { facts, body: text.slice(head[0].length).trim() } : { facts: {}, body: text }
}

function mappingOf(yaml: string): object | null {
  try {
    const value: unknown = parse(yaml)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

function stringIn(facts: object, name: string): string {
  const value: unknown = Reflect.get(facts, name)
  return typeof value === 'string' ? value : ''
}

/** The targets of `[text](address)` and `<address>`. */
function markdownLinks(markdown: string) {
  const found = markdown.matchAll(/\]\(<?([^\s()<>]{1,2000})|<(https?:\/\/[^\s<>]{1,2000})>/g)
  return Array.from(found, ([, inline, auto]) => ({ href: inline ?? auto ?? '', nofollow: false }))
}

function truncateToBytes(text: string, maxBytes: number): string {
  // One UTF-16 unit takes at most three bytes of UTF-8.
  if (text.length * 3 <= maxBytes) return text
  const cut = cutToBytes(text, maxBytes)
  return cut.length < text.length ? cut.trimEnd() : text
}
