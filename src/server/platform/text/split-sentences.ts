/** Splits a page's Markdown into the smallest units that can be shown alone: sentences, list items, table rows … */
import { parseBlocks, type Block } from './parse-blocks.ts'
import { definedTermsEnd } from './definitions.ts'

/** A `term` is defined by the sentences after it. */
export type SentenceKind = 'sentence' | 'heading' | 'term' | 'list-item' | 'table-row' | 'code'

/** `text.slice(start, end)` is the unit, verbatim, without list markers, heading markers and surrounding space. */
export type SentenceSpan = { start: number; end: number; kind: SentenceKind }

/**
 * Thai, Lao, Khmer and Burmese have no full stops. A segment longer than this (in characters) is cut at spaces into
 * parts of at least two thirds of it.
 */
const MAX_UNPUNCTUATED_LENGTH = 240
const MIN_PART_LENGTH = (MAX_UNPUNCTUATED_LENGTH * 2) / 3
const UNPUNCTUATED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Abbreviations whose full stop does not end a sentence, in lower case. */
const abbreviations = new Set(
  `mr mrs ms dr prof rev hon sr jr st mt ft no nos nr vs v etc e.g i.e eg ie cf ca c al approx fig figs eq eqs sec ch chap
   vol vols pp p ed eds rd inc ltd pty co corp dept est gen col lt sgt capt adm gov sen rep pres jan feb mar apr jun jul aug
   sep sept oct nov dec mon tue wed thu fri sat sun u.s u.k u.n a.m p.m b.c a.d ph.d bzw z.b d.h u.a o.ä usw evtl ggf
   vgl bspw dipl ing str hr fr mio mrd abs art nachm sra srta ud uds pág núm ee.uu mme mlle m av bd env ex tel dott sig
   sig.ra engl frz lat abb kap inkl exkl sog zzgl avv bijv dhr mevr nl resp γ.χ κ.λπ κ δρ г гг в вв т.е т.д т.п т.к др
   пр им ул стр рис тыс млн млрд н.э св д-р проф д.р ör bkz vb vs yy dl nr pag ave viz incl med phil jur habil dipl.-ing
   mind einschl ausschl tägl wöchentl ee c.-à-d d.w.z o.a np ul godz tzn t.ex bl.a dvs f.eks např pza ctra avda`.split(
    /\s+/,
  ),
)

/** A sentence that starts with a lower-case identifier (`clock_timestamp() returns …`): Intl.Segmenter misses this boundary. */
const BEFORE_IDENTIFIER = /(?<=[.!?]["”’)\]]?\s+)(?=\p{Ll}[\p{L}\p{N}]*(?:_[\p{L}\p{N}_]+|\())/gu
/** The second half of "z. B.", and all of it. */
const STARTS_ABBREVIATED = /^\p{L}\.(?:\s|$)/u
const ABBREVIATED_PAIR = /(?:^|[\s(„"“])\p{Ll}\.\s\p{L}\.$/u
/** "for example" in Italian, Spanish and French: "ad es.", "p. ej."; not German "es." at the end of a sentence. */
const FOR_EXAMPLE = /(?:^|[\s(])(?:ad|per|p\.) e[jsx]\.$/iu
/** "im 19." before "Jahrhundert", "die 2." before "Auflage"; not "um 19." before "Danach". */
const GERMAN_ORDINAL =
  /(?:^|\s)(?:im|am|vom|zum|zur|beim|de[rmns]|die|das|jede[rsnm]?|eine[rmn]?|(?:sein|ihr|unser)e[rmn]?)\s\d{1,2}\.$/iu
/** The word after an ordinal day in German and Scandinavian dates: "Oktober" in "3. Oktober"; not "Okapi". */
const MONTH = /^(?:Jan|Feb|Mär|Mar|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez|Des)/

/** Longer than any label. */
const MAX_LABEL_LENGTH = 50

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** "[3][4]" after a full stop belongs to its sentence, as a closing quotation mark does. */
const NOTE_REFERENCES = /(?<=[.!?。！？]["”’)]?)(?:\[\d{1,3}\])+/g

/** The text without the references to notes at the end of its sentences: "Opened in 1890.[3]" */
export const withoutNoteReferences = (text: string) => text.replace(NOTE_REFERENCES, '')

/** Deterministic. Offsets are UTF-16 code units into `text`. */
export function splitSentences(text: string): SentenceSpan[] {
  return parseBlocks(text).flatMap((block) => splitBlock(text, block))
}

/** The marks of a quotation, which are no text of its sentences. */
const QUOTE_MARKS = /^[ \t]*>[> \t]*/gm

/** "- ", "1. " at the start of a line. */
const ITEM_MARK = /^[ \t]*(?:[-*+•]|\d{1,4}[.)])[ \t]+/gm
const CODE_FENCE = /^[ \t]*(?:`{3}|~{3})/m

/** A list in a quotation is in its paragraph: the paragraph above the list, then each item. */
function quotedBlocks(unmarked: string, block: Block): Block[] {
  const items = CODE_FENCE.test(unmarked) ? [] : [...unmarked.matchAll(ITEM_MARK)]
  if (items.length === 0) return [block]
  const listStart = items[0]?.index ?? block.end
  const above = listStart > block.textStart ? [{ ...block, end: listStart }] : []
  return [
    ...above,
    ...items.map(({ index, 0: mark }, n): Block => {
      const end = items[n + 1]?.index ?? block.end
      return { ...block, kind: 'list-item', start: index, textStart: index + mark.length, end }
    }),
  ]
}

/** The units of one block. */
export function splitBlock(text: string, block: Block): SentenceSpan[] {
  if (block.kind === 'rule') return []
  const content = text.slice(block.start, block.end)
  if (block.kind === 'paragraph' && content.includes('\n') && content.search(QUOTE_MARKS) === 0) {
    const unmarked = content.replace(QUOTE_MARKS, (marks) => ' '.repeat(marks.length))
    const inner = { ...block, start: 0, textStart: block.textStart - block.start, end: content.length }
    const spans = quotedBlocks(unmarked, inner).flatMap((each) => splitBlock(unmarked, each))
    return spans.map((span) => ({ ...span, start: span.start + block.start, end: span.end + block.start }))
  }
  if (block.kind === 'code' || block.kind === 'table-row' || block.kind === 'heading') {
    return trimSpan(text, block.textStart, block.end, block.kind)
  }
  const kind = block.kind === 'list-item' ? 'list-item' : 'sentence'
  const termsEnd = definedTermsEnd(text, block) ?? labelEnd(text, block)
  return [
    ...trimSpan(text, block.textStart, termsEnd, 'term'),
    ...labeledLines(text, termsEnd, block.end)
      .flatMap(([start, end]) => splitParagraph(text, start, end))
      .flatMap(([start, end]) => trimSpan(text, start, end, kind)),
  ]
}

/** "Solution:", a line above the text that it names. */
const LABEL = /^\p{Lu}[\p{L} '’-]{1,29}:(?=\n)/u

/** Where a label ends that is the first line of a paragraph, else where the paragraph starts. */
function labelEnd(text: string, { kind, textStart, end }: Block): number {
  if (kind !== 'paragraph') return textStart
  const label = LABEL.exec(text.slice(textStart, Math.min(end, textStart + MAX_LABEL_LENGTH)))
  return textStart + (label?.[0].length ?? 0)
}

/** "Phone: 964 55 01 28", a line of its own in an address; not "phone: the rest of a sentence". */
const LABELED_LINE = /(?<=\n)[^\S\n]*\p{Lu}[^:.!?\n]{1,30}:[^\S\n]+\S[^\n]{0,80}(?=\n|$)/gu

/** The paragraph, cut before each line that is a label with its value. */
function labeledLines(text: string, from: number, to: number): [number, number][] {
  const paragraph = text.slice(from, to)
  if (!paragraph.includes('\n') || !paragraph.includes(':')) return [[from, to]]
  const starts = [from, ...[...paragraph.matchAll(LABELED_LINE)].map(({ index }) => from + index)]
  return starts.map((start, n) => [start, starts[n + 1] ?? to])
}

function splitParagraph(text: string, from: number, to: number): [number, number][] {
  // A line break inside a paragraph is a space. Same length, so that offsets stay valid.
  const flat = text
    .slice(from, to)
    .replace(/[\n\r\u2028\u2029\u0085]/g, ' ')
    .replace(NOTE_REFERENCES, (references) => '”'.repeat(references.length))
  const spans: [number, number][] = []
  const add = (start: number, end: number) => {
    const last = spans.at(-1)
    if (last && !isBoundary(text.slice(last[0], last[1]), text.slice(start, end))) last[1] = end
    else spans.push([start, end])
  }
  for (const { segment, index } of segmenter.segment(flat)) {
    let start = from + index
    // The regular expression is slow: run it only if an identifier is possible.
    if (segment.includes('_') || segment.includes('(')) {
      for (const identifier of segment.matchAll(BEFORE_IDENTIFIER)) {
        add(start, from + index + identifier.index)
        start = from + index + identifier.index
      }
    }
    add(start, from + index + segment.length)
  }
  return spans.flatMap(([start, end]) => cutAtSpaces(text, start, end))
}

/** The rest of a quotation: `" said` in `"Stop!" said Ada`; not `"Stop` at the start of the next. */
const CLOSING_QUOTATION = /^["”’)\]]+[.,;:\s]/u
/** "ten people"; not "clock_timestamp() returns". */
const LOWER_CASE_WORD = /^\p{Ll}+[\s,;]/u
/** "Stop!", "Why?)"; not "approx." */
const ENDS_WITH_OTHER_MARK = /[!?。！？]["”’)\]]*$/u

/** "the panic!", "calling save!"; not "Stop!" */
const NAME_WITH_MARK = /(?:^|\s)(?:the|an?|with|of|by|use|using|calls?|calling|and|or|to) [\w.]+!$/i

/** "the ?" before "operator", `"Who is there?"` before "asked Ada" */
const SIGN_OR_QUOTATION = /\p{L} [?!]$|[?!]["”’»]$/u

/** Before Thai, the first of the writing systems that may have no space between sentences. */
const hasSpaces = (text: string, at: number) => text.charCodeAt(at) < 0x0e00

/** False if the full stop between `before` and `after` belongs to an abbreviation, an initial or a date. */
function isBoundary(before: string, after: string): boolean {
  const trimmedBefore = before.trimEnd()
  const isTouching = before.length === trimmedBefore.length
  if (isTouching && hasSpaces(before, before.length - 1) && hasSpaces(after, 0)) return false
  if (CLOSING_QUOTATION.test(after)) return false
  // "ARG1 ... ARG9": what is left out.
  if (/\s(?:\.{3}|…)$/.test(trimmedBefore.slice(-4))) return false
  // "List<? extends Number>"
  if (trimmedBefore.endsWith('<?')) return false
  // ".NET": a full stop after a space and before a letter starts a name.
  if (before.endsWith(' .') && /^[\p{L}\p{N}]/u.test(after)) return false
  if (LOWER_CASE_WORD.test(after)) {
    const ending = trimmedBefore.slice(-ENDING_LENGTH)
    const isNamed = NAME_WITH_MARK.test(ending) || SIGN_OR_QUOTATION.test(ending)
    if (isNamed || !ENDS_WITH_OTHER_MARK.test(trimmedBefore)) return false
  }
  const lastWord = wordBeforeFullStop(trimmedBefore)
  if (lastWord === undefined) return true
  if (isAbbreviated(lastWord, trimmedBefore, after)) return false
  const startsWithCapital = /^\p{Lu}/u.test(after)
  // An initial: "J. Smith". A single capital before a lower-case word ends its sentence.
  if (/^\p{Lu}$/u.test(lastWord)) return !startsWithCapital
  // "am 3. Oktober" continues, "in 300. The" does not.
  if (/^\d{1,3}$/.test(lastWord) && (MONTH.test(after) || (after !== '' && !startsWithCapital))) return false
  if (ENDS_SENTENCES.test(lastWord)) return startsWithCapital && !CONTINUES_TIME.test(after)
  return !abbreviations.has(lastWord.toLowerCase())
}

/** The characters at the end of a text that say whether it ends a sentence. */
const ENDING_LENGTH = 20

/** "z. B.", "ad es.", "im 19." before "Jahrhundert". */
function isAbbreviated(lastWord: string, before: string, after: string): boolean {
  const ending = before.slice(-ENDING_LENGTH)
  if (FOR_EXAMPLE.test(ending)) return true
  if (/^\d{1,2}$/.test(lastWord)) return GERMAN_ORDINAL.test(ending)
  if (lastWord.length > 1) return false
  return ABBREVIATED_PAIR.test(ending) || (/\p{Ll}/u.test(lastWord) && STARTS_ABBREVIATED.test(after))
}

/** Abbreviations that are often last in a sentence: "until 5 p.m. Admission is free." */
const ENDS_SENTENCES = /^(?:[ap]\.m|etc|usw)$/i
/** "5 p.m. Monday", "5 p.m. CET". */
const CONTINUES_TIME =
  /^(?:\p{Lu}{2,4}\b|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Eastern|Central|Mountain|Pacific|Greenwich))/u

/** The word before a final full stop, inner dots and hyphens included; undefined if absent. */
function wordBeforeFullStop(text: string): string | undefined {
  if (!text.endsWith('.')) return undefined
  let start = text.length - 1
  while (start > 0 && isAsciiWordCode(text.charCodeAt(start - 1))) start--
  // Outside ASCII only a Unicode pattern can decide. It scans the whole text, which is too slow for every boundary.
  if (start > 0 && text.charCodeAt(start - 1) > 0x7f) return /([\p{L}\p{N}.-]+)\.$/u.exec(text)?.[1]
  return start < text.length - 1 ? text.slice(start, -1) : undefined
}

function isAsciiWordCode(code: number): boolean {
  const isLetter = (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)
  return isLetter || (code >= 0x30 && code <= 0x39) || code === 0x2e || code === 0x2d
}

function cutAtSpaces(text: string, start: number, end: number): [number, number][] {
  const piece = text.slice(start, end)
  if (piece.length <= MAX_UNPUNCTUATED_LENGTH || !UNPUNCTUATED.test(piece)) return [[start, end]]
  const cuts: [number, number][] = []
  let from = 0
  for (const space of piece.matchAll(/\s+/g)) {
    const at = space.index + space[0].length
    if (at - from < MIN_PART_LENGTH) continue
    cuts.push([start + from, start + at])
    from = at
  }
  if (from < piece.length) cuts.push([start + from, end])
  return cuts
}

function trimSpan(text: string, from: number, to: number, kind: SentenceKind): SentenceSpan[] {
  const piece = text.slice(from, to)
  const start = from + piece.length - piece.trimStart().length
  const end = to - (piece.length - piece.trimEnd().length)
  return start < end ? [{ start, end, kind }] : []
}
