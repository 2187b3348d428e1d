/** Whether a sentence contains an answer of the type that a question asks for. */
import { wholeWords, patternOf } from '#server/platform/text/patterns.ts'
import type { AnswerType } from './question-type.ts'
import {
  asksForNoPrice,
  asksForPrice,
  asksForTimeOfDay,
  hasPrice,
  hasTimeOfDay,
  withoutPrices,
  withoutTimes,
} from './value-words.ts'

/** Number words by language; kept apart because "on" is ten in Turkish and a preposition in English. */
const NUMBER_WORDS: Readonly<Record<string, RegExp>> = {
  en: patternOf(
    wholeWords(
      'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve',
      'twenty|thirty|forty|fifty|hundred|thousand|million|billion',
      'half|third|quarter|once|twice|single|unlimited',
    ),
  ),
  de: patternOf(
    wholeWords(
      'zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf',
      'zwanzig|dreißig|vierzig|fünfzig|hundert|tausend|million(?:en)?|milliarden?',
      'hälfte|drittel|viertel',
    ),
  ),
  es: patternOf(
    wholeWords(
      'dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce',
      'veinte|treinta|cien|cientos|mil|mill[oó]n(?:es)?|mitad|tercio',
    ),
  ),
  fr: patternOf(
    wholeWords(
      'deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|quinze',
      'vingt|trente|quarante|cinquante|soixante|cents?|mille|millions?|milliards?',
      'dizaine|douzaine|vingtaine|trentaine|moitié|tiers|quart',
    ),
  ),
  it: patternOf(
    wholeWords(
      'due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|quindici',
      'venti|trenta|quaranta|cinquanta|cento|mille|mila|milion[ei]|miliard[oi]',
      'decina|dozzina|ventina|metà|terzo|quarto',
    ),
  ),
  ro: patternOf(
    wholeWords(
      'doi|două|trei|patru|cinci|[șş]ase|[șş]apte|opt|nouă|zece',
      'douăzeci|sut[eă]|mie|mii|milio(?:n|ane)|jumătate',
    ),
  ),
  vi: patternOf(wholeWords('hai|ba|bốn|năm|sáu|bảy|tám|chín|mười|trăm|nghìn|triệu|tỷ')),
  tr: patternOf(wholeWords('iki|üç|dört|beş|altı|yedi|sekiz|dokuz|on|yirmi|otuz|yüz|bin|milyon|milyar|yarısı')),
  el: patternOf(
    wholeWords(
      'δύο|τρεις|τρία|τέσσερ(?:α|ις)|πέντε|έξι|επτά|οκτώ|εννέα|δέκα',
      'είκοσι|εκατό|χιλιάδες|εκατομμύρι(?:α|ο)|μισ[όά]',
    ),
  ),
  ru: patternOf(
    wholeWords(
      'два|две|двух|три|тр[её]х|четыре|четыр[её]х|пять|пяти|шесть|семь|восемь|девять|десять',
      String.raw`двадцать|сто|тысяч[аи]?|миллион\p{L}*|миллиард\p{L}*|половин\p{L}*`,
    ),
  ),
  zh: /[二三四五六七八九十百千万亿两半]/u,
  ja: /[二三四五六七八九十百千万億]/u,
  th: patternOf('สอง|สาม|สี่|ห้า|หก|เจ็ด|แปด|เก้า|สิบ', 'ร้อย|พัน|หมื่น|แสน|ล้าน|ครึ่ง'),
  hi: patternOf('दो|तीन|चार|पांच|पाँच|छह|सात|आठ|नौ|दस', 'सौ|हजार|हज़ार|लाख|करोड़|अरब|आधा'),
  ar: patternOf('اثن|ثلاث|أربع|خمس|ست|سبع|ثمان|تسع|عشر', 'مائة|مئة|ألف|آلاف|مليون|مليار|نصف'),
}

/** Roles, which answer "who" as well as a name does: "the database owner", "a role with the privilege"; not "Ada". */
const ROLES = patternOf(
  wholeWords('super-?users?|owners?|administrators?|admins?|users?|members?|authors?|developers?'),
  wholeWords('anyone|everyone|nobody|no one|only .{2,40} can|role with|privileges?'),
  // German, Spanish and French
  wholeWords('besitzer|eigentümer|benutzer|mitglieder'),
  wholeWords('administrador(?:es)?|usuarios?|propietarios?|utilisateurs?|propriétaires?'),
)

/** Questions about permission, which ask for a role rather than a name: "Who may vote?", not "Who wrote it?" */
const PERMISSION_QUESTION =
  /^(?:who (?:can|may|is allowed|is able|has)|wer (?:kann|darf)|quién(?:es)? puede|qui peut)/iu

/** "Only owners can vote."; not "Owners vote once." */
const PERMISSION =
  /\b(?:only|must|needs?|requires?|privileges?|allowed|permitted|may|can|nur|darf|dürfen|muss|solo|sólo|seul(?:s|ement)?)\b/iu

/** Verbs before "Sie" that tell nobody to do something: "haben Sie", "erhalten Sie". */
const NO_INSTRUCTION_BEFORE_SIE = String.raw`(?:haben|sind|werden|wollen|sollen|dürfen|möchten|finden|erhalten|bekommen|brauchen|zahlen|kennen|wissen|wohnen)\b`

/** "Run git fetch.", "by setting the port", "as follows:"; not "The port is 80." */
const INSTRUCTION = patternOf(
  // At the start: "To stop it, …", "Use a file.", "If you want to …"
  String.raw`^to \p{L}+\b`,
  String.raw`^(?:use|run|type|open|click|choose|select|enter|call|add|set|create|press)\b`,
  String.raw`^if you (?:want|wish|need|would like)\b`,
  wholeWords(
    'use the',
    'using the',
    String.raw`by \p{L}+ing`,
    'you can',
    'you may',
    'can be (?:done|used|created|made)',
    'the command',
    'run the',
    'do this',
  ),
  // What people do: "Please write to …", "Fill in the form", "Bitte melden Sie sich …", "Escriba a …"
  String.raw`^(?:please|write to|send us|e?mail|phone|ring|contact|fill in|book|bring)\b`,
  wholeWords('please (?:call|write|contact|use|send|bring|ask|fill)', 'bitte', String.raw`(?:können|müssen) sie`),
  wholeWords(String.raw`(?!${NO_INSTRUCTION_BEFORE_SIE})\p{L}+en sie`),
  wholeWords('persönlich|schriftlich|formlos|per e-mail', 'veuillez|il (?:faut|suffit)|vous pouvez'),
  wholeWords('es necesario|hay que|debe|puedes?|pueden', 'è necessario|bisogna|potete|si può'),
  String.raw`^(?:cliquez|envoyez|écrivez|remplissez|escrib[ae]|env[íi][ae]|rellen[ae]|reserv[ae]|scrivete|inviate|compilate)(?![\p{L}])`,
  '[:：]$',
)

/** "Do not enable it in production.", "By enabling it, the server will reload.": neither says how to enable it. */
const NO_INSTRUCTION = patternOf(
  String.raw`^by \p{L}+ing\b[^,]*, (?:the|it|this|these)\b`,
  String.raw`^(?:please )?(?:do not|don['’]t|never|avoid|you (?:can(?:no|['’])t|cannot|must not|should not|shouldn['’]t|may not))(?!\p{L})`,
  String.raw`^(?:(?:sie|man) )?(?:können|dürfen|sollten|kann|darf|sollte) (?:sie |man )?(?:nicht|kein\p{L}*|niemals)(?!\p{L})`,
)

/** Commands that lose data, and warnings of it: "git reset --hard", "changes will be lost"; not "a hard disk". */
const DESTRUCTIVE = patternOf(
  String.raw`(?<![\w-])(?:--hard|--force|rm -\w*[rf])(?![\w-])`,
  wholeWords('dangerous|irreversibl[ey]|irrevocabl[ey]|permanently (?:deletes?|removes?|loses?)'),
  wholeWords("(?:will|would|can) be lost|cannot be undone|can(?:no|['’])t be recovered"),
  wholeWords('gefährlich|unwiderruflich'),
)

/** "How do I delete a branch?"; not "How do I create a branch?" */
const WANTS_DESTRUCTION = patternOf(
  wholeWords(
    // With any ending: "delete", "deleting", "deletion".
    String.raw`(?:delet|remov|discard|overwrit|forc|lösch|verwerf|überschreib)\p{L}*`,
    'throw|drop|wipe|erase|destroy|purge|get rid|los[et]',
  ),
)

/** True if a person who asks how to do something may lose data with what the text shows, and did not ask for that. */
export function isDestructive(type: AnswerType, text: string, question: string): boolean {
  return type === 'procedure' && DESTRUCTIVE.test(text) && !WANTS_DESTRUCTION.test(question)
}

/** "by default", "unless specified", "initially"; not "The value is 5." */
const DEFAULT = patternOf(
  wholeWords('by default|defaults?|initially'),
  wholeWords(String.raw`unless (?:\p{L}+ )?(?:specified|set|given|configured)`),
  // "if not set", "if unset"
  wholeWords('if (?:not|un)(?: |-)?(?:specified|set|given)'),
  wholeWords('standardmäßig|voreinstellung|standardwert|standardeinstellung'),
)

/** "the default timeout", whose value has a number: "Default: False" is that of something else. */
const ASKS_QUANTITY = patternOf(
  String.raw`(?<!\p{L})(?:life-?times?|size|length|width|height|timeout|interval|delay|duration|age|port|limit|maximum|minimum|max|min|number of)(?!\p{L})`,
  wholeWords('how (?:long|many|much|often|big|large|old|high|far)', 'wie (?:lange?|oft|groß|hoch|alt|viele?)'),
  wholeWords('biggest|largest|longest|shortest|smallest|highest|lowest'),
  String.raw`(?:größe|länge|breite|höhe|dauer|anzahl|höchst|maximal|minimal)\p{L}*`,
)
/** Of a sentence with a default but without a number, if a quantity is asked for: the number may be in the next sentence. */
const WITHOUT_QUANTITY = 0.5

/** "five" in "The default is five."; not "two" in "The two options are on by default." */
const STATED = /\b(?:is|are|to|ist|sind|auf) \p{L}+/giu

/** What a setting can be: a number, a word in quotation marks or in code, on, off … */
const VALUE = /\p{N}+(?:[.,]\p{N}+)*|["“'`][^"“”'`]{1,40}["”'`]|\b(?:on|off|true|false|none|null|enabled|disabled)\b/giu

/** Connectives of reason and purpose: "because", "so that", "damit"; not "when". */
const REASON = patternOf(
  wholeWords('because|due to|since|therefore|so that|in order to|as a result'),
  wholeWords('weil|wegen|da|damit'),
  // Spanish, French, Italian, Dutch, Romanian and Vietnamese
  wholeWords('porque|debido|para|parce que|car|pour|perché|omdat|deoarece|pentru'),
  wholeWords('bởi|vì|do'),
  // Russian, Greek, Turkish, Arabic, Hindi, Thai, Chinese and Japanese
  'потому|поскольку|из-за|чтобы',
  'επειδή|λόγω|διότι',
  'için|nedeniyle|çünkü',
  'بسبب|لأن',
  'क्योंकि|कारण',
  'เพราะ|เนื่องจาก',
  '因为|由于',
  'ため|から',
)

/**
 * 0 to 1: how likely the sentence contains an answer of the type. Only names and numbers that the question does not
 * contain count. The values are set by hand.
 */
export function answerTypeScore(type: AnswerType, sentence: string, question: string, language: string): number {
  switch (type) {
    case 'number':
      if (containsNew(NUMBER, sentence, question)) {
        if (!asksForPrice(question)) {
          const isOnlyPrice = asksForNoPrice(question) && !containsNew(NUMBER, withoutPrices(sentence), question)
          return isOnlyPrice ? 0 : 1
        }
        if (hasPrice(sentence)) return 1
        if (!containsNew(NUMBER, withoutTimes(sentence), question)) return 0
        return sentence.includes('|') ? ROW_WITHOUT_PRICE_SCORE : OTHER_NUMBER_SCORE
      }
      return NUMBER_WORDS[language]?.test(sentence) ? 0.8 : 0
    case 'time':
      if (asksForTimeOfDay(question) ? hasTimeOfDay(sentence) : containsNew(YEAR, sentence, question)) return 1
      return /\p{N}/u.test(sentence) ? 0.6 : 0
    case 'person':
      return personScore(sentence, question)
    case 'location':
      return newNameScore(sentence, question)
    case 'procedure':
      return INSTRUCTION.test(sentence) && !NO_INSTRUCTION.test(sentence) ? 1 : 0
    case 'default': {
      const saysDefault = DEFAULT.test(sentence) ? 0.7 : 0
      const stated = sentence.match(STATED)?.join() ?? ''
      const statesNumber = NUMBER_WORDS[language]?.test(stated) === true
      const hasValue = statesNumber || containsNew(VALUE, sentence, question) ? 0.3 : 0
      const hasQuantity = statesNumber || /\p{N}/u.test(sentence)
      return (saysDefault + hasValue) * (ASKS_QUANTITY.test(question) && !hasQuantity ? WITHOUT_QUANTITY : 1)
    }
    case 'reason':
      return REASON.test(sentence) ? 1 : 0
    case 'definition':
    case 'list':
    case 'any':
      return 0
  }
}

/** For "City bike | 15", if the question asks for a price: prices of a table may lack their currency. */
const ROW_WITHOUT_PRICE_SCORE = 0.8
/** For "A visit takes 45 minutes." */
const OTHER_NUMBER_SCORE = 0.3

/** The score from which a sentence has a value of the type. */
export const MIN_VALUE_MATCH = 0.7

function personScore(sentence: string, question: string): number {
  const asksPermission = PERMISSION_QUESTION.test(question)
  const hasNewRole = ROLES.test(sentence) && !ROLES.test(question)
  if (hasNewRole) {
    const isPermission = !asksPermission || PERMISSION.test(sentence)
    return isPermission ? 1 : 0.5
  }
  // A person's name hardly answers who is allowed to do something.
  return newNameScore(withoutCellStarts(sentence), question) * (asksPermission ? 0.3 : 1)
}

/** The first word of a cell is no name: "| init | Creates a file |". */
const withoutCellStarts = (text: string) => text.replaceAll('|', '.')

/** "5", "1,204.5". */
const NUMBER = /\p{N}+(?:[.,]\p{N}+)*/gu
/** "1854", "९९९९"; not "12" or "10000". */
const YEAR = /\b\d{3,4}\b|[०-९]{4}|[٠-٩]{4}/gu
/** Capitalized words that do not start a sentence: "Holm" in "The architect Holm drew it." */
const CAPITALIZED_INSIDE = /(?<=[^.!?\s]["'(“‘]?\s["'(“‘]?)\p{Lu}[\p{L}\p{M}]+/gu

function containsNew(pattern: RegExp, sentence: string, question: string): boolean {
  return [...sentence.matchAll(pattern)].some((match) => !question.includes(match[0]))
}

/** 1 if a name inside the sentence is not in the question; 0.5 (unknown) in writing systems without capitals. */
function newNameScore(sentence: string, question: string): number {
  if (!/\p{Lu}/u.test(sentence)) return 0.5
  const lowerCaseQuestion = question.toLowerCase()
  const names = sentence.match(CAPITALIZED_INSIDE) ?? []
  const hasNewName = names.some((name) => !lowerCaseQuestion.includes(name.toLowerCase()))
  return hasNewName ? 1 : 0
}
