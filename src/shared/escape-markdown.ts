/**
 * Text in Markdown that a reader shows as it is. Each place of a file has its function: within a line, at the start of
 * a line, in a cell of a table, as a link. For stored pages, whose headings, lists and tables stay Markdown, see
 * `literalMarkdown`.
 */

/**
 * What begins or ends formatting, HTML, a character reference, an automatic link or a reference to an issue or user.
 */
const SIGNIFICANT = new RegExp(
  [
    String.raw`[\\\x60*_~[\]<>]`,
    String.raw`&(?=#?\w{1,31};)`,
    // The end of a heading, and "#12" on GitHub.
    String.raw`(?<![^\s#])#(?=#*$)|#(?=\d)`,
    String.raw`(?<=https?|ftp):(?=//)|(?<=www)\.|@(?=\w)`,
  ].join('|'),
  'giu',
)

/** What begins a heading, rule, list, setext heading, definition or table. */
const BLOCK_START = /^[-+=:|#]|(?<=^\d{1,9})[.)](?=\s|$)/

/** On one line, after other text of its line or inside a heading or a link. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .replace(SIGNIFICANT, String.raw`\$&`)
}

/** As a line or a list item of its own. */
export function escapeMarkdownLine(text: string): string {
  return escapeMarkdown(text).replace(BLOCK_START, String.raw`\$&`)
}

/** In a cell of a table. */
export function escapeMarkdownCell(text: string): string {
  return escapeMarkdown(text).replaceAll('|', String.raw`\|`)
}

/** `label` as a link to `url`. */
export function markdownLink(label: string, url: string): string {
  // marked reads an escaped link in a label as a link, unless its parenthesis is escaped too.
  const text = escapeMarkdown(label).replaceAll(String.raw`\](`, String.raw`\]\(`)
  return `[${text}](${url.replace(/[()<>\s\\]/g, percentEncoded)})`
}

/** An address, which is a link if a browser can open it. */
export function markdownAddress(url: string): string {
  return /^https?:[^\s<>]+$/i.test(url) ? `<${url}>` : escapeMarkdown(url)
}

/** Markdown as a block quote, so that an unclosed code block or a heading in it cannot affect what follows. */
export function quoteMarkdown(markdown: string): string {
  return markdown
    .trim()
    .split(/\r\n|[\n\r]/)
    .map((line) => (line.trim() === '' ? '>' : `> ${line}`))
    .join('\n')
}

const percentEncoded = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
