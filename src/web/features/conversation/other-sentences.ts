import type { ChatMessage, Citation } from '#shared/chat/chats.ts'

/** "*It is kept.*" in a quotation: how the built-in engine marks a sentence that answers but is not the cited one. */
const ITALIC = /(?<![*\\])\*(?![*\s])((?:[^*\\]|\\.)+)\*(?!\*)/g

/**
 * What an answer shows of the cited page besides the sentence of `citation`: its other citations and the quoted
 * answers.
 */
export function otherSentences({ content, citations = [] }: ChatMessage, citation: Citation): string[] {
  const cited = citations.filter(({ pageId }) => pageId === citation.pageId).map(({ sentence }) => sentence)
  const quoted = content.split('\n').filter((line) => line.startsWith('>'))
  const answering = quoted.flatMap((line) => Array.from(line.matchAll(ITALIC), ([, sentence = '']) => sentence))
  const others = new Set([...cited, ...answering])
  others.delete(citation.sentence)
  others.delete('')
  return [...others]
}
