import { stopWords } from './stop-words.ts'
import { forEachWord } from './split-words.ts'

/** Characters: a few hundred words. */
const SAMPLE_LENGTH = 3000

const scripts: readonly [RegExp, string][] = [
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
/** Languages that share a script; their stop words distinguish them. */
const languagesOfScript: Readonly<Record<string, readonly string[]>> = { ar: ['ar', 'fa'], ru: ['ru', 'uk'] }

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
  const script = dominantScript(sample)
  if (script) {
    const candidates = languagesOfScript[script] ?? [script]
    if (candidates.includes(declared)) return declared
    return candidates.length === 1 ? script : countStopWords(sample, candidates).best || script
  }
  const { best, counts } = countStopWords(sample)
  const bestCount = counts[best] ?? 0
  if (declared && (bestCount < 5 || (counts[declared] ?? (stopWords[declared] ? 0 : bestCount)) * 3 >= bestCount))
    return declared
  return bestCount >= 1 ? best : declared
}

/** Stop words that a short text must have to be taken for another language. */
const MIN_FOREIGN_WORDS = 2

/**
 * The language of a short `text` if it is clearly not `expected`: another script, or stop words of another language and
 * none of this one. '' otherwise.
 */
export function foreignLanguage(text: string, expected: string): string {
  const detected = detectLanguage(text)
  if (detected === '' || expected === '' || detected === expected) return ''
  if (dominantScript(text)) return detected
  const { counts } = countStopWords(text)
  return (counts[detected] ?? 0) >= MIN_FOREIGN_WORDS && (counts[expected] ?? 0) === 0 ? detected : ''
}

/** The language of the script of more than a third of the letters; '' for Latin and unknown scripts. */
function dominantScript(sample: string): string {
  let nonLatin = 0
  for (let i = 0; i < sample.length; i++) if (sample.charCodeAt(i) >= 0x370) nonLatin++
  if (nonLatin * 20 < sample.length) return ''

  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  for (const [script, language] of scripts) {
    const share = (sample.match(script)?.length ?? 0) / letters
    // Japanese mixes kana with Han, so a tenth of kana is enough.
    if (share > (language === 'ja' ? 0.1 : 0.34)) return language
  }
  return ''
}

/** Stop words in the sample by language. `best` is the language with the most; '' if there are none. */
function countStopWords(sample: string, candidates?: readonly string[]) {
  const counts: Record<string, number> = {}
  forEachWord(sample, (word, _start, _end, kind) => {
    if (kind !== 'word') return
    for (const language of languagesOfWord.get(word.toLowerCase()) ?? []) counts[language] = (counts[language] ?? 0) + 1
  })
  let best = ''
  for (const candidate of candidates ?? Object.keys(counts)) {
    if ((counts[candidate] ?? 0) > (counts[best] ?? 0)) best = candidate
  }
  return { best, counts }
}
