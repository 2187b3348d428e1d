/**
 * Recognizes terms that the following lines explain: entries of definition lists, function signatures, command-line
 * options, questions of an FAQ. The limits are set by hand.
 */
import type { Block } from './parse-blocks.ts'

/** Several terms may share one explanation: `-p` and `--prune`. */
const MAX_TERMS = 6
/** "Write-ahead log", not a sentence that lacks its full stop. */
const MAX_TERM_WORDS = 8
const MAX_TERM_CHARACTERS = 60
/** Signatures with many parameters are long. */
const MAX_SIGNATURE_CHARACTERS = 400
const MAX_QUESTION_CHARACTERS = 120
/** Characters of an explanation per character of the term: a shorter second line only continues the first. */
const MIN_EXPLANATION_RATIO = 0.5

/** `-p`, `--format <format>`; not `--force deletes files. Take care.` */
const OPTION = /^--?[A-Za-z][^.]*$/
/** `sorted(iterable, /)`, `async def fetch(url) -> str`; not `sorted(x) returns a list`. */
const SIGNATURE = /^@?[\w.]+(?: [\w.]+){0,2}\(.*\)(?:\s*(?:->|→|⇒).*)?$/
/** `git stash [push] [--all]`, `rm <file>`; not `git stash`, `see [1] for details`. */
const COMMAND = /^[\w.-]+(?: [\w-]+)? [[<{].*[\]>}…]$/
/** `queue_run_delay (default: 300 seconds; before 2.4: 1000s)`, `<edit-type> (default: ^E)`; not `Wicks (see below)`. */
const PARAMETER = /^[<$]?[\w.-]*\w[_.-]\w[\w.-]*>? \(.*\)$/
/** `smtp_helo_name`, `/etc/resolv.conf`: what explains it need not be a sentence. */
const IDENTIFIER = /^[\w./-]*\w[_/]\w[\w./-]*$/
/** A fence of code or a row of a table, which only quotations have in a paragraph. */
const MARKUP = /^(?:`{3}|~{3}|\|)/
/** "Why?", not "Why? Because". */
const QUESTION = /[?？؟]$/
/** "Added in 3.2.", "Note:", "first,"; not "Write-ahead log". */
const PUNCTUATED_END = /[.!:;,。！।]\s*$/
/** "Phone: 964 55 01 28"; not "Changed in 3.2: the default". */
const LABELED_NUMBER = /^\p{L}[^:]*:\s+[+(]?\d[\d ()/+-]{5}/u
/** "Type: number" above "Default: 30"; not "timeout: float", a parameter with its type. */
const LABELED_VALUE = /^\p{Lu}[^:.!?]{1,30}:\s+\S/u
/** The title or heading of a list of terms. */
const GLOSSARY = /\b(?:glossary|terminology|glossar|begriffe|glosario|glossaire|glossario)\b/iu
/** "It ended. Then", not "version 3.2". */
const INNER_SENTENCE_END = /[.!?]\s/
/** "Returns a list.", "As follows:"; not "Returns a list". */
const HAS_SENTENCE_END = /[.!?。！？।:](?:\s|$)/

/**
 * The offset in `text` where the defined terms of the block end (before the line break); null if it defines none. Terms
 * are short lines without final punctuation, options, signatures and questions; the lines after them must read like a
 * sentence.
 */
export function definedTermsEnd(text: string, block: Block): number | null {
  if (block.kind !== 'paragraph') return null
  const lines = text.slice(block.textStart, block.end).split('\n')
  const terms = lines.slice(0, countTerms(lines))
  const [firstTerm] = terms
  if (firstTerm === undefined) return null
  const [firstLine = '', ...furtherLines] = lines.slice(terms.length)
  // Lines of usage, and labels with their values, explain nothing to each other.
  if (furtherLines.length === 0 && COMMAND.test(firstLine)) return null
  if (LABELED_VALUE.test(firstTerm) && LABELED_VALUE.test(firstLine)) return null
  const explanation = [firstLine, ...furtherLines].join(' ').trim()
  if (!isExplained(explanation, terms)) return null
  if (!startsLikeSentence(explanation, firstTerm)) return null
  return block.textStart + terms.join('\n').length
}

function isExplained(explanation: string, terms: readonly string[]): boolean {
  // "Warning" is the title of a note, whose text is in the next block.
  if (isNoteTitle(explanation)) return terms.every((term) => IDENTIFIER.test(term) || isCode(term))
  const isPhrase = explanation.includes(' ') && terms.every((term) => IDENTIFIER.test(term) || OPTION.test(term))
  return isLongEnough(explanation, terms) && (isPhrase || HAS_SENTENCE_END.test(explanation))
}

/** True for two blank lines between blocks: extraction writes them after a definition list and around `<details>`. */
export const endsDefinitions = (between: string) => /\n[^\S\n]*\n[^\S\n]*\n/.test(between)

/** The title of a note or an example, which is no part of the term above it but belongs to the same section. */
const NOTE_TITLE =
  /^(?:notes?|tips?|hints?|important|warnings?|caution|danger|attention|see also|examples?|hinweise?|tipps?|wichtig|warnung|achtung|vorsicht|siehe auch|beispiele?|remarques?|astuce|avertissement|voir aussi|exemples?|nota|consejo|aviso|advertencia|véase también|ver también|ejemplos?|suggerimento|avvertenza|attenzione|vedi anche|esempio|esempi)$/iu

export const isNoteTitle = (line: string) => NOTE_TITLE.test(line.trim())

/** True for a paragraph that is a term alone: after two blank lines, the blocks below explain it, such as a list or code. */
export function isLoneTerm(text: string, block: Block): boolean {
  const line = text.slice(block.textStart, block.end)
  const isQuoted = text.startsWith('>', block.start)
  const isLine = block.kind === 'paragraph' && !isQuoted && !line.includes('\n')
  return isLine && isTerm(line) && !isNoteTitle(line)
}

/** The number of lines that may be terms. The last line cannot: nothing explains it. */
function countTerms(lines: readonly string[]): number {
  const candidates = lines.slice(0, -1).slice(0, MAX_TERMS)
  // After a first term, only code counts as another one: any other line may be the explanation.
  const end = candidates.findIndex((line, n) => !(n === 0 ? isTerm(line) : isSignature(line)))
  return end === -1 ? candidates.length : end
}

function isTerm(line: string): boolean {
  if (isCode(line)) return isSignature(line)
  if (MARKUP.test(line)) return false
  if (line.length <= MAX_SIGNATURE_CHARACTERS && PARAMETER.test(line)) return true
  if (QUESTION.test(line)) return line.length <= MAX_QUESTION_CHARACTERS
  const isShort = line.length <= MAX_TERM_CHARACTERS && line.split(/\s+/).length <= MAX_TERM_WORDS
  if (!isShort || line.trim() === '' || LABELED_NUMBER.test(line)) return false
  return !PUNCTUATED_END.test(line) && !INNER_SENTENCE_END.test(line)
}

function isSignature(line: string): boolean {
  return isCode(line) && line.length <= MAX_SIGNATURE_CHARACTERS
}

function isCode(line: string): boolean {
  return OPTION.test(line) || SIGNATURE.test(line) || COMMAND.test(line)
}

/** A signature may be longer than what it explains; a term in words is not. */
function isLongEnough(explanation: string, terms: readonly string[]): boolean {
  return terms.every(
    (term) => isCode(term) || PARAMETER.test(term) || explanation.length >= term.length * MIN_EXPLANATION_RATIO,
  )
}

/** The first word, without quotation marks and brackets before it. */
const FIRST_WORD = /^["“”'‘’«(`*]*([^\s]+)/
/** Inside a word: `os.path`, `clock_timestamp()`, `f(x)`; not `path`. */
const IDENTIFIER_CHARACTER = /[_.(]/
/** `is_active`, `attribute orm.Session.is_active`; not `see os.path for` or `www.example.org`. */
const NAME = /^(?:\w+ )?(?!www\.)(?=\S*[._])\w+(?:\.\w+)*$/

/**
 * False if the explanation starts in lower case, as the rest of a sentence does. Identifiers and the term itself may, also
 * what explains an identifier, and writing systems without case say nothing about it.
 */
function startsLikeSentence(explanation: string, term: string): boolean {
  const first = FIRST_WORD.exec(explanation)?.[1] ?? ''
  if (!/^\p{Ll}/u.test(first) || NAME.test(term)) return true
  return IDENTIFIER_CHARACTER.test(first.slice(0, -1)) || term.startsWith(first)
}

/** True for a passage of a page or section whose heading says that it explains terms. */
export function isInGlossary({
  pageTitle,
  headingPath,
}: {
  pageTitle: string
  headingPath: readonly string[]
}): boolean {
  return GLOSSARY.test([pageTitle, ...headingPath].join('\n'))
}
