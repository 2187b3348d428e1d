import { plainText, withoutMarkers } from '#shared/chat/plain-text.ts'

/**
 * The complete sentences of the answer `text`; with `ended`, also the last one. Without citation markers and Markdown
 * syntax, which screen readers would read aloud.
 */
export function wholeSentences(text: string, ended: boolean): string[] {
  const sentences = plainText(text)
    .split('\n')
    .flatMap((line) => line.match(/\S.*?(?:[.!?]+["'”’)]*(?=\s|$)|[。！？]+|$)/g) ?? [])
  const isComplete = ended || /(?:[.!?。！？]["'”’)*_`]*|\n)\s*$/.test(withoutMarkers(text))
  return isComplete ? sentences : sentences.slice(0, -1)
}
