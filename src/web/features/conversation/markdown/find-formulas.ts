export type Formula = { start: number; end: number; display: boolean }

const FORMULA =
  // Code first, so that a dollar sign in it is not read as a delimiter.
  /(?<code>```[^]*?(?:```|$)|~~~[^]*?(?:~~~|$)|(?<!`)(?<ticks>`+)(?!`)[^]*?[^`]\k<ticks>(?!`))|(?<display>\$\$(?!\s*\$)[^$]+?\$\$|\\\[[^]+?\\\])|(?<inline>\\\([^\n]+?\\\)|(?<![\w$\\])\$(?=\S)[^$\n]*?[^\s$\\]\$(?![\w$]))/g

/** An amount such as "$5 (or US$)" has none of these. */
const LOOKS_LIKE_TEX = /[\\^_{}=<>+*/|]|^\$[a-z]\$$/i

/**
 * An escaped bracket such as `\[index\]` has none of these. Within one, Markdown escapes punctuation, and a manual's
 * synopsis has options and placeholders such as `--format=<name>`.
 */
const LOOKS_LIKE_DISPLAY_TEX = /[\\^_{}=]|\s[<>+*/]\s/
const ESCAPES_AND_OPTIONS = /(?<![\w-])--?[a-z][\w-]*=?|\\[<>_*[\]`]/gi

/** The formulas of a Markdown text: `$x$`, `$$x$$`, `\(x\)` and `\[x\]` outside of code. */
export function findFormulas(markdown: string): Formula[] {
  return [...markdown.matchAll(FORMULA)].flatMap(({ 0: text, index: start, groups }) => {
    if (groups?.['code'] !== undefined || text.includes('`') || text.includes('\n\n')) return []
    if (groups?.['inline']?.startsWith('$') && !LOOKS_LIKE_TEX.test(text)) return []
    if (groups?.['display']?.startsWith('\\') && isEscapedBracket(text.slice(2, -2))) return []
    return { start, end: start + text.length, display: groups?.['display'] !== undefined }
  })
}

const isEscapedBracket = (text: string) => !LOOKS_LIKE_DISPLAY_TEX.test(text.replace(ESCAPES_AND_OPTIONS, ''))

/**
 * The text with each formula as inline code, so that Markdown leaves its characters alone. The length stays the same:
 * positions in the text remain valid.
 */
export function formulasAsCode(markdown: string, formulas: readonly Formula[]): string {
  return formulas.reduce((text, { start, end }) => {
    const ticks = '`'.repeat(text[start] === '$' && text[start + 1] !== '$' ? 1 : 2)
    return text.slice(0, start) + ticks + text.slice(start + ticks.length, end - ticks.length) + ticks + text.slice(end)
  }, markdown)
}
