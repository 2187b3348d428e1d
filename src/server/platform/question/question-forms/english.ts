/** The ways to ask in English what something is, does or means, its default, a difference, and how something is done. */
import { ERROR_NAME, type Form, form, ONE_WORD, thing, WORD } from './form.ts'

const GOOD =
  '(?:best|easiest|simplest|easy|simple|good|right|correct|proper|recommended|usual|standard|normal|common|preferred)'
const WAY = `(?:${GOOD} )?(?:ways?|methods?|approach|steps)`
const ONE = '(?:i|we|you|one|people)'
const JUST = '(?:simply|easily|quickly|properly|correctly|best|just)'
const OPENERS = 'how|why|what|when|where|which|who|if|whether|that|about|more|i|you|we|it|they|this|to'
const THING = thing(5, OPENERS)
/** One of two things that are compared. */
const SIDE = thing(3, OPENERS)
/** `work_mem`, `core.editor` */
const IDENTIFIER = String.raw`(\p{L}+(?:[._]\p{L}+)+)`
const ERROR = `(?:(?:an?|the) )?(?:error |message )*${ERROR_NAME}`
const OPTION = '(?:option|flag|switch|command|function|method|keyword|statement|parameter|setting)'
/** What somebody wants to do, not what they want to know: one clause. */
const TO_DO = String.raw`((?!(?:know|understand|learn|ask|hear|see|be|have|find out|figure out|make sure)\b)[\p{L}-]+ [^.?!]+)`

const DEFAULT = 'what is the default value of $1?'
const DIFFERENCE = 'what is the difference between $1 and $2?'

export const ENGLISH_FORMS: readonly Form[] = [
  // "Why do I get a StopIteration?", "It says "not a git repository""
  [
    form(
      `(?:i(?: am|['’]?m)?(?: keep| always| just)? (?:get|got|getting|see|seeing)|it (?:says|fails with)|my ${WORD} (?:fails|failed) with) ${ERROR}(?:, what (?:does (?:it|that|this) mean|should i do|now))?`,
    ),
    'what does $1 mean?',
  ],
  [form(`why (?:do|does|did|am|is) (?:i|it|we) (?:get|getting|see|seeing|say|saying) ${ERROR}`), 'what does $1 mean?'],
  [
    form(`(?:what causes|(?:what (?:is|are) )?(?:the )?(?:meaning|causes?|reasons?) (?:of|for)) ${ERROR}`),
    'what does $1 mean?',
  ],
  [form(`(?:what does|when (?:does|is)) ${ERROR} (?:mean|happen|occur|raised|thrown)`), 'what does $1 mean?'],
  [form(`help, i (?:get|got) ${ERROR}`), 'what does $1 mean?'],
  [form(`${ERROR} error`), 'what does $1 mean?'],
  // "Explain rebase to me", "rebase explained", "an overview of rebase", "rebase, what is it?"
  [form(`(?:explain|define) ${THING}(?: (?:to|for) me)?`), 'what is $1?'],
  [form(`${THING} (?:explained|meaning)`), 'what is $1?'],
  [form(`i (?:don['’]?t|do not) understand ${THING}`), 'what is $1?'],
  [form(`(?:tell me|teach me)(?: more| something)? about ${THING}`), 'what is $1?'],
  [form(`(?:give me )?an? (?:short |brief |quick )?(?:overview|explanation|definition) of ${THING}`), 'what is $1?'],
  [form(String.raw`${THING}(?:,| -| –|:) what(?: is|['’]?s) (?:it|that|this)`), 'what is $1?'],
  [
    form(`i (?:keep|kept|am|was) (?:reading|hearing) about ${THING}, what(?: is|['’]?s) (?:it|that|this)`),
    'what is $1?',
  ],
  // "What is the meaning of HEAD?", "What is meant by HEAD?", "So what is this HEAD thing then?"
  [
    form(
      `(?:what (?:is|are)|what['’]?s) (?:the )?(?:meaning|definition|basics|fundamentals|concept|idea) (?:of|behind) ${THING}`,
    ),
    'what is $1?',
  ],
  [form(`(?:the )?(?:meaning|definition) of ${THING}`), 'what is $1?'],
  [form(`what is meant by ${THING}`), 'what is $1?'],
  [form(`(?:so )?what(?: is|['’]?s) (?:this|that) ${THING} (?:thing|stuff)`), 'what is $1?'],
  [form(`(?:so )?what(?: is|['’]?s) ${THING} then`), 'what is $1?'],
  [
    form(`what (?:does|do) (?:the )?(?:term|word|expression|concept) ${THING} (?:mean|refer to|stand for)`),
    'what does $1 mean?',
  ],
  // "Fetch compared to pull", "How does fetch differ from pull?", "Should I use fetch or pull?"
  [
    form(
      `(?:is there |i (?:don['’]?t|do not) (?:get|understand|see) )?(?:the |an? |any )?differences? between ${SIDE} and ${SIDE}`,
    ),
    DIFFERENCE,
  ],
  [form(`what are (?:the )?differences between ${SIDE} and ${SIDE}`), DIFFERENCE],
  [form(`difference ${ONE_WORD} ${ONE_WORD}`), DIFFERENCE],
  [
    form(
      `(?:how|in what way) (?:does|do|is|are) ${SIDE} (?:differ(?:ent)? (?:from|to|than)|compare (?:to|with)) ${SIDE}`,
    ),
    DIFFERENCE,
  ],
  [form(`(?:how|in what way) do ${SIDE} and ${SIDE} differ`), DIFFERENCE],
  [form(`what distinguishes ${SIDE} from ${SIDE}`), DIFFERENCE],
  [form(`what(?: is|['’]?s) different about ${SIDE} compared to ${SIDE}`), DIFFERENCE],
  [form(`compare ${SIDE} and ${SIDE}`), DIFFERENCE],
  [form(`compare ${ONE_WORD} (?:with|to) ${ONE_WORD}`), DIFFERENCE],
  [form(`${SIDE} compared (?:to|with) ${SIDE}`), DIFFERENCE],
  [form(`${SIDE} and ${SIDE}(?:,| -| –|:) what(?: is|['’]?s) the difference`), DIFFERENCE],
  [form(`(?:is|are) ${SIDE} (?:the same|identical)(?: thing)? (?:as|to) ${SIDE}`), DIFFERENCE],
  [form(`when (?:do|should) ${ONE} use ${SIDE} and when ${SIDE}`), DIFFERENCE],
  [
    form(`${SIDE} or ${SIDE}, (?:which|what)(?: one)? (?:should|do|shall|would) ${ONE} (?:use|choose|take|need)`),
    DIFFERENCE,
  ],
  [form(`are ${SIDE} and ${SIDE} (?:the same|identical)(?: thing)?`), DIFFERENCE],
  [
    form(
      `(?:why |when |should )(?:(?:do|should|would) )?(?:${ONE} )?use ${SIDE} (?:instead of|rather than|or|and when) ${SIDE}`,
    ),
    DIFFERENCE,
  ],
  [form(`what (?:does|do) ${SIDE} do that ${SIDE} (?:doesn['’]?t|does not|don['’]?t|do not)`), DIFFERENCE],
  // "What is the point of a rebase?", "What do I use it for?"
  [form(`(?:what (?:is|are)|what['’]?s) (?:the )?(?:purpose|point|use) of ${THING}`), 'what is $1 for?'],
  [form(`what (?:do|can|would|should) ${ONE} use ${THING} for`), 'what is $1 for?'],
  [form(`what(?: is|['’]?s| are) ${THING} good for`), 'what is $1 for?'],
  [form(`why (?:does|do) ${THING} exist`), 'what is $1 for?'],
  // "What happens if I use VACUUM?", "I saw SKIP LOCKED in a script, what does it do?"
  [form(`what (?:is|are) the effects? of ${THING}`), 'what does $1 do?'],
  [form(`what effects? (?:does|do) ${THING} have`), 'what does $1 do?'],
  [
    form(`what happens (?:if|when) ${ONE} (?:use|run(?! (?:out|low|into)\\b)|call|execute) ${THING}`),
    'what does $1 do?',
  ],
  [
    form(`what (?:exactly )?(?:does|do|would|will) (?:the ${OPTION} )?${THING}(?: exactly| actually)? do`),
    'what does $1 do?',
  ],
  [form(`what['’]?s ${THING} do`), 'what does $1 do?'],
  [
    form(`(?:i (?:saw|see|found) )?${THING}(?: in an? ${WORD})?[,:]? what (?:does|do) (?:it|that|this|they) do`),
    'what does $1 do?',
  ],
  // "Which default does work_mem have?", "What is work_mem if not specified?"
  [form(`(?:what(?: is|['’]?s) )?(?:the )?(?:default|preset)(?: value| setting)? (?:of|for) ${THING}`), DEFAULT],
  [
    form(`(?:what(?: is|['’]?s) )?(?:the )?(?:standard|initial|by default) (?:value|setting) (?:of|for) ${THING}`),
    DEFAULT,
  ],
  [form(`(?:what|which) default(?: value| setting)? (?:does|do) ${THING} (?:have|use)`), DEFAULT],
  [form(`(?:what|which) value (?:does|do) ${THING} have by default`), DEFAULT],
  [form(`what (?:does|do) ${THING} default to`), DEFAULT],
  [form(`(?:what|how) (?:is|are) ${THING} set(?: to)? by default`), DEFAULT],
  [form(`what (?:is|are) ${IDENTIFIER} by default`), DEFAULT],
  [form(`by default,? what (?:is|are) ${IDENTIFIER}`), DEFAULT],
  [form(`what (?:is|are) ${THING} (?:if|when) (?:it is )?(?:not (?:specified|set|given)|unset|omitted)`), DEFAULT],
  [form(`${THING}(?:,| -| –|:) what(?: is|['’]?s) (?:the )?default(?: value)?`), DEFAULT],
  [form(`${IDENTIFIER} default value`), DEFAULT],
  // "What is the best way to rename a branch?", "Is there a way to …", "steps to …", "an example of how to …"
  [form(`(?:what(?: is|['’]?s| are| would be) )?(?:the |an? )?${WAY} to ${TO_DO}`), 'how do I $1?'],
  [form(`(?:is|are) there (?:an?|any|some) ${WAY} to ${TO_DO}`), 'how do I $1?'],
  [form(`(?:an example of |an idea |no (?:idea|clue) |i have no (?:idea|clue) )?how to ${TO_DO}`), 'how do I $1?'],
  // "I would like to rename a branch", "trying to …", "What do I have to do to …"
  [
    form(
      `(?:i(?: am|['’]?m| have|['’]ve)? )?(?:just )?(?:want|need|(?:would |['’]?d )like|trying|looking|have|got) to ${TO_DO}`,
    ),
    'how do I $1?',
  ],
  [form(`i['’]?d like to ${TO_DO}`), 'how do I $1?'],
  [form(`what (?:do|must|should|would|can) ${ONE} (?:have to |need to )?do (?:in order )?to ${TO_DO}`), 'how do I $1?'],
  // "What is the address of the library?"
  [form(`(?:what(?: is|['’]?s) )?(?:the )?(?:address|location) of ${THING}`), 'where is $1?'],
  [form(`where (?:is|are) ${THING} (?:located|situated)`), 'where is $1?'],
  // "Is it possible to rename a branch?", "Am I allowed to …"
  [
    form(
      `(?:is|would) (?:it|that)(?: be)?(?: even)? (?:possible|allowed|permitted|ok|okay)(?: for (?:me|us|you))? to ${TO_DO}`,
    ),
    'can I $1?',
  ],
  [form(`(?:am i|are (?:we|you)|is one) (?:allowed|able|permitted) to ${TO_DO}`), 'can I $1?'],
  [form(`is there (?:an?|any) possibility to ${TO_DO}`), 'can I $1?'],
  [form(`(?:(?:can|could) (?:we|one)|could i|can i (?=somehow|even))(?: ?(?:somehow|even))? ${TO_DO}`), 'can I $1?'],
  // "How am I supposed to …", "How does one …", "How do I properly …"
  [
    form(
      `(?:how|in what way) (?:do (?:we|you|people)|(?:can|could|should|would|does|might|must|shall|am) ${ONE}(?: supposed to)?)(?: ${JUST})? ${TO_DO}`,
    ),
    'how do I $1?',
  ],
  [form(`how do i ${JUST} ${TO_DO}`), 'how do I $1?'],
  [form(String.raw`how do i ([^.?!]+?) (?:properly|correctly|from scratch)`), 'how do I $1?'],
  [form(String.raw`${TO_DO}(?:,| -| –) how(?: to)?`), 'how do I $1?'],
]
