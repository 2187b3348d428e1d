/** Recognises a question that compares two things, and names them. */

/** A side of at most `words` words, without the end of a sentence inside. */
const side = (name: 'a' | 'b', words: number) => String.raw`(?<${name}>[^\s,;:?!]+(?:\s+[^\s,;:?!]+){0,${words - 1}}?)`
const A = side('a', 6)
const B = side('b', 6)
const SHORT_A = side('a', 3)
const SHORT_B = side('b', 3)
/** Words after the second side that do not belong to its name. */
const REST = String.raw`(?:\s+(?:in|for|when|if|on|with|while|during|bei|für|wenn|im)\b.*)?`
const VERSUS = String.raw`(?:vs\.?|versus|gegenüber|compared (?:to|with)|as opposed to)`
const DIFFERENCE = String.raw`(?:the )?(?:differences?|unterschiede?)`
/** "… which one is better?", "… how do they differ when" */
const ASKS_WHICH = String.raw`(?:which|what|when|how|where|wo|was|wie|welche)(?:['’]?s)?\b.*`
const BETTER = String.raw`(?:better|faster|best|safer|preferable|recommended|besser|schneller)`
const USE = String.raw`(?:use|choose|take|prefer|pick)`
const FRAME = String.raw`(?:(?:what|which|was)(?:['’]?s)?(?: one)?(?: (?:is|are|ist))? ${BETTER}\s*[\s:,]\s*|(?:when to|(?:when |why )?(?:should|shall|do) (?:i|we|you)(?: rather)?) ${USE}\s+|compare\s+)`

const PATTERNS: readonly RegExp[] = [
  // "The diff between two branches" compares nothing.
  String.raw`\b(?:${DIFFERENCE}|(?<=^what(?:['’]?s| is) (?:the )?)diff|distinction|comparison|differ|distinguish|choose|choice) (?:between|zwischen)\s+${A}\s+(?:and|und|&)\s+${B}${REST}$`,
  String.raw`^(?:how|in what way) (?:(?:is|are|do|does|did)\s+)?${A}\s+(?:(?:is |are )?different (?:from|than|to)|differs? from|compares? (?:to|with))\s+${B}${REST}$`,
  String.raw`^(?:how|in what way) (?:(?:do|does|are)\s+)?${A}\s+and\s+${B}\s+(?:differ|different|compare)\b.*$`,
  String.raw`^what (?:sets|distinguishes|separates)\s+${A}\s+(?:apart from|from|and)\s+${B}(?:\s+apart)?${REST}$`,
  String.raw`^wie unterscheide[nt] sich\s+${A}\s+(?:und|von|vom)\s+${B}${REST}$`,
  String.raw`^compare\s+${A}\s+(?:with|to|and)\s+${B}${REST}$`,
  String.raw`^(?:when |why )?(?:should|shall|do|would) (?:i|we|you) ${USE}\s+${A}\s+(?:instead of|over|rather than)\s+${B}${REST}$`,
  String.raw`^${SHORT_A}\s+${VERSUS}\s+${SHORT_B}[\s,;:–—-]+(?:${ASKS_WHICH}|${DIFFERENCE})$`,
  String.raw`^(?:why are there (?:both )?)?${SHORT_A}\s+(?:or|and|oder|und)\s+${SHORT_B}(?:\s*[,;:–—-]\s*(?:so )?${ASKS_WHICH}|[\s,:]+${DIFFERENCE})$`,
  String.raw`^(?<a>\S+)\s+(?<b>\S+)\s+${DIFFERENCE}$`,
  String.raw`^${FRAME}${A}\s+(?:${VERSUS}|or|oder)\s+${B}${REST}$`,
  String.raw`^${SHORT_A}\s+${VERSUS}\s+${B}${REST}$`,
  String.raw`^${side('a', 2)}\s+(?:or|oder)\s+${side('b', 2)}${REST}$`,
].map((pattern) => new RegExp(pattern, 'iu'))

/** Starts a question that chooses nothing: "can I use A or B". */
const OTHER_QUESTION =
  /^(?:how|can|could|does|is|are|was|where|who|will|may|must|has|have|which|what|when|why|wie|kann|darf|ist|sind|wo|wer|warum|welche[rsmn]?)\b/iu
const ARTICLE = /^(?:both|either|the|a|an|using|to|der|die|das|den|dem|einer?|einem|einen)\s+/iu

/** The names of the two sides of a comparison: "rebase or merge?" gives ["rebase", "merge"]. None for other questions. */
export function comparedSides(question: string): [string, string] | undefined {
  const text = question
    .trim()
    .replace(/[\s.?？!]+$/u, '')
    .replace(/\s+/g, ' ')
  for (const pattern of PATTERNS) {
    const groups = pattern.exec(text)?.groups
    const [a, b] = [groups?.['a'], groups?.['b']].map((name) => name?.replace(ARTICLE, '').replace(/["“”‘’`]/g, ''))
    if (a && b && !OTHER_QUESTION.test(a) && a.toLowerCase() !== b.toLowerCase()) return [a, b]
  }
  return undefined
}
