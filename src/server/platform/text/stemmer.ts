/** Maps a word to its index term, the case-folded stem: "indexes", "Indexing" and "index" become one term. */
import snowball from 'snowball-stemmers'

/** Primary language subtag to Snowball algorithm. */
const algorithms: Readonly<Record<string, string>> = {
  ar: 'arabic',
  ca: 'catalan',
  cs: 'czech',
  da: 'danish',
  de: 'german',
  en: 'english',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hu: 'hungarian',
  hy: 'armenian',
  it: 'italian',
  nb: 'norwegian',
  nl: 'dutch',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sl: 'slovene',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
}

export type Stemmer = (word: string) => string

const stemmers = new Map<string, Stemmer>()

/** The stemmer for a primary language subtag. Other values give case folding without stemming. Deterministic. */
export function stemmerFor(language: string): Stemmer {
  let stemmer = stemmers.get(language)
  if (!stemmer) stemmers.set(language, (stemmer = withCache(createStemmer(language))))
  return stemmer
}

/** Words cached per language. A page has few distinct words, and stemming is most of the indexing work. */
const CACHED_WORDS = 50_000

function withCache(toTerm: Stemmer): Stemmer {
  const cache = new Map<string, string>()
  return (word) => {
    const cached = cache.get(word)
    if (cached !== undefined) return cached
    if (cache.size >= CACHED_WORDS) cache.clear()
    const term = toTerm(word)
    cache.set(word, term)
    return term
  }
}

function createStemmer(language: string): Stemmer {
  const algorithm = algorithms[language]
  const stemmer = algorithm ? snowball.newStemmer(algorithm) : null
  return (word) => {
    const folded = withoutHyphens(fold(word, language))
    // Vietnamese diacritics are tones: without them many different words become equal.
    const bare = language === 'vi' ? folded : stripDiacritics(folded)
    // Numbers and identifiers are not stemmed.
    if (!stemmer || !/^\p{L}[\p{L}\p{M}]+$/u.test(folded)) return bare
    if (language === 'ar') return stemmer.stem(stripArabicProclitics(folded)) || bare
    if (PLURAL_OF_ACRONYM.test(folded)) return folded.slice(0, -1)
    return stripDiacritics(stemmer.stem(folded)) || bare
  }
}

/** "CPUs" and "gpus", of which the stemmers keep the s; not "plus" and "thus". */
const PLURAL_OF_ACRONYM = /^(?!plus$|thus$)[bcdfghjklmnpqrstvwxz]{2,3}us$/

/** "Wi-Fi" and "e-mail" as "wifi" and "email"; not "git-pull" or "--force", which are two words elsewhere. */
const withoutHyphens = (folded: string) => (HYPHENATED.test(folded) ? folded.replaceAll('-', '') : folded)
const HYPHENATED = /^\p{L}\p{M}*(?:\p{L}\p{M}*)?-\p{L}[\p{L}\p{M}]*$/u

/** The proclitics for "and", "so", "with", "for" and the article; Snowball leaves some of them on the word. */
function stripArabicProclitics(word: string): string {
  const bare = word.replace(/^[وف]?(?:[بك]?ال|لل)(?=..)/u, '')
  return bare.length >= 3 ? bare : word
}

/** Case folding by the language's rules, with NFKC and Arabic letter normalization. */
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

/** Removes Latin and Greek accents, which people omit when typing. In other scripts a mark is part of the letter. */
export function stripDiacritics(term: string): string {
  if (!/[\u00c0-\u024f\u0370-\u03ff\u1e00-\u1fff]/.test(term)) return term
  return term
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/ß/g, 'ss')
    .replace(/ς/g, 'σ')
    .normalize('NFC')
}
