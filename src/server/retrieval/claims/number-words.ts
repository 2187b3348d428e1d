/** Number words in English and German, in lower case. */
type NumberWords = {
  cardinals: ReadonlyMap<string, number>
  ordinals: ReadonlyMap<string, number>
  /** Factors after another number: "million". */
  magnitudes: ReadonlyMap<string, number>
}

const ENGLISH_TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'

export const ENGLISH_NUMBERS: NumberWords = {
  cardinals: new Map([
    ...count(`zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
      seventeen eighteen nineteen`),
    ...countTens(ENGLISH_TENS),
  ]),
  ordinals: new Map([
    ...count(`zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth
      fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth`),
    ...countTens(ENGLISH_TENS.replace(/y\b/g, 'ieth')),
    ['hundredth', 100],
  ]),
  magnitudes: new Map([
    ['thousand', 1e3],
    ['million', 1e6],
    ['billion', 1e9],
    ['trillion', 1e12],
  ]),
}

/** Not "ein", which is also the article. Larger cardinals are compounds of these: "dreiundzwanzig". */
export const GERMAN_NUMBERS: NumberWords = {
  cardinals: new Map([
    ...count(`null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn
      siebzehn achtzehn neunzehn`),
    ...countTens('zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'),
    ['zwo', 2],
  ]),
  /** Without their ending: "erst" of "erste". The others are a cardinal with -t or -st. */
  ordinals: new Map([
    ['erst', 1],
    ['dritt', 3],
    ['siebt', 7],
    ['acht', 8],
  ]),
  magnitudes: new Map([
    ['tausend', 1e3],
    ['million', 1e6],
    ['millionen', 1e6],
    ['milliarde', 1e9],
    ['milliarden', 1e9],
    ['billion', 1e12],
    ['billionen', 1e12],
  ]),
}

/** The words for 0, 1, 2, … */
function count(words: string): [string, number][] {
  return words.split(/\s+/).map((word, value) => [word, value])
}

/** The words for 20, 30, 40, … */
function countTens(words: string): [string, number][] {
  return count(words).map(([word, n]) => [word, 20 + 10 * n])
}
