/** Recognises terms that the following lines explain: definition lists, function signatures, command-line options. */
import type { Block } from './parse-blocks.ts'

/** Lengths in characters. */
const MAX_TERM_LENGTH = 60
const MAX_TERM_WORDS = 8
const MAX_SIGNATURE_LENGTH = 400
const MAX_QUESTION_LENGTH = 120
/** Several terms may share one explanation: `-p` and `--prune`. */
const MAX_TERM_LINES = 6

/**
 * The offset in `text` where the defined terms end (before the line break); `block.textStart` if the block defines none.
 * A term is a short line without final punctuation, an option, a signature or a question. Its explanation must start
 * like a sentence.
 */
export function definedTermsEnd(text: string, block: Block): number {
  if (block.kind !== 'paragraph') return block.textStart
  const [...lines] = text.slice(block.textStart, block.end).split('\n')
  let end = block.textStart
  let terms = 0
  let minExplanationLength = 0
  while (terms < Math.min(MAX_TERM_LINES, lines.length - 1)) {
    const line = lines[terms] ?? ''
    if (!isTerm(line, terms > 0)) break
    if (!isCode(line)) minExplanationLength = Math.max(minExplanationLength, line.length / 2)
    end += line.length + (terms > 0 ? 1 : 0)
    terms++
  }
  const explanation = lines.slice(terms).join(' ').trim()
  const isExplained = explanation.length >= minExplanationLength && /[.!?。！？।:](?:\s|$)/.test(explanation)
  return terms > 0 && isExplained && startsLikeSentence(explanation, lines[0] ?? '') ? end : block.textStart
}

/** After a first term, only code counts as another term: any other line may be the explanation. */
function isTerm(line: string, hasTermBefore: boolean): boolean {
  if (isCode(line)) return line.length <= MAX_SIGNATURE_LENGTH
  if (hasTermBefore) return false
  if (/[?？؟]$/.test(line)) return line.length <= MAX_QUESTION_LENGTH
  const isShort = line.length <= MAX_TERM_LENGTH && line.split(/\s+/).length <= MAX_TERM_WORDS
  return isShort && line.trim() !== '' && !/[.!:;,。！।]\s*$/.test(line) && !/[.!?]\s/.test(line)
}

/** An option, a signature or a command with its arguments. */
function isCode(line: string): boolean {
  return (
    /^--?[A-Za-z][^.]*$/.test(line) ||
    /^@?[\w.]+(?: [\w.]+){0,2}\(.*\)(?:\s*(?:->|→|⇒).*)?$/.test(line) ||
    /^[\w.-]+(?: [\w-]+)? [[<{].*[\]>}…]$/.test(line)
  )
}

/** In scripts with capitals: starts with a capital, a digit, an identifier or the term itself. */
function startsLikeSentence(explanation: string, term: string): boolean {
  const first = /^["“”'‘’«(`*]*([^\s]+)/.exec(explanation)?.[1] ?? ''
  return !/^\p{Ll}/u.test(first) || /[_.(]\w?/.test(first.slice(0, -1)) || term.startsWith(first)
}
