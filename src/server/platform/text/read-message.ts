/** Reads a chat message: what the person wants, and the question without greetings, thanks and the story around it. */
import { detectLanguage } from './detect-language.ts'
import { foldedWords } from './folded-words.ts'
import { isAnaphora, refersBack } from './refers-back.ts'
import { splitSentences } from './split-sentences.ts'
import { isStopWord } from './stop-words.ts'

/**
 * `about`, `summary` and `page-list` ask for the selection as a whole; `greeting`, `thanks` and `capabilities` ask for
 * nothing that a page says.
 */
export type Intent = 'question' | 'greeting' | 'thanks' | 'capabilities' | 'about' | 'summary' | 'page-list'

export type Message = {
  intent: Intent
  /** The question alone; for other intents the whole message. */
  question: string
}

/** The patterns are below, each with an example. They are for English and German, with greetings in more languages. */
export function readMessage(message: string): Message {
  const text = message.trim()
  if (text === '') return { intent: 'question', question: text }
  const smallTalk = smallTalkIntent(text)
  if (smallTalk) return { intent: smallTalk, question: text }
  const question = coreQuestion(stripGreeting(text).replace(FILLER, ''))
  const known = INTENTS.find(([, pattern]) => pattern.test(question))
  if (known) return { intent: known[0], question: text }
  return { intent: 'question', question: question.replace(BY_DEFAULT, 'by default') }
}

/** Null if the message says more than a greeting, thanks or "OK". */
function smallTalkIntent(text: string): 'greeting' | 'thanks' | null {
  if (isEmoji(text)) return 'thanks'
  const withoutGreeting = stripGreeting(text)
  if (withoutGreeting === '' || HOW_ARE_YOU.test(withoutGreeting)) return 'greeting'
  return THANKS.test(withoutGreeting) || ACKNOWLEDGEMENT.test(withoutGreeting) ? 'thanks' : null
}

/** "👍" */
function isEmoji(text: string): boolean {
  return /\p{Extended_Pictographic}/u.test(text) && !/[\p{L}\p{N}]/u.test(text)
}

function stripGreeting(text: string): string {
  return text.replace(GREETING, '').trim()
}

/**
 * The sentences that ask, without the polite phrases around them; all sentences if none asks. A question that needs the
 * sentence before it has it at its end: "I lost a commit. How do I get it back?" asks about the commit.
 */
function coreQuestion(text: string): string {
  const sentences = sentencesOf(text).filter((sentence) => !isCourtesy(sentence))
  const hasQuestionMark = sentences.some(endsWithQuestionMark)
  const asking = sentences.filter((sentence) => asks(sentence, { hasQuestionMark }))
  const question = (asking.length > 0 ? asking : sentences)
    .map((sentence) => stripFrame(sentence))
    .join(' ')
    .trim()
  const [firstAsking] = asking
  const before = firstAsking === undefined ? undefined : sentences[sentences.indexOf(firstAsking) - 1]
  if (before !== undefined && (isIncomplete(question) || isAboutError(question, before)))
    return `${question} ${stripFrame(before)}`.trim()
  return question === '' ? text : question
}

/** Sentences of prose: a message has no Markdown, and a line break ends a sentence. */
function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  for (const line of text.split(/\n+/)) {
    for (const { start, end } of splitSentences(line))
      sentences.push(...line.slice(start, end).split(END_BEFORE_LOWER_CASE))
  }
  return sentences.filter((sentence) => sentence.trim() !== '')
}

function isCourtesy(sentence: string): boolean {
  return THANKS.test(sentence) || COURTESY.test(sentence) || stripGreeting(sentence) === ''
}

/**
 * True if the sentence is a question. If a sentence of the message has a question mark, others must start like a question:
 * in "We come from a system, where our tables are big. Is that a problem?" the first sentence asks nothing.
 */
function asks(sentence: string, { hasQuestionMark }: { hasQuestionMark: boolean }): boolean {
  if (endsWithQuestionMark(sentence)) return true
  const bare = stripFrame(sentence, { keepIntroduction: hasQuestionMark })
  if (STARTS_LIKE_QUESTION.test(bare) || FRAGMENT.test(bare)) return true
  return !hasQuestionMark && ASKS_AT_END.test(sentence)
}

function endsWithQuestionMark(sentence: string): boolean {
  return /[?？؟]["”’)]*$/.test(sentence.trim())
}

/** True if the question needs the sentence before it: "How do I fix it?", "What now?" */
function isIncomplete(question: string): boolean {
  if (foldedWords(question).length <= MAX_DEPENDENT_WORDS) return true
  const words = contentWords(question).filter((word) => !isAnaphora(word)).length
  return words === 0 || (words <= MAX_DEPENDENT_CONTENT_WORDS && refersBack(question))
}

/** "could not create semaphores: No space left on device. Is my disk full?" is about the message. */
function isAboutError(question: string, before: string): boolean {
  return ERROR_MESSAGE.test(before) && contentWords(question).length <= MAX_WORDS_ABOUT_ERROR
}

/**
 * The question in a sentence: without greetings and polite phrases, and without the clause that introduces it ("we moved
 * to a new server, so"). The sentence itself if nothing else is left.
 */
function stripFrame(sentence: string, { keepIntroduction = false } = {}): string {
  let text = sentence.trim()
  let previous: string
  do {
    previous = text
    text = stripGreeting(text).replace(POLITE_SUFFIX, '').trim()
    const hasNoIntroduction = keepIntroduction || STARTS_LIKE_QUESTION.test(text)
    for (const pattern of POLITE_PREFIXES) text = stripStart(text, pattern)
    if (!hasNoIntroduction) for (const pattern of INTRODUCTIONS) text = stripIntroduction(text, pattern)
  } while (text !== previous)
  return text === '' ? sentence.trim() : toDirectQuestion(text)
}

/** Keeps a start without which the rest would not be a whole question. */
function stripStart(text: string, pattern: RegExp): string {
  const rest = text.replace(pattern, '')
  if (rest === text) return text
  return contentWords(rest).length > 0 && !isIncomplete(rest) ? rest.trim() : text
}

/** Keeps an introduction that names what the question refers to: "I have a CSV file, how do I load it into a table?" */
function stripIntroduction(text: string, pattern: RegExp): string {
  const rest = stripStart(text, pattern)
  return rest !== text && (refersBack(rest) || WHICH_OF_THEM.test(rest)) ? text : rest
}

/** An indirect question in the word order of a direct one: "what the default port is" as "what is the default port". */
function toDirectQuestion(text: string): string {
  return text.replace(INDIRECT_BE, '$1 $3 $2').replace(INDIRECT_DO, (_, subject: string, verb: string, end = '') => {
    const infinitive = /^(?:does|do)$/i.test(verb) ? 'do' : verb.slice(0, -1)
    return `what does ${subject} ${infinitive}${end}`
  })
}

function contentWords(text: string): string[] {
  const language = detectLanguage(text)
  return foldedWords(text).filter((word) => !isStopWord(word, language) && !isStopWord(word, 'en'))
}

// Questions that cannot stand alone.

/** A question that refers back needs the sentence before it, unless it has more content words than this. */
const MAX_DEPENDENT_CONTENT_WORDS = 2
/** A question with so few words of any kind asks nothing alone: "What now?" */
const MAX_DEPENDENT_WORDS = 2
/** "json or jsonb, which should I use"; not "which port should I use". */
const WHICH_OF_THEM =
  /^(?:so )?(?:which(?: one| of (?:them|these|those|the two))?(?: (?:should|do|is|are|was|would|can|to)\b|[\s?]*$)|(?:what(?:['’]?s| is) )?(?:the )?(?:diff|difference)[\s?]*$)/iu
/** "FATAL: role does not exist", "could not open file: permission denied"; not "my export failed yesterday". */
const ERROR_MESSAGE =
  /\b(?:error|fatal|panic|exception|warning|traceback|fehler|\p{L}+(?:Error|Exception))\b[^:]{0,40}:|\b(?:could not|cannot|can['’]t|unable to|failed to|konnte nicht)\b[^:]{3,60}:/iu
/** A question after an error message that has more content words names what it is about itself. */
const MAX_WORDS_ABOUT_ERROR = 3

// Small talk.

/** Whom a greeting addresses: "all" in "Hi all". */
const ADDRESSEE = String.raw`(?:there|all|everyone|everybody|team|guys|folks|again|zusammen|alle|leute|miteinander)`
/** "Hi all, "; not "High availability". */
const GREETING = new RegExp(
  String.raw`^(?:(?:hi|hello|hey|hiya|greetings|howdy|good (?:morning|afternoon|evening|day)|dear (?:team|all|support)|hallo|guten (?:morgen|tag|abend)|servus|moin|grüezi|hola|buenos días|buenas tardes|bonjour|salut|ciao|buongiorno|olá|hoi|hej)(?:\s+${ADDRESSEE})?)(?=$|[\s,.!:;–—-])[\s,.!:;–—-]*`,
  'iu',
)
/** "Great, thanks a lot!"; not "Thanks. How do I stop it?" */
const THANKS = new RegExp(
  String.raw`^(?:(?:ok(?:ay)?|great|perfect|cool|super|nice|wonderful|awesome|alright|got it|prima|toll)[\s,.!]+)*(?:(?:many |a lot of |so )?thanks?(?: you)?|thank you|thx|ty|cheers|much appreciated|vielen dank|danke(?: schön| sehr)?|besten dank|merci|gracias|grazie|obrigad[oa]|bedankt|tack)(?:[\s,]+(?:you|so much|very much|a lot|a bunch|a million|in advance|again|for (?:your|the|any) (?:help|time|answer|patience)|for that|im voraus|für (?:die|ihre|deine) (?:hilfe|antwort|mühe)|beaucoup|that (?:helps|helped|was helpful)))*[\s.!,:;)–—-]*$`,
  'iu',
)
/** "How are you doing today?"; not "How are you built?" */
const HOW_ARE_YOU =
  /^(?:how are (?:you|things)|how(?:['’]s| is) it going|how do you do|what['’]?s up|nice to meet you|wie geht(?:['’]?s| es)(?: dir| ihnen)?)(?: (?:doing|today|heute))*[\s?.!]*$/iu
/** A sentence of courtesy around a question: "Any help is appreciated.", "Best regards, Ada"; not "Any limits?" */
const COURTESY =
  /^(?:any (?:help|hint|hints|pointers?|advice|answer|tips?)\b[^?]{0,40}|(?:i|we)(?:['’]d| would)? (?:really |greatly |highly )?appreciate\b[^?]{0,60}|(?:i )?hope (?:you|this|that)\b[^?]{0,60}|(?:have|wish you) a (?:nice|good|great|lovely)\b[^?]{0,40}|(?:kind|best|warm|many)? ?(?:regards|wishes)\b[^?]{0,40}|(?:cheers|yours?|sincerely|yours sincerely|lg|vg|mfg|viele grüße|mit freundlichen grüßen|beste grüße)\b[\s,]*\p{L}*(?: \p{L}+)?|looking forward\b[^?]{0,60}|you(?:['’]re| are) (?:great|awesome|the best)|(?:please )?help(?: me)?|sorry\b[^?]{0,60}|(?:ich )?(?:freue mich|hoffe)\b[^?]{0,60})[\s.!]*$/iu
/** "OK.", "Got it!"; not "Got it to work?" */
const ACKNOWLEDGEMENT =
  /^(?:ok(?:ay)?|great|perfect|cool|super|nice|wonderful|awesome|alright|got it|i see|understood|prima|toll|verstanden|good (?:bye|night)|bye|tschüss?)[\s.!]*$/iu

// Messages that ask for the selection as a whole, or about the assistant.

/** "these pages", "the whole documentation"; not "the tables". */
const SELECTION = String.raw`(?:(?:these|this|the|those|all|my|your|selected|crawled|whole|entire|of|diese[rsn]?|die|alle|das|der)\s+)*(?:page|pages|site|website|web site|docs?|documents?|documentation|manual|content|contents|selection|notebook|text|texts|material|everything|seiten?|webseiten?|website|dokumentation|handbuch|inhalte?|auswahl)(?:\s+(?:here|above|i selected|that i selected|you have))?`
const END = String.raw`[\s?!.]*$`
const INTENTS: readonly (readonly [Intent, RegExp])[] = [
  // "What can you do?", "Hilfe"; not "What can you do with an index?"
  [
    'capabilities',
    /^(?:what (?:can|could|do) you (?:do|help(?: me)? with|answer|know)(?: for me)?|who are you|what are you|how (?:can|could|do) you help(?: me)?|how do(?:es)? (?:you|this|it) work|what can i (?:ask|do)(?: you| here)?|help(?: me)?|was kannst du(?: alles)?(?: tun| machen)?|wer bist du|wie funktioniert (?:das|es)|was kann ich (?:dich )?(?:hier )?fragen|hilfe)[\s?!.]*$/iu,
  ],
  // "What is this about?", "Give me an overview"; not "What is this error about memory?"
  [
    'about',
    new RegExp(
      String.raw`^(?:(?:so )?what(?:['’]s| is| are| do| does)\s+(?:it|this|these|that|${SELECTION})(?:\s+(?:all|mainly|mostly))?\s+(?:about|cover|contain|talk about|deal with)|what (?:topics|subjects) (?:do|does|are) .{0,30}(?:cover(?:ed)?|contain|included)(?: (?:here|by ${SELECTION}))?|give (?:me )?an? (?:short |brief |quick )?overview(?: of ${SELECTION})?|overview|worum geht(?:['’]s| es)(?: hier| (?:auf|in) ${SELECTION})?|wovon handel(?:t|n) ${SELECTION}|gib mir einen überblick(?: über ${SELECTION})?)${END}`,
      'iu',
    ),
  ],
  // "Summarise these pages please", "tl;dr"; not "Summarise the changes in version 3"
  [
    'summary',
    new RegExp(
      String.raw`^(?:(?:give me |write |make |i need )?(?:an? |the )?(?:short |brief |quick )?(?:summary|tl;?dr|recap)(?: of)?(?: (?:it|this|${SELECTION}))?|(?:summari[sz]e|sum up|recap)(?: (?:it|this|that|for me|${SELECTION}))*(?: (?:for me|please|briefly|in \p{L}+ (?:sentences|words|points)))*|fass(?:e)? (?:(?:mir )?${SELECTION}|es|das)(?: kurz)? zusammen|(?:eine )?(?:kurze )?zusammenfassung(?: (?:von )?${SELECTION})?)${END}`,
      'iu',
    ),
  ],
  // "List the pages", "Which pages are selected?"; not "How do I list the pages of a document?"
  [
    'page-list',
    new RegExp(
      String.raw`^(?:(?:list|show|name)(?: me)? ${SELECTION}|(?:which|what) (?:pages|documents|sites) (?:are (?:selected|there|included|available|in (?:the|this) ${SELECTION})|do you (?:have|know|use)|have (?:you|i) (?:crawled|read|selected))|(?:give me |show me )?(?:a |the )?list of ${SELECTION}|(?:liste|zeige?|nenne?)(?: mir)? ${SELECTION}(?: auf)?|welche seiten (?:gibt es|sind ausgewählt|hast du|kennst du))${END}`,
      'iu',
    ),
  ],
]

// What is around a question.

/** Starts of a question that say nothing about its subject. Removed again and again, because they follow each other. */
const POLITE_PREFIXES: readonly RegExp[] = [
  // "So, how …"; not "So many pages"
  /^(?:so|well|ok(?:ay)?|now|anyway|also|and|but|by the way|btw|just|please|pls|kindly|sorry(?: to (?:bother|disturb)(?: you)?)?(?: but)?|excuse me|um+|also|übrigens|bitte|entschuldigung|sag(?: mal)?|na)\s*[,:;–—-]\s*/iu,
  // "Please list …"
  /^(?:please|pls|kindly|bitte)\s+/iu,
  // "Quick question: how …", "One last thing - …"; not "My question is how"
  /^(?:(?:just )?(?:a )?(?:quick|short|simple|small|stupid|dumb|noob|newbie|one(?: more| last)?|another|my|the|kurze)\s+)+(?:question|thing|frage)(?:\s+is)?\s*[,:.–—-]+\s*/iu,
  // "Here is one for you: …", "May I ask: …"; not "The port: …"
  /^[^:?.]{0,40}\b(?:question|one|thing|this|may|ask|know|frage|eine)\b[^:?.]{0,20}[:–—]\s+/iu,
  // "Would you mind telling me how …"
  /^(?:would|do) you mind (?:telling|explaining(?: to)?|showing|helping)(?: me| us)?(?: (?:find out|understand|know))?[\s,]+/iu,
  // "I would be grateful if you could tell me …"
  /^i(?:['’]d| would) (?:be )?(?:very |so |really |extremely )?(?:grateful|thankful|glad|happy|pleased|appreciate it|appreciate) if (?:you|someone|anyone|anybody|somebody) (?:could|can|would)(?: please| kindly)? (?:tell|explain(?: to)?|show|help)(?: me| us)?(?: (?:please|to))?(?: (?:know|understand|find out|figure out))?[\s,]+/iu,
  // "Question: …"
  /^(?:question|frage|q)\s*:\s*/iu,
  // "Could you please tell me …"; not "Could you restore …"
  /^(?:could|can|would|will) (?:you|someone|anyone|somebody|anybody)(?: all)?(?: (?:please|kindly|perhaps|maybe|possibly|quickly|briefly|also))*\s+(?:be so kind (?:as )?to |be able to )?(?:tell|explain(?: to)?|show|help|let|give|teach|remind|advise|clarify(?: for)?)(?: me| us)?(?: (?:please|to))?(?: (?:know|understand|find out|figure out))?[\s,]+/iu,
  // "Can you list …", without the verb of the request
  /^(?:could|can|would|will) (?:you|someone|anyone|somebody)(?: (?:please|kindly|perhaps|maybe))*\s+(?=(?:list|name|describe|define|compare)\b)/iu,
  // "Tell me how …"; not "Tell me about …"
  /^(?:please )?(?:tell|show|remind|help|teach|give)(?: me| us)(?! about)(?: (?:please|to))?(?: (?:know|understand|find out|figure out))?[\s,]+/iu,
  // "Let me know what …", "Explain how …"; not "Explain indexes"
  /^(?:please )?(?:let me know|explain(?: to me)?|clarify|help me (?:to )?understand)[\s,]+(?=(?:what|how|when|where|who|why|which|whether|if)\b)/iu,
  // "I was wondering …", "I have a quick question about …"; not "I was using …"
  /^(?:i(?:['’]m| am| was|['’]d| would| have been| really|['’]ve been)?(?: (?:just|really|actually|also|still|currently|simply|quite|a bit))*\s+(?:wondering|curious(?: about)?|trying to (?:find out|figure out|understand|learn|work out)|asking(?: myself)?|interested in(?: knowing)?|like to (?:know|ask|understand|learn|find out)|love to (?:know|understand|learn)|want(?:ed)? to (?:know|ask|understand|learn|find out)|need(?:ed)? to (?:know|find out|understand)|(?:have|got) (?:a|one|another)(?: (?:quick|short|small|simple))? question(?: (?:about|regarding|on))?|not sure|unsure|don['’]t (?:know|understand)|do not (?:know|understand)|cannot figure out|can['’]t figure out))[\s,:]+/iu,
  // "Do you know …", "Any idea …"
  /^(?:do you (?:happen to )?know|does (?:any(?:one|body)) know|any (?:idea|chance you know|clue)|is it possible to (?:tell|explain to) me|would you (?:happen to )?know|have you any idea)[\s,]+/iu,
  // "Könntest du mir bitte sagen, …", "Ich möchte gerne wissen, …"; not "Kann ich …"
  /^(?:(?:kannst|könntest|könnten|können|würdest|würden) (?:du|sie|mir jemand)(?: mir)?(?: (?:bitte|vielleicht|kurz))*(?: mir)?(?: (?:sagen|erklären|verraten|zeigen|helfen))?|(?:weißt du|wissen sie|ich (?:möchte|würde gerne?|will|wollte) (?:gerne? )?(?:wissen|fragen|erfahren)|ich frage mich|ich wüsste gerne?|sag mir(?: bitte)?|erkläre? mir(?: bitte)?))[\s,:]+/iu,
  // "if the index is used", which "could you tell me" leaves; not "if so"
  /^(?:if|whether|ob)\s+(?=\S+\s+\S)/iu,
]
/** ", please", " Thanks in advance!"; not "thanks to which setting?" */
const POLITE_SUFFIX =
  /[\s,.;:–—-]*(?:\(?(?:please|pls|thanks?(?: you)?(?: (?:(?:so|very) much|a lot|in advance|again)){0,2}|thx|cheers|bitte|danke(?: (?:schön|im voraus))?|vielen dank|if (?:that['’]s|that is|you) (?:ok(?:ay)?|possible|don['’]t mind|can)|merci)\)?)(?=[\s?!.]*$)/iu
/** A phrase such as "I was wondering", with everything before it; not "I know". */
const ASKING_PHRASE =
  /^.{0,400}?\b(?:i was wondering|i(?:['’]m| am) wondering|i wonder|i(?:['’]d| would) like to know|i want(?:ed)? to know|(?:could|can|would) (?:you|someone|anyone) (?:please |kindly )?(?:tell|explain to|show) me|do you know|please tell me|my question is|the question is)[\s,:]+(?=\S+\s+\S)/iu
/** All but the clause of a long sentence that asks: "we moved to a new server, so" before "what is the default port?" */
const LAST_ASKING_CLAUSE = new RegExp(
  String.raw`^(?:.{12,}(?:[:;–—]|,?\s(?:so|and|but|und|aber|also)\b)|(?=.*\b(?:i|we|my|our|me|us|ich|wir|mein\p{L}*|unser\p{L}*)\b).{12,},)\s+(?=(?:what|how|when|where|who|why|which|can i|can we|could i|do i|does|should i|is there|is it|are there|wie|wann|wo|wer|warum|welche[rsmn]?|was ist|was sind|kann ich|gibt es)\s)`,
  'iu',
)
const INTRODUCTIONS: readonly RegExp[] = [ASKING_PHRASE, LAST_ASKING_CLAUSE]
/** Says only how deep the answer may go, that it is asked now, or that an answer is wanted: "under the hood", ", what do I type?" */
const FILLER =
  /\s*\b(?:behind the scenes|under the hood|by the way|as of now|right now|at the moment|these days)\b|(?<=[^\s.?!])[\s,–—-]+(?:(?:and|so|or|und|oder)\s+)?(?:what (?:now|(?:do|should) i (?:do|type|run|write|enter)(?: now)?|can i do(?: about it)?)|was (?:nun|jetzt|tun))(?=[\s?!.]*$)/giu

// Questions.

const QUESTION_WORD =
  '(?:what|how|when|where|who|whom|whose|why|which|can|could|do|does|did|is|are|was|were|should|must|may|will|would|has|have|am|was|wie|wann|wo|wer|wen|wem|warum|wieso|weshalb|welche[rsmn]?|woher|wohin|womit|kann|können|darf|muss|ist|sind|gibt|hat)'
/** "How do I …", "Explain …"; not "however". */
const STARTS_LIKE_QUESTION = new RegExp(
  String.raw`^(?:${QUESTION_WORD}|define|describe|explain|list|name|compare|give|show|tell)(?=[\s'’])`,
  'iu',
)
/** A request without a verb: "difference between fetch and pull", "json vs jsonb"; not "different". */
const FRAGMENT =
  /^(?:the |a |an )?(?:differences?|syntax|meaning|definition|default|list|examples?|purpose|comparison|steps|command|way|unterschiede?|bedeutung|beispiele?|befehl)\b|\bvs\.? \S/iu
/** "The build fails, what does that mean." A comma before "which" or "where" begins a relative clause instead. */
const ASKS_AT_END = /,\s+(?:so )?(?:what(?:['’]?s)?|how|why|was|wie|warum)\s[^,.]+[.!]*$/iu
/** A full stop before a word in lower case, as in "it fails. what now"; not after an abbreviation or an initial. */
const END_BEFORE_LOWER_CASE =
  /(?<=(?:\p{L}{2}|\p{N})[.!?]["”’)]?)(?<!(?<!\p{L})(?:eg|ie|vs|no|al|cf|st|dr|mr|mrs|ms|etc|ca|bzw|nr|approx|incl|min|max)\.)\s+(?=\p{Ll}+['’]?\p{L}*\s)/u
/** "what the default port is"; not "what is the default port". */
const INDIRECT_BE = /^(what|who|where|when) (.{2,80}?) (is|are|was|were)(?=[?.!]*$)/iu
/** "what VACUUM does", "what IMMUTABLE means in SQL"; not "what does VACUUM do". */
const INDIRECT_DO =
  /^what (?!(?:does|do|did|can|could|is|are|was|should|would|will|to|i|you|we)\b)(.{2,80}?) (does|do|means|returns)( in \S+)?(?=[?.!]*$)/iu
/** Phrases that mean "by default", which is what a manual says: "out of the box", "if I configure nothing". */
const BY_DEFAULT =
  /\b(?:out of the box|from the start|if (?:i|you|we) (?:do not|don['’]?t|did not|didn['’]?t|never|have never|haven['’]?t) (?:set|configured?|specify|specified|choose|chose|give|gave|change|changed|pass|passed|define|defined)(?: (?:one|it|any|anything|them|that))?|if (?:i|you|we) (?:configure|set|specify|change) nothing|if nothing is (?:set|configured|specified|changed))\b/giu
