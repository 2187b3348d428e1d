/** The index and the contents of a manual name every subject and explain none, so ranking demotes their passages. */

/** "Concept Index", "E. LilyPond index", "Stichwortverzeichnis"; "CREATE INDEX" too, whose text has sentences. */
const INDEX_TITLE =
  /\bindex$|^index\b|(?:stichwort|sach)(?:verzeichnis|register)$|^índice (?:alfabético|analítico|de términos)|^indice analitico|^алфавитный указатель|索引$/iu
/** What may follow the name in the title of a page: " (GNU Octave)", " — Python 3.11 documentation". */
const TITLE_END = /\s+(?:\(.*|[—–|·-]\s.*)$/
/** "It does.", "What it does?" after some words. */
const SENTENCE = /(?:\S+\s+){5}\S*[.!?。](?:\s|$)/u
const ENTRY = /^\s*(?:[-*|]|\d+[.)])/
/** "4.2.18. Installing the bootloader", "- B.1 Shell"; not "1. Install it", which is a step. */
const NUMBERED_SECTION = /^\s*(?:[-*]\s+)?(?:\d{1,3}|[A-Z])(?:\.\d{1,3})+\.?\s+\p{L}/u

/** Share of the lines that are entries. */
const MIN_ENTRIES = 0.8
/** Fewer numbered titles may introduce a chapter. */
const MIN_SECTIONS = 5

/** True for a passage that lists entries of an index, or titles of sections, without a sentence about them. */
export function isInIndexOrContents(passage: { pageTitle: string; headingPath: readonly string[]; text: string }) {
  const lines = passage.text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const linesLike = (pattern: RegExp) => lines.filter((line) => pattern.test(line) && !SENTENCE.test(line)).length
  const sections = linesLike(NUMBERED_SECTION)
  if (sections >= MIN_SECTIONS && sections >= lines.length * MIN_ENTRIES) return true
  const entries = isIndex(passage) ? linesLike(ENTRY) : 0
  return entries > 0 && entries >= lines.length * MIN_ENTRIES
}

function isIndex({ pageTitle, headingPath }: { pageTitle: string; headingPath: readonly string[] }): boolean {
  const names = [pageTitle.replace(TITLE_END, ''), ...headingPath].map((name) => name.trim())
  return names.some((name) => INDEX_TITLE.test(name))
}
