/** Which language a text is in. */
import { stopWords } from './stop-words.ts'
import { eachWord } from './words.ts'

/** Enough to tell: a few hundred words. */
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
/** Languages that share a script and are told apart by their small words. */
const sisters: Readonly<Record<string, readonly string[]>> = { ar: ['ar', 'fa'], ru: ['ru', 'uk'] }

/** Every small word with the languages that have it. */
const languagesOf = new Map<string, string[]>()
for (const [language, words] of Object.entries(stopWords)) {
  for (const word of words) languagesOf.set(word, [...(languagesOf.get(word) ?? []), language])
}

/**
 * The primary language subtag of `text` ('en'), or '' when nothing tells. `tag` (BCP 47, may be '') is what the page
 * says of itself; it is believed unless the text plainly speaks another language, as templates often say "en".
 */
export function detectLanguage(text: string, tag = ''): string {
  const named = tag.toLowerCase().split(/[-_]/)[0] ?? ''
  const sample = text.slice(0, SAMPLE_LENGTH)
  const script = dominantScript(sample)
  if (script) {
    const candidates = sisters[script] ?? [script]
    if (candidates.includes(named)) return named
    return candidates.length === 1 ? script : mostSmallWords(sample, candidates).language || script
  }
  const { language, counts } = mostSmallWords(sample)
  const best = counts[language] ?? 0
  if (named && (best < 5 || (counts[named] ?? (stopWords[named] ? 0 : best)) * 3 >= best)) return named
  return best >= 1 ? language : named
}

/** The language of the script that more than a third of the letters are in; '' for Latin and unknown ones. */
function dominantScript(sample: string): string {
  let beyondLatin = 0
  for (let at = 0; at < sample.length; at++) if (sample.charCodeAt(at) >= 0x370) beyondLatin++
  if (beyondLatin * 20 < sample.length) return ''

  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  for (const [script, language] of scripts) {
    const share = (sample.match(script)?.length ?? 0) / letters
    // A tenth of kana already makes a text Japanese: the rest is Han.
    if (share > (language === 'ja' ? 0.1 : 0.34)) return language
  }
  return ''
}

/** How often each language's small words stand in the sample, and the language with most; '' when there are none. */
function mostSmallWords(sample: string, candidates?: readonly string[]) {
  const counts: Record<string, number> = {}
  eachWord(sample, (word, _start, _end, kind) => {
    if (kind !== 'word') return
    for (const language of languagesOf.get(word.toLowerCase()) ?? []) counts[language] = (counts[language] ?? 0) + 1
  })
  let language = ''
  for (const candidate of candidates ?? Object.keys(counts)) {
    if ((counts[candidate] ?? 0) > (counts[language] ?? 0)) language = candidate
  }
  return { language, counts }
}
