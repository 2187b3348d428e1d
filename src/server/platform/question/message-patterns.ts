/** What `readMessage` recognizes in and around a question, in English and German; polite phrases also in French, Spanish and Italian. */
import { anyOf } from '#server/platform/text/patterns.ts'

const atStart = (...parts: string[]) => new RegExp(`^${anyOf(...parts)}`, 'iu')
const END = String.raw`[\s?!.]*$`

// What is around a question.

const ME = '(?: me| us)?'
/** "to understand", "find out": what "tell me" and "help me" may have after them. */
const TO_KNOW = '(?: (?:please|to))?(?: (?:know|understand|find out|figure out))?'

/** "I was wondering", "I would like to know"; not "I was using". */
const WONDERING = [
  "i(?:['’]m| am| was|['’]d| would| have been| really|['’]ve been)?",
  '(?: (?:just|really|actually|also|still|currently|simply|quite|a bit))*',
  String.raw`\s+`,
  anyOf(
    'wondering|curious(?: about)?',
    'trying to (?:find out|figure out|understand|learn|work out)',
    'asking(?: myself)?',
    'interested in(?: knowing)?',
    'like to (?:know|ask|understand|learn|find out)',
    'love to (?:know|understand|learn)',
    'want(?:ed)? to (?:know|ask|understand|learn|find out)',
    'need(?:ed)? to (?:know|find out|understand)',
    '(?:have|got) (?:a|one|another)(?: (?:quick|short|small|simple))? question(?: (?:about|regarding|on))?',
    "not sure|unsure|don['’]t (?:know|understand)|do not (?:know|understand)",
    "cannot figure out|can['’]t figure out",
  ),
].join('')

/** Starts of a question that say nothing about its subject. Removed again and again, because they follow each other. */
export const POLITE_PREFIXES: readonly RegExp[] = [
  // "So, how …"; not "So many pages"
  atStart(
    String.raw`${anyOf(
      'so|well|ok(?:ay)?|now|anyway|also|and|but|by the way|btw',
      'just|please|pls|kindly',
      'sorry(?: to (?:bother|disturb)(?: you)?)?(?: but)?|excuse me|um+',
      'übrigens|bitte|entschuldigung|sag(?: mal)?|na',
    )}\s*[,:;–—-]\s*`,
  ),
  // "Please list …"
  atStart(String.raw`(?:please|pls|kindly|bitte)\s+`),
  // "Quick question: how …", "One last thing - …"; not "My question is how"
  atStart(
    String.raw`(?:(?:just )?(?:a )?(?:quick|short|simple|small|stupid|dumb|noob|newbie|one(?: more| last)?|another|my|the|kurze)\s+)+(?:question|thing|frage)(?:\s+is)?\s*[,:.–—-]+\s*`,
  ),
  // "Here is one for you: …", "May I ask: …"; not "The port: …"
  atStart(String.raw`[^:?.]{0,40}\b(?:question|one|thing|this|may|ask|know|frage|eine)\b[^:?.]{0,20}[:–—]\s+`),
  // "Would you mind telling me how …"
  atStart(
    String.raw`(?:would|do) you mind (?:telling|explaining(?: to)?|showing|helping)(?: me| us)?(?: (?:find out|understand|know))?[\s,]+`,
  ),
  // "I would be grateful if you could tell me …"
  atStart(
    [
      "i(?:['’]d| would) (?:be )?(?:very |so |really |extremely )?",
      '(?:grateful|thankful|glad|happy|pleased|appreciate it|appreciate)',
      ' if (?:you|someone|anyone|anybody|somebody) (?:could|can|would)(?: please| kindly)?',
      ` (?:tell|explain(?: to)?|show|help)${ME}${TO_KNOW}`,
      String.raw`[\s,]+`,
    ].join(''),
  ),
  // "Question: …"
  atStart(String.raw`(?:question|frage|q)\s*:\s*`),
  // "Could you please tell me …"; not "Could you restore …"
  atStart(
    [
      `(?:could|can|would|will) (?:you|someone|anyone|somebody|anybody)(?: all)?`,
      String.raw`(?: (?:please|kindly|perhaps|maybe|possibly|quickly|briefly|also))*\s+`,
      '(?:be so kind (?:as )?to |be able to )?',
      `(?:tell|explain(?: to)?|show|help|let|give|teach|remind|advise|clarify(?: for)?)${ME}${TO_KNOW}`,
      String.raw`[\s,]+`,
    ].join(''),
  ),
  // "Can you list …", without the verb of the request
  atStart(
    String.raw`(?:could|can|would|will) (?:you|someone|anyone|somebody)(?: (?:please|kindly|perhaps|maybe))*\s+(?=(?:list|name|describe|define|compare)\b)`,
  ),
  // "Tell me how …"; not "Tell me about …"
  atStart(
    String.raw`(?:please )?(?:tell|show|remind|help|teach|give)(?: me| us)(?! about)(?: (?:please|to))?(?: (?:know|understand|find out|figure out))?[\s,]+`,
  ),
  // "Let me know what …", "Explain how …"; not "Explain indexes"
  atStart(
    String.raw`(?:please )?(?:let me know|explain(?: to me)?|clarify|help me (?:to )?understand)[\s,]+(?=(?:what|how|when|where|who|why|which|whether|if)\b)`,
  ),
  // "I was wondering …", "I have a quick question about …"
  atStart(String.raw`${WONDERING}[\s,:]+`),
  // "Do you know …", "Any idea …"
  atStart(
    String.raw`${anyOf(
      'do you (?:happen to )?know',
      'does (?:any(?:one|body)) know',
      'any (?:idea|chance you know|clue)',
      'is it possible to (?:tell|explain to) me',
      'would you (?:happen to )?know',
      'have you any idea',
    )}[\s,]+`,
  ),
  // "Könntest du mir bitte sagen, …", "Ich möchte gerne wissen, …"; not "Kann ich …"
  atStart(
    String.raw`${anyOf(
      '(?:kannst|könntest|könnten|können|würdest|würden) (?:du|sie|mir jemand)(?: mir)?(?: (?:bitte|vielleicht|kurz))*(?: mir)?(?: (?:sagen|erklären|verraten|zeigen|helfen))?',
      'weißt du|wissen sie',
      'ich (?:möchte|würde gerne?|will|wollte) (?:gerne? )?(?:wissen|fragen|erfahren)',
      'ich frage mich|ich wüsste gerne?',
      'sag mir(?: bitte)?|erkläre? mir(?: bitte)?',
    )}[\s,:]+`,
  ),
  // "Pouvez-vous me dire si …", "Je voudrais savoir …"
  atStart(
    String.raw`${anyOf(
      '(?:pouvez|pourriez|peux|pourrais)[- ](?:vous|tu) (?:me |nous )?(?:dire|indiquer|expliquer|préciser|confirmer)',
      "(?:je (?:voudrais|veux|souhaite(?:rais)?|cherche à)|j['’]aimerais)(?: bien)? savoir",
      'savez[- ]vous|sais[- ]tu|je me demand(?:e|ais)|dites[- ]moi',
    )}(?:\s+si)?[\s,:]+`,
  ),
  // "¿Me podéis decir si …", "Quería saber …", "Vorrei sapere se …"
  atStart(
    String.raw`¿?${anyOf(
      '(?:(?:me|nos) )?(?:pod[eé]is|puedes?|pueden|podr[ií]a(?:s|is|n)?) (?:decir|indicar|explicar)(?:me|nos)?',
      '(?:quer[ií]a|quisiera|quiero|me gustar[ií]a) saber',
      '(?:mi |ci )?(?:potete|puoi|può|potreste|potresti|potrebbe) (?:dir|dire|spiegar|indicar)(?:mi|ci)?',
      '(?:vorrei|volevo|voglio) sapere',
    )}(?:\s+s[ie])?[\s,:]+`,
  ),
  // "if the index is used", which "could you tell me" leaves; not "if so"
  atStart(String.raw`(?:if|whether|ob)\s+(?=\S+\s+\S)`),
]

const POLITE_PHRASE = anyOf(
  'please|pls',
  // "What is the GIL, please explain", "…, explain please", "… in simple terms"
  '(?:please )?explain(?: (?:it|this|that))?(?: to me)?(?: please)?(?<=[,.;:–—-] ?(?:please )?explain.{0,20})',
  "in (?:simple|plain|easy|layman(?:[’']s|s)?) (?:terms|words|english)|for (?:a )?(?:dummies|beginners?)|eli5",
  'thanks?(?: you)?(?: (?:(?:so|very) much|a lot|in advance|again)){0,2}',
  'thx|cheers|merci',
  "if (?:that['’]s|that is|you) (?:ok(?:ay)?|possible|don['’]t mind|can)",
  // "My pan is rusty, help!"; not "I need help"
  // Looks behind last: before each word, it would read the message again.
  String.raw`help(?<!\b(?:need|want|get|for|with|some|any|more|of|to|can|will|does) help)(?<=^(?:my|our|i|we|the|it)\b.{8,}help)`,
  'bitte|danke(?: (?:schön|im voraus))?|vielen dank',
  "svp|stp|s['’ ]il (?:vous|te) pla[iî]t|merci (?:d['’]avance|beaucoup)",
  'por favor|porfa|(?:muchas )?gracias(?: (?:de antemano|por adelantado))?',
  'per favore|per piacere|grazie(?: (?:mille|in anticipo))?',
)
/** ", please", " Thanks in advance!"; not "thanks to which setting?" */
export const POLITE_SUFFIX = new RegExp(String.raw`[\s,.;:–—-]*(?:\(?${POLITE_PHRASE}\)?)(?=${END})`, 'iu')

/** A phrase such as "I was wondering", with everything before it; not "I know". */
const ASKING_PHRASE = new RegExp(
  String.raw`^.{0,400}?\b${anyOf(
    "i was wondering|i(?:['’]m| am) wondering|i wonder",
    "i(?:['’]d| would) like to know|i want(?:ed)? to know",
    '(?:could|can|would) (?:you|someone|anyone) (?:please |kindly )?(?:tell|explain to|show) me',
    'do you know|please tell me',
    'my question is|the question is',
  )}[\s,:]+(?=\S+\s+\S)`,
  'iu',
)

/** ", like GROUP_CONCAT in MySQL", " (similar to Java's interfaces)": what the writer knows from elsewhere, at the end. */
export const LIKE_ELSEWHERE =
  /(?:,|\s[–—-]|\s\()\s*(?:(?:just|much) )?(?:like|similar to|comparable to|ähnlich wie|so wie)\s[^?!,]{3,60}?\)?(?=[?!.\s]*$)/iu

const CLAUSE_WITH_CONJUNCTION = String.raw`.{12,}(?:[:;–—]|,?\s(?:so|and|but|und|aber|also)\b)`
/** Only a clause about the writer may end with a comma: "Besides coal, what heats the boiler?" is one question. */
const CLAUSE_ABOUT_WRITER = String.raw`(?=.*\b(?:i|we|my|our|me|us|ich|wir|mein\p{L}*|unser\p{L}*)\b).{12,},`
const ASKING_CLAUSE = anyOf(
  'what|how|when|where|who|why|which',
  'can i|can we|could i|do i|does|should i|is there|is it|are there',
  'wie|wann|wo|wer|warum|welche[rsmn]?|was ist|was sind|kann ich|gibt es',
)
/** All but the clause of a long sentence that asks: "we moved to a new server, so" before "what is the default port?" */
const LAST_ASKING_CLAUSE = atStart(
  String.raw`${anyOf(CLAUSE_WITH_CONJUNCTION, CLAUSE_ABOUT_WRITER)}\s+(?=${ASKING_CLAUSE}\s)`,
)

/** Spanish says where a question begins: "Hemos adoptado un perro, ¿me hacéis alguna rebaja?" */
const BEFORE_INVERTED_MARK = /^[^¿?]{12,}(?=¿)/u

export const INTRODUCTIONS: readonly RegExp[] = [ASKING_PHRASE, LAST_ASKING_CLAUSE, BEFORE_INVERTED_MARK]

const WHAT_TO_DO = anyOf(
  'what (?:now|(?:do|should) i (?:do|type|run|write|enter)(?: now)?|can i do(?: about it)?)',
  'was (?:nun|jetzt|tun)',
)
/** "What is X exactly?", "How does X work exactly?"; not "How do I match a word exactly?" */
const ASKS_WHAT_IT_IS = anyOf(
  'what (?:is|are|does|do|did|happens?)',
  String.raw`how (?:does|do|did)\b[^?.!]*\bworks?`,
  'was (?:ist|sind|macht|machen|bedeute[nt]|heißt|bewirk(?:t|en)|tut)',
  'wie (?:funktionier(?:t|en)|geht)',
)
/** "whats", "who's": also without an apostrophe, as people type. */
export const CONTRACTED_IS = /\b(what|who|where|when|how)['’]?s(?= \p{L})/giu

/** Says only how deep the answer may go, that it is asked now, that an answer is wanted, or gives a value as an example. */
export const FILLER = new RegExp(
  [
    // "What happens under the hood?"
    String.raw`\s*\b(?:behind the scenes|under the hood|by the way|as of now|right now|at the moment|these days)\b`,
    // "What on earth is a rebase, in simple words?"
    String.raw`,?\s*\b(?:on earth|the hell|asap|in practice|in a nutshell|in (?:simple|plain|easy) (?:words|terms|english|language))\b`,
    // "What exactly does git pull do?", "Was macht es eigentlich?"
    String.raw`(?<=\b(?:what|how|why|when|where|was|wie|warum|wann|wo))\s+(?:exactly|precisely|genau)\b`,
    // Looks behind last: at each space, it would read the message again.
    String.raw`\s+(?:exactly|precisely|really|genau)(?=${END})(?<=(?<!\p{L})${ASKS_WHAT_IT_IS}\b[^?.!]*)`,
    String.raw`(?<=\p{L})\s+(?:actually|eigentlich)(?!\p{L})`,
    // "How do I parse a date like 2024-05-01?"
    String.raw`,?\s+(?:like|such as|e\.g\.|for example|for instance|zum beispiel|z\. ?b\.)\s+["'“‘„]?[^\s\d]*\d[^\s?,]*(?=${END})`,
    // ", what do I type?" after other words
    String.raw`(?<=[^\s.?!])[\s,–—-]+(?:(?:and|so|or|und|oder)\s+)?${WHAT_TO_DO}(?=${END})`,
  ].join('|'),
  'giu',
)

// Questions.

/** "How do I …", "Explain …"; not "however". */
export const STARTS_LIKE_QUESTION = atStart(
  String.raw`${anyOf(
    'what|how|when|where|who|whom|whose|why|which',
    'can|could|do|does|did|is|are|am|was|were|should|must|may|will|would|has|have',
    'wie|wann|wo|wer|wen|wem|warum|wieso|weshalb|welche[rsmn]?|woher|wohin|womit',
    'kann|können|darf|muss|ist|sind|gibt|hat',
    'define|describe|explain|list|name|compare|give|show|tell',
  )}(?=[\s'’])`,
)

/** A request without a verb: "difference between fetch and pull", "json vs jsonb"; not "different". */
export const FRAGMENT = new RegExp(
  [
    String.raw`^(?:the |a |an )?${anyOf(
      'differences?|syntax|meaning|definition|default|list|examples?|purpose|comparison|steps|command|way',
      'unterschiede?|bedeutung|beispiele?|befehl',
    )}\b`,
    String.raw`\bvs\.? \S`,
  ].join('|'),
  'iu',
)

/** "The build fails, what does that mean." A comma before "which" or "where" begins a relative clause instead. */
export const ASKS_AT_END = /,\s+(?:so )?(?:what(?:['’]?s)?|how|why|was|wie|warum)\s[^,.]+[.!]*$/iu

const ABBREVIATION = 'eg|ie|vs|no|al|cf|st|dr|mr|mrs|ms|etc|ca|bzw|nr|approx|incl|min|max'
/** A full stop before a word in lower case, as in "it fails. what now"; not after an abbreviation or an initial. */
export const END_BEFORE_LOWER_CASE = new RegExp(
  String.raw`(?<=(?:\p{L}{2}|\p{N})[.!?]["”’)]?)(?<!(?<!\p{L})(?:${ABBREVIATION})\.)\s+(?=\p{Ll}+['’]?\p{L}*\s)`,
  'u',
)

const NOT = "(?:do not|don['’]?t|did not|didn['’]?t|never|have never|haven['’]?t)"
const SET = '(?:set|configured?|specify|specified|choose|chose|give|gave|change|changed|pass|passed|define|defined)'
/** Phrases that mean "by default", which is what a manual says: "out of the box", "if I configure nothing". */
export const BY_DEFAULT = new RegExp(
  String.raw`\b${anyOf(
    'out of the box|from the start',
    `if (?:i|you|we) ${NOT} ${SET}(?: (?:one|it|any|anything|them|that))?`,
    'if (?:i|you|we) (?:configure|set|specify|change) nothing',
    'if nothing is (?:set|configured|specified|changed)',
    // "if I never touched postgresql.conf"
    String.raw`if (?:i|you|we) (?:never|don['’]?t|didn['’]?t) (?:touch|edit|change|configure)(?:e?d)? (?:the |my |any )?(?:configuration|config|settings?|defaults|[\w-]+\.(?:conf|cfg|ini|ya?ml|toml|json))(?: files?)?`,
  )}\b`,
  'giu',
)

// Questions that cannot stand alone.

/** "Can I still get my data?" asks about what was said before: "I lost my passphrase". */
export const DESPITE_THAT =
  /(?<!\p{L})(?:still|anyway|nevertheless|trotzdem|dennoch|(?:immer )?noch|encore|quand même|todavía|aún|ancora)(?!\p{L})/iu

/** Words of a question that names nothing of its own: "What's wrong?", "What are the usual causes?", "How long does it take?" */
export const NAMES_NOTHING = new Set(
  `wrong cause causes caused reason reasons usual usually common typical possible likely problem problems issue issues
   matter fault error errors mistake solution solutions fix fixed fixing solve solved going happening happened happen
   happens mean means do doing done need needed needs take takes long cost costs much options option steps procedure best
   way ways thing things whole everything correct right normal okay ok
   falsch ursache ursachen grund gründe übliche häufigste mögliche problem probleme fehler lösung lösungen los passiert
   bedeutet tun machen brauche brauchen dauert kostet viel lange möglichkeiten schritte vorgehen ganze alles richtig
   normal`.split(/\s+/),
)

/** "json or jsonb, which should I use"; not "which port should I use". */
export const WHICH_OF_THEM = atStart(
  `(?:so )?${anyOf(
    // "which one of the two is faster"
    String.raw`which(?: one| of (?:them|these|those|the two))?(?: (?:should|do|is|are|was|would|can|to)\b|[\s?]*$)`,
    // "what’s the diff"
    String.raw`(?:what(?:['’]?s| is) )?(?:the )?(?:diff|difference)[\s?]*$`,
  )}`,
)

/** "FATAL: role does not exist", "could not open file: permission denied"; not "my export failed yesterday". */
export const ERROR_MESSAGE = new RegExp(
  [
    String.raw`\b(?:error|fatal|panic|exception|warning|traceback|fehler|\p{L}+(?:Error|Exception))\b[^:]{0,40}:`,
    String.raw`\b(?:could not|cannot|can['’]t|unable to|failed to|konnte nicht)\b[^:]{3,60}:`,
  ].join('|'),
  'iu',
)
