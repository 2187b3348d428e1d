/** The type of answer that a question asks for. Most patterns are by language: English and German, then the others. */
import { anyOf, wholeWords, patternOf } from '#server/platform/text/patterns.ts'
import { ASKS_TIME_OF_DAY, ASKS_WHAT_IS_CHEAPER } from './value-words.ts'

export type AnswerType =
  | 'person'
  | 'time'
  | 'number'
  | 'default'
  | 'location'
  | 'definition'
  | 'reason'
  | 'procedure'
  | 'list'
  | 'any'

/** "What is the port by default?", "Was ist der Standardwert?" */
const DEFAULT = patternOf(
  wholeWords('by default|defaults?|standard (?:value|setting)'),
  wholeWords(String.raw`standardmäßig|standardwert|voreinge\p{L}+`),
)

/** "are there", "can it export": what follows "which formats". */
const EXISTS = anyOf(
  'are there',
  'exist',
  'are (?:available|supported|built in|possible)',
  '(?:does|do|can) .+ (?:have|support|offer|know|make)',
)
const LIST = patternOf(
  // "List the formats", "Name all roles"; not "Name a role"
  String.raw`^list\b`,
  String.raw`^name (?:all|the)\b`,
  // "Which file formats are supported?"; not "Which is supported?"
  String.raw`^(?:which|what) (?!(?:is|are|does|do|was)\b)(?:\S+ ){1,4}${EXISTS}\b`,
  // "What authentication classes does it have?"; not "What size does it have?"
  String.raw`^(?:which|what) (?:\S+ ){0,3}\p{L}+s (?:does|do) (?:\S+ ){1,3}(?:have|support|offer|provide|include|know|use|accept|understand|come with)[\s?.!]*$`,
  // "What are the log levels?", "What kinds of index …"
  String.raw`^what are the (?:\S+ )?(?:kinds|types|modes|levels|options|values|formats|methods)\b`,
  String.raw`^(?:what|which) (?:kinds|types|modes|levels|formats)\b`,
  String.raw`^(?:a |the )?list of\b`,
  // "Welche Formate gibt es?", "Welche Formate werden unterstützt?", "Welche Formate kennt es?"
  '^welche .+ gibt es',
  String.raw`^welche .+ (?:werden|sind) (?:.+ )?(?:unterstützt|verfügbar|möglich|erlaubt)[\s?.!]*$`,
  String.raw`^welche \S+ (?:unterstützt|kennt|hat|bietet) \S+[\s?.!]*$`,
)

/** What "how" asks the amount of: "how many", "how long"; and for the German "wie". */
const AMOUNT = 'many|much|old|tall|long|large|big|small|far|high|deep|wide|fast|often|hot|cold|warm|heavy|late|early'
const AMOUNT_IN_GERMAN = 'hoch|lange?|alt|groß|oft|warm|heiß|kalt|weit|tief|breit|schwer|schnell|teuer'
const NUMBER = patternOf(
  ASKS_WHAT_IS_CHEAPER,
  // "How many pages …", "Which version …", "What is the maximum …"
  wholeWords(
    `how (?:${AMOUNT}|expensive)`,
    '(?:what|which) (?:percentage|percent|number|amount|size|port|version|value)',
    'what (?:is|are|was|were) the (?:price|cost|maximum|minimum|average|total|number|size|limit|population|percentage)',
  ),
  // "Wie viele Seiten …", "Wie hoch ist …"
  wholeWords('wie ?viele?(?! uhr)', `wie (?:${AMOUNT_IN_GERMAN})`),
  // Spanish, French, Italian, Dutch, Romanian, Vietnamese, Swedish, Danish and Norwegian
  wholeWords('cu[aá]nt[oa]s?|combien|quant[ioae]s?|hoeveel|câ(?:t|ți|te|ţi)'),
  wholeWords('bao nhiêu|mấy|hur många|hvor mange'),
  // Russian, Greek, Turkish, Arabic, Hindi, Thai, Chinese and Japanese
  'сколько',
  'πόσ[οαεωη]',
  wholeWords('kaç'),
  'كم',
  'कितन',
  'กี่|เท่าไร|เท่าไหร่',
  '多少|几',
  '何人|いくつ',
)

/** "What happens when it is full?" asks for something else than a time. */
const NOT_AFTER_OTHER_QUESTION = String.raw`(?<!^(?:what|which|how|why|who|can|could|do|does|is|are|should|will)\b.*)`
const TIME = patternOf(
  // "When was it built?", "In which year …"
  String.raw`${NOT_AFTER_OTHER_QUESTION}\bwhen\b`,
  wholeWords(
    'what (?:year|date|day|month|century|decade|time)',
    'which (?:year|century|decade)',
    'in what year',
    // "Wann …", "In welchem Jahr …"
    'wann',
    'in welchem jahr',
    'welches jahr',
    ASKS_TIME_OF_DAY,
  ),
  // Spanish, French, Italian or Portuguese, Dutch, Romanian, Vietnamese, Swedish, Danish or Norwegian
  wholeWords('cuándo|en qué (?:año|fecha)|qué año|quand|en quelle année|quando|wanneer'),
  // As people type: "cuando abre", "que dia es gratis"
  '^¿?(?:desde |hasta )?cuando',
  wholeWords('qu[eé] d[ií]as?|quels? jours?|che giorn[oi]|que dias?|welke dag'),
  wholeWords('când|în ce an|khi nào|năm nào|när|hvornår'),
  // Russian, Greek, Turkish, Arabic, Hindi, Thai, Chinese and Japanese
  'когда|в каком году',
  'πότε|ποιο έτος|ποια χρονιά',
  'ne zaman|hangi yıl|hangi tarih',
  'متى|أي عام',
  'कब|किस (?:वर्ष|साल)',
  'เมื่อไร|เมื่อไหร่|เมื่อใด|ปีใด|ปีไหน',
  '什么时候|何时|哪一?年',
  'いつ',
)

/** Vietnamese and Romanian for "who"; not "j'ai", "ai-je" or "AI". */
const AI = String.raw`(?<!['’])(?-i:[Aa]i)(?!-)`

const PERSON = patternOf(
  // "Who wrote it?", "Wem gehört …"
  wholeWords('who|whom|whose|wer|wen|wem|wessen'),
  // Spanish, French, Italian, Portuguese, Dutch, Romanian, Swedish, Danish or Norwegian
  wholeWords('quién|quiénes|qui|chi|quem|wie heeft|wie is|cine|cui|vem|hvem', AI),
  '^¿?quien(?:es)? ',
  // Russian, Greek, Turkish, Arabic, Hindi, Thai, Chinese and Japanese
  'кто|кого|кем',
  wholeWords('ποι[οόαάνη][ςνιύ]?[νςυ]?'),
  wholeWords('kim(?:in|i|e|dir)?'),
  'من هو|من هي|^من ',
  'कौन|किसने|किसके',
  'ใคร',
  '谁',
  '誰',
)

const LOCATION = patternOf(
  // "Where is it?", "What country …", "Wo liegt …"
  wholeWords('where|what (?:city|country|place|state|region)|wo|wohin|woher'),
  // Spanish, French, Italian, Portuguese, Dutch, Romanian, Vietnamese, Swedish, Danish or Norwegian
  wholeWords('dónde|où|dove|onde|waar|unde|ở đâu|đâu|var|hvor'),
  '^¿?(?:a |de |por )?donde',
  '^ou (?:est|sont|se|puis|peut|trouver|acheter|manger|garer) ',
  // Russian, Greek, Turkish, Arabic, Hindi, Thai, Chinese and Japanese
  'где|куда|откуда',
  'πού',
  'nerede|nereye',
  'أين',
  'कहाँ|कहां',
  'ที่ไหน',
  '哪里|哪儿|在哪',
  'どこ',
)

const REASON = patternOf(
  // "Why does it fail?", "Warum …"
  wholeWords('why|warum|weshalb|wieso'),
  // Spanish, French, Italian, Portuguese, Dutch, Romanian, Vietnamese, Swedish, Danish or Norwegian
  wholeWords('por qué|pourquoi|perché|por que|waarom|de ce'),
  wholeWords('tại sao|vì sao|varför|hvorfor'),
  // Russian, Greek, Turkish, Arabic, Hindi, Thai, Chinese and Japanese
  'почему|зачем',
  'γιατί',
  'neden|niçin|niye',
  'لماذا',
  'क्यों',
  'ทำไม',
  '为什么|为何',
  'なぜ',
)

const PROCEDURE = patternOf(
  // "How do I stop it?", "How to stop it"; not "How does it stop?"
  String.raw`^how (?:do|can|should|would|could) (?:i|you|we|one)\b`,
  String.raw`^how to\b`,
  // "Wie kann ich …"
  String.raw`^wie (?!viele?\b)\p{L}+ (?:ich|man|wir)\b`,
  // Spanish, French, Portuguese, Italian, Dutch and Russian
  String.raw`^¿?c[oó]mo (?:(?:se )?pued[eo]|hago|\p{L}+[aei]r\b)`,
  String.raw`^comment (?:puis-je|peut-on|\p{L}+(?:er|ir|re)\b)`,
  '^como (?:posso|fa[çz]o)',
  '^come posso',
  '^hoe kan ik',
  '^как (?:мне|можно|сделать)',
)

const DEFINITION = patternOf(
  // "What's a lease?", "Define lease"; "Was bedeutet …"
  String.raw`^(?:what(?:'s| is| are| does)|define|explain|was (?:ist|sind|bedeutet))\b`,
  // Spanish, French, Italian, Portuguese, Dutch and Romanian
  String.raw`^(?:qué (?:es|son)|qu'est-ce|che cos'è|o que é|wat is|ce este)\b`,
)

/** The order matters: "how many years" asks for a number, not for a time. */
const QUESTION_PATTERNS: readonly (readonly [AnswerType, RegExp])[] = [
  ['default', DEFAULT],
  ['list', LIST],
  ['number', NUMBER],
  ['time', TIME],
  ['person', PERSON],
  ['location', LOCATION],
  ['reason', REASON],
  ['procedure', PROCEDURE],
  ['definition', DEFINITION],
]

export function expectedAnswerType(question: string): AnswerType {
  const match = QUESTION_PATTERNS.find(([, pattern]) => pattern.test(question))
  return match?.[0] ?? 'any'
}
