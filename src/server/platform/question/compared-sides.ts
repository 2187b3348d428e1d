/** Recognizes a question that compares two things, and names them. */
import { anyOf } from '#server/platform/text/patterns.ts'

/** One side, of at most `words` words, without the end of a sentence or clause inside. */
const side = (name: 'a' | 'b', words: number) => String.raw`(?<${name}>[^\s,;:?!]+(?:\s+[^\s,;:?!]+){0,${words - 1}}?)`
const A = side('a', 6)
const B = side('b', 6)
/** Without other words that show a comparison, a longer side is a sentence. */
const SHORT_A = side('a', 3)
const SHORT_B = side('b', 3)
const SHORTEST_A = side('a', 2)
const SHORTEST_B = side('b', 2)

/** Words after the second side that do not belong to its name: "for large tables". */
const REST = String.raw`(?:\s+(?:in|for|when|if|on|with|while|during|bei|für|wenn|im|para|pour|per)\b.*)?`
const SEPARATOR = String.raw`\s*[,;:–—-]\s*`
const VERSUS = anyOf(String.raw`vs\.?|versus|compared (?:to|with)|as opposed to`, 'gegenüber')
const OR = anyOf('or|oder|ou|o')
const DIFFERENCE = '(?:the |la |las |les )?(?:differences?|unterschiede?|diferencias?|différences?|differenz[ae])'
/** "which one is better?", "how do they differ when" */
const ASKS_WHICH = String.raw`(?:which|what|when|how|where|wo|was|wie|welche|qu[eé]|qu['’]est-ce|cu[aá]l|quel(?:le)?|cosa|quale)(?:['’]?s)?(?!\p{L}).*`
const BETTER = anyOf(
  'better|faster|best|safer|preferable|recommended',
  'besser|schneller',
  'mejor|mieux|meilleur|meglio',
)
const USE = anyOf('use|choose|take|prefer|pick')

/** "the difference between", "choose between" */
const NAMES_DIFFERENCE = anyOf(
  DIFFERENCE,
  // "The diff between two branches" compares nothing; "what’s the diff between" does.
  String.raw`(?<=^what(?:['’]?s| is) (?:the )?)diff`,
  'distinction|comparison|differ|distinguish|choose|choice',
)
/** What may be before "A or B". */
const BEFORE_CHOICE = anyOf(
  // "what is better, …", "which one’s faster: …"
  String.raw`(?:what|which|was|¿?qué|que|cuál|cosa|qu['’]est-ce qui)(?:['’]?s)?(?: one)?(?: (?:is|are|ist|es|est|è))? ${BETTER}\s*[\s:,]\s*`,
  // "should I rather use …", "when to use …"
  String.raw`(?:when to|(?:when |why )?(?:should|shall|do) (?:i|we|you)(?: rather)?) ${USE}\s+`,
  String.raw`compare\s+`,
)

/** The first that matches counts. */
const PATTERNS: readonly RegExp[] = [
  // "what is the difference between A and B"
  String.raw`\b${NAMES_DIFFERENCE}(?: c['’]è)? (?:between|zwischen|entre|tra|fra)\s+${A}\s+(?:and|und|&|y|e|et)\s+${B}${REST}$`,
  // "how is A different from B", "how does A compare to B"
  String.raw`^(?:how|in what way) (?:(?:is|are|do|does|did)\s+)?${A}\s+(?:(?:is |are )?different (?:from|than|to)|differs? from|compares? (?:to|with))\s+${B}${REST}$`,
  // "how do A and B differ"
  String.raw`^(?:how|in what way) (?:(?:do|does|are)\s+)?${A}\s+and\s+${B}\s+(?:differ|different|compare)\b.*$`,
  // "what sets A apart from B", "what distinguishes A from B"
  String.raw`^what (?:sets|distinguishes|separates)\s+${A}\s+(?:apart from|from|and)\s+${B}(?:\s+apart)?${REST}$`,
  // "difference A and B"; not "difference in A and B"
  String.raw`^${DIFFERENCE}\s+(?!(?:in|of|im|bei|von|de|en|di)\s)${SHORT_A}\s+(?:and|und|&|y|e|et|${VERSUS})\s+${SHORT_B}${REST}$`,
  // "wie unterscheiden sich A und B", "was unterscheidet A von B"
  String.raw`^(?:was unterscheidet|(?:wie|worin|wodurch) unterscheide[nt] sich)\s+${A}\s+(?:und|von|vom)\s+${B}${REST}$`,
  // "compare A with B"
  String.raw`^compare\s+${A}\s+(?:with|to|and)\s+${B}${REST}$`,
  // "when should I use A instead of B"
  String.raw`^(?:when |why )?(?:should|shall|do|would) (?:i|we|you) ${USE}\s+${A}\s+(?:instead of|over|rather than)\s+${B}${REST}$`,
  // "A vs B: which one is faster", "A vs B difference"
  String.raw`^${SHORT_A}\s+${VERSUS}\s+${SHORT_B}[\s,;:–—-]+(?:${ASKS_WHICH}|${DIFFERENCE})$`,
  // "A or B, which should I use", "why are there both A and B: so what …"
  String.raw`^(?:why are there (?:both )?)?${SHORT_A}\s+(?:or|and|oder|und|ou|o|et|y)\s+${SHORT_B}(?:${SEPARATOR}(?:so )?${ASKS_WHICH}|[\s,:]+${DIFFERENCE})$`,
  // "A B difference"
  String.raw`^(?<a>\S+)\s+(?<b>\S+)\s+${DIFFERENCE}$`,
  // "should I use A or B", "which is better, A or B"
  String.raw`^${BEFORE_CHOICE}${A}\s+(?:${VERSUS}|${OR})\s+${B}${REST}$`,
  // "A vs B when restoring"
  String.raw`^${SHORT_A}\s+${VERSUS}\s+${B}${REST}$`,
  // "A or B"
  String.raw`^${SHORTEST_A}\s+${OR}\s+${SHORTEST_B}${REST}$`,
].map((pattern) => new RegExp(pattern, 'iu'))

/** Starts a question that chooses nothing: "can I use A or B". */
const OTHER_QUESTION =
  /^(?:how|can|could|does|is|are|was|where|who|will|may|must|has|have|which|what|when|why|wie|kann|darf|ist|sind|wo|wer|warum|welche[rsmn]?)\b/iu
/** What is not part of the name of a side: "both", "using", an article. */
const LEADING_WORD =
  /^(?:(?:both|either|the|a|an|using|to|der|die|das|den|dem|einer?|einem|einen|el|los|las?|les?|une?|il|lo|gli|una)\s+|l['’])/iu

/** The names of the two sides of a comparison: "rebase or merge?" gives ["rebase", "merge"]. None for other questions. */
export function comparedSides(question: string): [string, string] | undefined {
  const text = question
    .trim()
    .replace(/[\s.?？!]+$/u, '')
    .replace(/\s+/g, ' ')
  for (const pattern of PATTERNS) {
    const groups = pattern.exec(text)?.groups
    const a = sideName(groups?.['a'])
    const b = withoutSharedNoun(sideName(groups?.['b']), a)
    if (!a || !b || OTHER_QUESTION.test(a)) continue
    if (a.toLowerCase() !== b.toLowerCase()) return [a, b]
  }
  return undefined
}

/** "json vs jsonb column" compares two kinds of column: the noun belongs to both. */
const SHARED_NOUN =
  /(?<=\S) (?:columns?|types?|data types?|fields?|files?|functions?|methods?|commands?|options?|statements?|operators?|objects?|keywords?|modes?|spalten?|befehle?|dateien?)$/iu

function withoutSharedNoun(side: string, other: string): string {
  return other.includes(' ') ? side : side.replace(SHARED_NOUN, '')
}

function sideName(words = ''): string {
  return words.replace(LEADING_WORD, '').replace(/["“”‘’`]/g, '')
}
