/** What a message wants, apart from an answer: small talk, and questions about the selection or the assistant. */
import { anyOf } from '#server/platform/text/patterns.ts'

/**
 * `about`, `summary` and `page-list` ask for the selection as a whole; `greeting`, `thanks` and `capabilities` ask for
 * nothing that a page says.
 */
export type Intent = 'question' | 'greeting' | 'thanks' | 'capabilities' | 'about' | 'summary' | 'page-list'

/** Null if the message says more than a greeting, thanks or "OK". */
export function smallTalkIntent(text: string): 'greeting' | 'thanks' | null {
  if (isEmoji(text)) return 'thanks'
  const withoutGreeting = stripGreeting(text)
  if (withoutGreeting === '' || HOW_ARE_YOU.test(withoutGreeting)) return 'greeting'
  if (THANKS.test(withoutGreeting) || ACKNOWLEDGMENT.test(withoutGreeting)) return 'thanks'
  return null
}

/** The intent of a question that is not about what a page says; null for any other question. */
export function generalIntent(question: string): Intent | null {
  if (CAPABILITIES.test(question)) return 'capabilities'
  if (ABOUT.test(question)) return 'about'
  if (SUMMARY.test(question)) return 'summary'
  if (PAGE_LIST.test(question)) return 'page-list'
  return null
}

/** "We need a tool, and my boss asked me to find out." says who asks, not what. */
const SAYS_WHO_ASKS =
  /\b(?:asked|told|wants|wanted) (?:me|us) to (?:ask|check|find (?:it |this )?out|look into (?:it|this))[.!]?$/i

/** True for a sentence that asks nothing: a greeting, thanks, or who wants to know. */
export function isCourtesy(sentence: string): boolean {
  const isEmpty = stripGreeting(sentence) === ''
  return isEmpty || THANKS.test(sentence) || COURTESY.test(sentence) || SAYS_WHO_ASKS.test(sentence.trim())
}

export function stripGreeting(text: string): string {
  return text.replace(GREETING, '').trim()
}

/** "👍" */
function isEmoji(text: string): boolean {
  return /\p{Extended_Pictographic}/u.test(text) && !/[\p{L}\p{N}]/u.test(text)
}

/** Matches a text that is one of the parts, with `end` after it. */
const whole = (parts: readonly string[], end: string) => new RegExp(`^${anyOf(...parts)}${end}`, 'iu')

const SENTENCE_END = String.raw`[\s.!]*$`
const QUESTION_END = String.raw`[\s?!.]*$`

// Small talk.

/** Whom a greeting addresses: "all" in "Hi all". */
const ADDRESSEE = anyOf('there|all|everyone|everybody|team|guys|folks|again', 'zusammen|alle|leute|miteinander')
const GREETINGS = anyOf(
  'hi|hello|hey|hiya|greetings|howdy',
  'good (?:morning|afternoon|evening|day)',
  'dear (?:team|all|support)',
  'hallo|guten (?:morgen|tag|abend)|servus|moin|grüezi',
  // Spanish, French, Italian, Portuguese, Dutch and Swedish
  'hola|buenos días|buenas tardes|bonjour|salut|ciao|buongiorno|olá|hoi|hej',
)
/** "Hi all, "; not "High availability". */
const GREETING = new RegExp(String.raw`^${GREETINGS}(?:\s+${ADDRESSEE})?(?=$|[\s,.!:;–—-])[\s,.!:;–—-]*`, 'iu')

const APPROVAL = anyOf('ok(?:ay)?|great|perfect|cool|super|nice|wonderful|awesome|alright|got it', 'prima|toll')
const THANKING = anyOf(
  '(?:many |a lot of |so )?thanks?(?: you)?',
  'thank you|thx|ty|cheers|much appreciated',
  'vielen dank|danke(?: schön| sehr)?|besten dank',
  // French, Spanish, Italian, Portuguese, Dutch and Swedish
  'merci|gracias|grazie|obrigad[oa]|bedankt|tack',
)
const AFTER_THANKS = anyOf(
  'you|so much|very much|a lot|a bunch|a million|in advance|again',
  'for (?:your|the|any) (?:help|time|answer|patience)',
  'for that|that (?:helps|helped|was helpful)',
  'im voraus|für (?:die|ihre|deine) (?:hilfe|antwort|mühe)',
  'beaucoup',
)
/** "Great, thanks a lot!"; not "Thanks. How do I stop it?" */
const THANKS = whole(
  [String.raw`(?:${APPROVAL}[\s,.!]+)*${THANKING}(?:[\s,]+${AFTER_THANKS})*`],
  String.raw`[\s.!,:;)–—-]*$`,
)

/** "OK.", "Got it!"; not "Got it to work?" */
const ACKNOWLEDGMENT = whole([APPROVAL, 'i see|understood|verstanden', 'good (?:bye|night)|bye|tschüss?'], SENTENCE_END)

const HOW_ARE_YOU_PARTS = [
  'how are (?:you|things)',
  "how(?:['’]s| is) it going",
  'how do you do',
  "what['’]?s up",
  'nice to meet you',
  "wie geht(?:['’]?s| es)(?: dir| ihnen)?",
]
/** "How are you doing today?"; not "How are you built?" */
const HOW_ARE_YOU = whole(HOW_ARE_YOU_PARTS, `(?: (?:doing|today|heute))*${QUESTION_END}`)

/** A sentence of courtesy around a question: "Any help is appreciated."; not "Any limits?" */
const COURTESY = whole(
  [
    // "Any pointers would be great", "I would really appreciate an answer"
    String.raw`any (?:help|hint|hints|pointers?|advice|answer|tips?)\b[^?]{0,40}`,
    String.raw`(?:i|we)(?:['’]d| would)? (?:really |greatly |highly )?appreciate\b[^?]{0,60}`,
    // "Hope this is the right place", "Have a nice day", "Looking forward to your answer"
    String.raw`(?:i )?hope (?:you|this|that)\b[^?]{0,60}`,
    String.raw`(?:have|wish you) a (?:nice|good|great|lovely)\b[^?]{0,40}`,
    String.raw`looking forward\b[^?]{0,60}`,
    // "Best regards, Ada", "Sincerely, Ada Lovelace"
    String.raw`(?:kind|best|warm|many)? ?(?:regards|wishes)\b[^?]{0,40}`,
    String.raw`${anyOf('cheers|yours?|sincerely|yours sincerely', 'lg|vg|mfg|viele grüße|mit freundlichen grüßen|beste grüße')}\b[\s,]*\p{L}*(?: \p{L}+)?`,
    // "You're the best", "Please help", "Sorry for the long text"
    "you(?:['’]re| are) (?:great|awesome|the best)",
    '(?:please )?help(?: me)?',
    // "Explain it to me in simple terms"
    String.raw`(?:please )?explain (?:it|this|that)(?: to me)?(?: please)?(?: in \p{L}+ (?:terms|words))?`,
    String.raw`sorry\b[^?]{0,60}`,
    // "Ich freue mich auf eine Antwort"
    String.raw`(?:ich )?(?:freue mich|hoffe)\b[^?]{0,60}`,
  ],
  SENTENCE_END,
)

// Messages that ask for the selection as a whole, or about the assistant.

const BEFORE_SELECTION = anyOf(
  'these|this|the|those|all|my|your|selected|crawled|whole|entire|of',
  'diese[rsnm]?|die|alle|das|der|dem|den',
  // French, Spanish and Italian
  'ces?|cette|les?|las?|est[eao]s?|los|quest[aoie]|gli|il',
)
const SELECTED_THING = anyOf(
  'page|pages|site|website|web site|docs?|documents?|documentation|manual',
  'content|contents|selection|notebook|text|texts|material|everything',
  'seiten?|webseiten?|dokumentation|handbuch|inhalte?|auswahl',
  'sites?(?: web)?|pages?|sitio(?: web)?|web|páginas?|sito(?: web)?|pagin[ae]',
)
/** "these pages", "the whole documentation"; not "the tables". */
const SELECTION = String.raw`(?:${BEFORE_SELECTION}\s+)*${SELECTED_THING}(?:\s+(?:here|above|i selected|that i selected|you have))?`
/** Not "pages", which a site may be about. */
const THIS_SELECTION = String.raw`${BEFORE_SELECTION}\s+${SELECTION}`

/** "What can you do?", "Hilfe"; not "What can you do with an index?" */
const CAPABILITIES = whole(
  [
    'what (?:can|could|do) you (?:do|help(?: me)? with|answer|know)(?: for me)?',
    'who are you|what are you',
    'how (?:can|could|do) you help(?: me)?',
    'how do(?:es)? (?:you|this|it) work',
    'what can i (?:ask|do)(?: you| here)?',
    'help(?: me)?',
    'was kannst du(?: alles)?(?: tun| machen)?',
    'wer bist du',
    'wie funktioniert (?:das|es)',
    'was kann ich (?:dich )?(?:hier )?fragen',
    'hilfe',
  ],
  QUESTION_END,
)

/** Before what a person asks for: "Can you please summarize …", "I would like …". */
const ASKING = String.raw`(?:${anyOf(
  'please|kindly',
  '(?:can|could|would|will) you',
  '(?:can|could|may) i (?:get|have|see)',
  "i(?:['’]d| would) like(?: you to)?|i want(?: you to)?|i need(?: you to)?",
  'bitte|ich (?:hätte gern|möchte|brauche)',
)} )*`
/** "a short summary": what may be asked for. */
const ARTICLE = '(?:an? |the |eine[nr]? )?(?:short |brief |quick |kurze[nr]? )?'

/** "What is this about?", "Give me an overview"; not "What is this error about memory?" */
const ABOUT = whole(
  [
    String.raw`(?:so )?what(?:['’]s| is| are| do| does)\s+(?:it|this|these|that|${SELECTION})(?:\s+(?:all|mainly|mostly))?\s+(?:about|cover|contain|talk about|deal with)`,
    // "What topics are covered here?"
    `what (?:topics|subjects) (?:do|does|are) .{0,30}(?:cover(?:ed)?|contain|included)(?: (?:here|by ${SELECTION}))?`,
    `${ASKING}(?:(?:give|show|write) (?:me )?)?${ARTICLE}overview(?: (?:of|over|on) (?:it|this|${SELECTION}))?`,
    `${ASKING}(?:tell me (?:(?:more|something) )?about|describe|explain) ${THIS_SELECTION}`,
    // "What can I find on this website?", "What's on these pages?"
    `what(?:['’]s| is| are| can i find| do i find| will i find) (?:on|in) ${THIS_SELECTION}`,
    `worum geht(?:['’]s| es)(?: hier| (?:auf|in) ${SELECTION})?`,
    `wovon handel(?:t|n) ${SELECTION}`,
    `${ASKING}(?:gib mir |geben sie mir )?${ARTICLE}überblick(?: über ${SELECTION})?`,
    `was (?:steht|finde ich) (?:hier|(?:auf|in) ${SELECTION})`,
    `de quoi parle(?:nt)? ${SELECTION}`,
    `¿?de qué tratan? ${SELECTION}`,
    `di (?:che )?cosa parla(?:no)? ${SELECTION}`,
  ],
  QUESTION_END,
)

/** "Summarize these pages please", "tl;dr"; not "Summarize the changes in version 3" */
const SUMMARY = whole(
  [
    // "Give me a short summary of this"
    `${ASKING}(?:give me |write (?:me )?|make (?:me )?)?${ARTICLE}(?:summary|tl;?dr|recap)(?: of)?(?: (?:it|this|${SELECTION}))?`,
    // "Sum up the pages for me in three sentences"
    String.raw`${ASKING}(?:summari[sz]e|sum up|recap)(?: (?:it|this|that|for me|${SELECTION}))*(?: (?:for me|please|briefly|in (?:[\p{L}\d]+ ){1,2}(?:sentences|words|points)))*`,
    // "What are the key points of these pages?"
    `${ASKING}(?:(?:give|show|tell) me |list |what are )?(?:the )?(?:key|main) (?:points|takeaways|facts)(?: (?:of|on|in) (?:it|this|${SELECTION}))?`,
    `${ASKING}fass(?:e|en sie)? (?:(?:mir )?(?:bitte )?${SELECTION}|es|das)(?: bitte)?(?: kurz)? zusammen`,
    // "Kannst du mir die Seiten bitte kurz zusammenfassen?"
    `(?:(?:kannst du|können sie|könntest du|könnten sie)(?: mir)?(?: bitte)? )?(?:${SELECTION}|es|das)(?: bitte)?(?: kurz)? zusammenfassen`,
    `${ASKING}(?:gib mir |geben sie mir )?${ARTICLE}zusammenfassung(?: (?:von |der )?${SELECTION})?`,
    `(?:résume[rz]?|resume|resumir|riassumi|riassumere) ${SELECTION}`,
  ],
  QUESTION_END,
)

/** "List the pages", "Which pages are selected?"; not "How do I list the pages of a document?" */
const PAGE_LIST = whole(
  [
    `${ASKING}(?:list|show|name)(?: me)? ${SELECTION}`,
    `(?:which|what) (?:pages|documents|sites) ${anyOf(
      `are (?:selected|there|included|available|in (?:the|this) ${SELECTION})`,
      'do you (?:have|know|use)',
      'have (?:you|i) (?:crawled|read|selected)',
    )}`,
    `${ASKING}(?:give me |show me )?(?:a |the )?list of ${SELECTION}`,
    `${ASKING}(?:liste|zeige?|nenne?)(?: mir)? ${SELECTION}(?: auf)?`,
    'welche seiten (?:gibt es|sind ausgewählt|hast du|kennst du)',
  ],
  QUESTION_END,
)
