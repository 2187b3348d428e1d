/** What a word is found by: its folded stem, so that "indexes", "Indexing" and "index" meet. */
import stemmers from 'snowball-stemmers'

/** Primary language subtag to the name of its Snowball algorithm. */
const algorithms: Readonly<Record<string, string>> = {
  ar: 'arabic', ca: 'catalan', cs: 'czech', da: 'danish', de: 'german', en: 'english', es: 'spanish', eu: 'basque',
  fi: 'finnish', fr: 'french', ga: 'irish', hu: 'hungarian', hy: 'armenian', it: 'italian', nb: 'norwegian',
  nl: 'dutch', nn: 'norwegian', no: 'norwegian', pt: 'portuguese', ro: 'romanian', ru: 'russian', sl: 'slovene',
  sv: 'swedish', ta: 'tamil', tr: 'turkish',
}

export type TermReader = (word: string) => string

const readers = new Map<string, TermReader>()

/** The reader for a language (primary subtag; any other value folds without stemming). The same word gives the same term. */
export function termReader(language: string): TermReader {
  let reader = readers.get(language)
  if (!reader) readers.set(language, (reader = makeReader(language)))
  return reader
}

/** Words whose terms are remembered, for each language: a page says few different ones, and stemming is most of the work. */
const REMEMBERED_WORDS = 50_000

function makeReader(language: string): TermReader {
  const read = readerOf(language)
  const known = new Map<string, string>()
  return (word) => {
    const before = known.get(word)
    if (before !== undefined) return before
    if (known.size >= REMEMBERED_WORDS) known.clear()
    const term = read(word)
    known.set(word, term)
    return term
  }
}

function readerOf(language: string): TermReader {
  const algorithm = algorithms[language]
  const stemmer = algorithm ? stemmers.newStemmer(algorithm) : null
  return (word) => {
    const folded = fold(word, language)
    // Numbers and identifiers have no stem.
    // Vietnamese marks are tones: without them half of its words become one.
    const bare = language === 'vi' ? folded : stripMarks(folded)
    if (!stemmer || !/^\p{L}[\p{L}\p{M}]+$/u.test(folded)) return bare
    if (language === 'ar') return stemmer.stem(withoutArabicParticles(folded)) || bare
    return stripMarks(stemmer.stem(folded)) || bare
  }
}

/** "And", "so", "with", "for" and the article are written onto the word; the stemmer leaves some of them there. */
function withoutArabicParticles(word: string): string {
  const bare = word.replace(/^[وف]?(?:[بك]?ال|لل)(?=..)/u, '')
  return bare.length >= 3 ? bare : word
}

/** Lower case in the language's own way, compatibility forms and width made one. */
export function fold(word: string, language = ''): string {
  if (/^[\x00-\x7f]*$/.test(word)) return language === 'tr' ? word.toLocaleLowerCase('tr') : word.toLowerCase()
  const lower = language === 'tr' || language === 'az' ? word.toLocaleLowerCase('tr') : word.toLowerCase()
  return lower
    .normalize('NFKC')
    .replace(/\u0307/g, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ى/g, 'ي')
    .replace(/ة/g, 'ه')
    .replace(/[\u064b-\u0652\u0640]/g, '')
}

/** Accents of Latin and Greek letters, which people leave out when they type; elsewhere a mark is part of the letter. */
function stripMarks(term: string): string {
  if (!/[\u00c0-\u024f\u0370-\u03ff\u1e00-\u1fff]/.test(term)) return term
  return term.normalize('NFD').replace(/[\u0300-\u036f]/g, '').replace(/ß/g, 'ss').replace(/ς/g, 'σ').normalize('NFC')
}
