/** The index of a manual has an entry for every subject and explains none, so ranking demotes its passages. */

/** "Concept Index", "E. LilyPond index", "Stichwortverzeichnis"; "CREATE INDEX" too, whose text has sentences. */
const INDEX_TITLE =
  /\bindex$|^index\b|(?:stichwort|sach)(?:verzeichnis|register)$|^índice (?:alfabético|analítico|de términos)|^indice analitico|^алфавитный указатель|索引$/iu
/** What may follow the name in the title of a page: " (GNU Octave)", " — Python 3.11 documentation". */
const TITLE_END = /\s+(?:\(.*|[—–|·-]\s.*)$/
/** "It does.", "What it does?" after some words. */
const SENTENCE = /(?:\S+\s+){5}\S*[.!?。](?:\s|$)/u
const ENTRY = /^\s*(?:[-*|]|\d+[.)])/

/** True for a passage of the index of a book, which lists entries without a sentence about them. */
export function isInBookIndex(passage: { pageTitle: string; headingPath: readonly string[]; text: string }): boolean {
  const { pageTitle, headingPath, text } = passage
  const names = [pageTitle.replace(TITLE_END, ''), ...headingPath].map((name) => name.trim())
  if (!names.some((name) => INDEX_TITLE.test(name))) return false
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const entries = lines.filter((line) => ENTRY.test(line) && !SENTENCE.test(line))
  return entries.length > 0 && entries.length >= lines.length * MIN_ENTRIES
}

/** Share of the lines that are entries. */
const MIN_ENTRIES = 0.8
