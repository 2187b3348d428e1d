import { stopWords } from './stop-words.ts'
import { forEachWord } from './split-words.ts'

/** Characters: a few hundred words. */
const SAMPLE_LENGTH = 3000
/** With fewer stop words, a text says too little about its language to contradict the page. */
const MIN_EVIDENCE = 5
/** The text contradicts the page if it has this many times as many stop words of another language. */
const MIN_CONTRADICTION_RATIO = 3
/** Stop words that a short text must have to be taken for another language: a name may have one, such as "Las Vegas". */
const MIN_FOREIGN_WORDS = 2
/** An English question has an English stop word, so that one of another language is enough. */
const MIN_FOREIGN_WORDS_OF_QUESTION = 1
/** The first letter of the Greek block: scripts other than Latin start here. */
const FIRST_NON_LATIN = 0x370
/** With a smaller share of characters of other scripts, a text is Latin. */
const MIN_NON_LATIN_SHARE = 0.05
/** The share of the letters that makes a script the main one. Japanese mixes kana with Han, so a tenth is enough. */
const MIN_SCRIPT_SHARE = 0.34
const MIN_KANA_SHARE = 0.1

const scriptLanguages: readonly [RegExp, string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Devanagari}/gu, 'hi'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Cyrillic}/gu, 'ru'],
  [/\p{Script=Armenian}/gu, 'hy'],
  [/\p{Script=Tamil}/gu, 'ta'],
  [/\p{Script=Hebrew}/gu, 'he'],
]
/** By the language of `scriptLanguages`: languages that share its script. Their stop words distinguish them. */
const languagesSharingScript: Readonly<Record<string, readonly string[]>> = { ar: ['ar', 'fa'], ru: ['ru', 'uk'] }

/** Stop word to the languages that contain it. */
const languagesOfWord = new Map<string, string[]>()
for (const [language, words] of Object.entries(stopWords)) {
  for (const word of words) languagesOfWord.set(word, [...(languagesOfWord.get(word) ?? []), language])
}

/**
 * Returns the primary language subtag of `text` ('en'), or '' if unknown. `tag` is the language the page declares
 * (BCP 47 or ''). It wins unless the text is clearly in another language: templates often declare "en" regardless.
 */
export function detectLanguage(text: string, tag = ''): string {
  const declared = tag.toLowerCase().split(/[-_]/)[0] ?? ''
  const sample = text.slice(0, SAMPLE_LENGTH)
  const scriptLanguage = languageByScript(sample)
  if (scriptLanguage) {
    const candidates = languagesSharingScript[scriptLanguage] ?? [scriptLanguage]
    if (candidates.includes(declared)) return declared
    if (candidates.length === 1) return scriptLanguage
    return mostFrequent(countStopWords(sample), candidates) || scriptLanguage
  }
  const counts = countStopWords(sample)
  const best = mostFrequent(counts)
  return isContradicted(declared, best, counts) ? best : declared || best
}

/** True if the text has many stop words of `best` and hardly any of the declared language. */
function isContradicted(declared: string, best: string, counts: StopWordCounts): boolean {
  const bestCount = counts[best] ?? 0
  const canBeCounted = declared in stopWords
  return bestCount >= MIN_EVIDENCE && canBeCounted && (counts[declared] ?? 0) * MIN_CONTRADICTION_RATIO < bestCount
}

/**
 * The language of a short `text` if it is clearly not `expected`: another script, or stop words of another language and
 * none of this one. Words of both, such as "am" and "was", say nothing. '' otherwise.
 */
export function foreignLanguage(text: string, expected: string): string {
  const detected = detectLanguage(text)
  if (detected === '' || expected === '' || detected === expected) return ''
  if (languageByScript(text)) return detected
  const ofOne = (language: string, other: string) => (languages: readonly string[]) =>
    languages.includes(language) && !languages.includes(other)
  const found = stopWordsIn(text)
  const needed = text.trimEnd().endsWith('?') ? MIN_FOREIGN_WORDS_OF_QUESTION : MIN_FOREIGN_WORDS
  const isForeign = found.filter(ofOne(detected, expected)).length >= needed
  return isForeign && !found.some(ofOne(expected, detected)) ? detected : ''
}

/** The language of the text's main script; '' for Latin and unknown scripts. */
function languageByScript(sample: string): string {
  // Most texts are Latin, and counting characters is much faster than the patterns below.
  let nonLatin = 0
  for (let i = 0; i < sample.length; i++) if (sample.charCodeAt(i) >= FIRST_NON_LATIN) nonLatin++
  if (nonLatin < sample.length * MIN_NON_LATIN_SHARE) return ''

  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  for (const [script, language] of scriptLanguages) {
    const share = (sample.match(script)?.length ?? 0) / letters
    if (share > (language === 'ja' ? MIN_KANA_SHARE : MIN_SCRIPT_SHARE)) return language
  }
  return ''
}

/** How many stop words of each language a text has. */
type StopWordCounts = Record<string, number>

function countStopWords(sample: string): StopWordCounts {
  const counts: StopWordCounts = {}
  for (const languages of stopWordsIn(sample))
    for (const language of languages) counts[language] = (counts[language] ?? 0) + 1
  return counts
}

/** The languages of each stop word of the text. */
function stopWordsIn(text: string): (readonly string[])[] {
  const found: (readonly string[])[] = []
  forEachWord(text, (word, _start, _end, kind) => {
    const languages = kind === 'word' && languagesOfWord.get(word.toLowerCase())
    if (languages) found.push(languages)
  })
  return found
}

/** The language with the most stop words; '' if there are none. */
function mostFrequent(counts: StopWordCounts, languages: readonly string[] = Object.keys(counts)): string {
  let best = ''
  for (const language of languages) {
    if ((counts[language] ?? 0) > (counts[best] ?? 0)) best = language
  }
  return best
}
