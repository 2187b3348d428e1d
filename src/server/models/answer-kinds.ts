/** What kind of answer a question asks for, and whether a sentence has something of that kind. */

export type AnswerKind = 'person' | 'time' | 'number' | 'place' | 'definition' | 'reason' | 'way' | 'any'

/** How each language asks; tried in this order, so that "how many years" asks for a number and not for a time. */
const asking: readonly (readonly [AnswerKind, RegExp])[] = [
  [
    'number',
    /\b(?:how (?:many|much|old|tall|long|large|big|far|high|deep|fast|often)|(?:what|which) (?:percentage|percent|number|amount|size|port|version|value)|what (?:is|are|was|were) the (?:price|cost|maximum|minimum|default|average|total|number|size|limit|population|percentage)|wie ?viele?|wie (?:hoch|lang|alt|groß|oft)|cu[aá]nt[oa]s?|combien|quant[ioae]s?|hoeveel|câ(?:t|ți|te|ţi)|bao nhiêu|mấy|hur många|hvor mange)\b|сколько|πόσ[οαεωη]|\bkaç\b|كم|कितन|กี่|เท่าไร|เท่าไหร่|多少|几|何人|いくつ/iu,
  ],
  [
    'time',
    /\b(?:when|what (?:year|date|day|month|century|decade|time)|which (?:year|century|decade)|in what year|wann|in welchem jahr|welches jahr|cuándo|en qué (?:año|fecha)|qué año|quand|en quelle année|quando|wanneer|când|în ce an|khi nào|năm nào|när|hvornår)\b|когда|в каком году|πότε|ποιο έτος|ποια χρονιά|ne zaman|hangi yıl|hangi tarih|متى|أي عام|कब|किस (?:वर्ष|साल)|เมื่อไร|เมื่อไหร่|เมื่อใด|ปีใด|ปีไหน|什么时候|何时|哪一?年|いつ/iu,
  ],
  [
    'person',
    /\b(?:who|whom|whose|wer|wen|wem|wessen|quién|quiénes|qui|chi|quem|wie heeft|wie is|cine|cui|ai|vem|hvem)\b|кто|кого|кем|ποι[οόαάνη][ςνιύ]?[νςυ]?\b|\bkim(?:in|i|e|dir)?\b|من هو|من هي|^من |कौन|किसने|किसके|ใคร|谁|誰/iu,
  ],
  [
    'place',
    /\b(?:where|what (?:city|country|place|state|region)|wo|wohin|woher|dónde|où|dove|onde|waar|unde|ở đâu|đâu|var|hvor)\b|где|куда|откуда|πού|nerede|nereye|أين|कहाँ|कहां|ที่ไหน|哪里|哪儿|在哪|どこ/iu,
  ],
  ['reason', /\b(?:why|warum|weshalb|wieso|por qué|pourquoi|perché|por que|waarom|de ce|tại sao|vì sao|varför|hvorfor)\b|почему|зачем|γιατί|neden|niçin|niye|لماذا|क्यों|ทำไม|为什么|为何|なぜ/iu],
  [
    'way',
    /^(?:how (?:do|can|should|would|could) (?:i|you|we|one)\b|how to\b|wie (?:kann|muss|soll|mache?|erstelle|lege?|öffne) (?:ich|man)|cómo (?:puedo|se puede|hago)|comment (?:puis-je|faire|peut-on)|como (?:posso|fa[çz]o)|come posso|hoe kan ik|как (?:мне|можно|сделать))/iu,
  ],
  ['definition', /^(?:what(?:'s| is| are| does)|define|explain|was (?:ist|sind|bedeutet)|qué (?:es|son)|qu'est-ce|che cos'è|o que é|wat is|ce este)\b/iu],
]

export function answerKindOf(question: string): AnswerKind {
  for (const [kind, pattern] of asking) if (pattern.test(question)) return kind
  return 'any'
}

/** Numbers as words, by language: what is a number in one is a small word in another ("on" is ten in Turkish). */
const NUMBER_WORDS: Readonly<Record<string, RegExp>> = {
  en: /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|million|billion|half|third|quarter|once|twice|single|unlimited)\b/i,
  de: /\b(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|vierzig|fünfzig|hundert|tausend|million(?:en)?|milliarden?|hälfte|drittel|viertel)\b/iu,
  es: /\b(?:dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|veinte|treinta|cien|cientos|mil|mill[oó]n(?:es)?|mitad|tercio)\b/iu,
  ro: /\b(?:doi|două|trei|patru|cinci|șase|şase|șapte|şapte|opt|nouă|zece|douăzeci|sut[eă]|mie|mii|milio(?:n|ane)|jumătate)\b/iu,
  vi: /(?:^|[\s,])(?:hai|ba|bốn|năm|sáu|bảy|tám|chín|mười|trăm|nghìn|triệu|tỷ)(?=[\s,.])/iu,
  tr: /(?:^|\s)(?:iki|üç|dört|beş|altı|yedi|sekiz|dokuz|on|yirmi|otuz|yüz|bin|milyon|milyar|yarısı)(?=[\s,.'’])/iu,
  el: /(?:^|\s)(?:δύο|τρεις|τρία|τέσσερ(?:α|ις)|πέντε|έξι|επτά|οκτώ|εννέα|δέκα|είκοσι|εκατό|χιλιάδες|εκατομμύρι(?:α|ο)|μισ[όά])(?=[\s,.])/iu,
  ru: /(?:^|\s)(?:два|две|двух|три|трёх|трех|четыре|четырёх|четырех|пять|пяти|шесть|семь|восемь|девять|десять|двадцать|сто|тысяч[аи]?|миллион\S*|миллиард\S*|половин\S*)(?=[\s,.])/iu,
  zh: /[二三四五六七八九十百千万亿两半]/u,
  ja: /[二三四五六七八九十百千万億]/u,
  th: /สอง|สาม|สี่|ห้า|หก|เจ็ด|แปด|เก้า|สิบ|ร้อย|พัน|หมื่น|แสน|ล้าน|ครึ่ง/u,
  hi: /दो|तीन|चार|पांच|पाँच|छह|सात|आठ|नौ|दस|सौ|हजार|हज़ार|लाख|करोड़|अरब|आधा/u,
  ar: /اثن|ثلاث|أربع|خمس|ست|سبع|ثمان|تسع|عشر|مائة|مئة|ألف|آلاف|مليون|مليار|نصف/u,
}

/** Those who may do something, when the page names them by what they are. */
const ROLES =
  /\b(?:super-?users?|owners?|administrators?|admins?|users?|members?|authors?|developers?|anyone|everyone|nobody|no one|only .{2,40} can|role with|privileges?|besitzer|eigentümer|benutzer|mitglieder|administrador(?:es)?|usuarios?|propietarios?|utilisateurs?|propriétaires?)\b/iu

/** Asks for a role rather than for somebody's name. */
const MAY = /^(?:who (?:can|may|is allowed|is able|has)|wer (?:kann|darf)|quién(?:es)? puede|qui peut)/iu

const ALLOWS = /\b(?:only|must|needs?|requires?|privileges?|allowed|permitted|may|can|nur|darf|dürfen|muss|solo|sólo|seul(?:s|ement)?)\b/iu

/** How something is done: told as an instruction, with a command, or announcing one. */
const INSTRUCTS =
  /^(?:to \p{L}+|use|run|type|open|click|choose|select|enter|call|add|set|create|press|if you (?:want|wish|need|would like))\b|\b(?:use the|using the|by (?:using|running|calling|setting|typing|\p{L}+ing)|you can|you may|can be (?:done|used|created|made)|the command|run the|do this)\b|[:：]$/iu

/** 0 to 1: how well a sentence can hold an answer of the kind. Sentences of the question's own words only never do. */
export function fitsKind(kind: AnswerKind, sentence: string, questionText: string, language: string): number {
  switch (kind) {
    case 'number':
      return hasNew(/\p{N}+(?:[.,]\p{N}+)*/gu, sentence, questionText) ? 1 : NUMBER_WORDS[language]?.test(sentence) ? 0.8 : 0
    case 'time':
      return hasNew(/\b\d{3,4}\b|[०-९]{4}|[٠-٩]{4}/gu, sentence, questionText) ? 1 : /\p{N}/u.test(sentence) ? 0.6 : 0
    case 'person':
      if (ROLES.test(sentence) && !ROLES.test(questionText)) return !MAY.test(questionText) || ALLOWS.test(sentence) ? 1 : 0.5
      return hasNewName(sentence, questionText) * (MAY.test(questionText) ? 0.3 : 1)
    case 'place':
      return hasNewName(sentence, questionText)
    case 'way':
      return INSTRUCTS.test(sentence) ? 1 : 0
    case 'reason':
      return /\b(?:because|due to|since|therefore|so that|in order to|as a result|weil|wegen|da|damit|porque|debido|para|parce que|car|pour|perché|omdat|deoarece|pentru|bởi|vì|do)\b|потому|поскольку|из-за|чтобы|επειδή|λόγω|διότι|için|nedeniyle|çünkü|بسبب|لأن|क्योंकि|कारण|เพราะ|เนื่องจาก|因为|由于|ため|から/iu.test(sentence) ? 1 : 0
    case 'definition':
    case 'any':
      return 0
  }
}

function hasNew(pattern: RegExp, sentence: string, questionText: string): boolean {
  return [...sentence.matchAll(pattern)].some((match) => !questionText.includes(match[0]))
}

/** A name is a capital inside the sentence that the question did not say; scripts without capitals tell nothing. */
function hasNewName(sentence: string, questionText: string): number {
  if (!/\p{Lu}/u.test(sentence)) return 0.5
  const asked = questionText.toLowerCase()
  for (const match of sentence.matchAll(/(?<=[^.!?\s]["'(“‘]?\s["'(“‘]?)\p{Lu}[\p{L}\p{M}]+/gu)) {
    if (!asked.includes(match[0].toLowerCase())) return 1
  }
  return 0
}
