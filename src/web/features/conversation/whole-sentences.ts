/**
 * The complete sentences of `text`; with `ended`, also the last one. Without citation markers and emphasis, which screen
 * readers would read aloud.
 */
export function wholeSentences(text: string, ended: boolean): string[] {
  const plain = text.replace(/\s*\[\d+\]/g, '').replace(/[*_`#]/g, '')
  const sentences = plain.match(/[^.!?。！？\n]+[.!?。！？]*(?=\s|$)\s*|\S+\s*/g) ?? []
  const trimmed = sentences.map((sentence) => sentence.trim()).filter(Boolean)
  return ended || /[.!?。！？\n]\s*$/.test(plain) ? trimmed : trimmed.slice(0, -1)
}
