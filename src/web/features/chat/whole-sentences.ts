/**
 * The sentences of `text` that are complete; with `ended`, what stands last counts as well. Citation markers and
 * emphasis are left out, since they are read aloud as noise.
 */
export function wholeSentences(text: string, ended: boolean): string[] {
  const plain = text.replace(/\s*\[\d+\]/g, '').replace(/[*_`#]/g, '')
  const sentences = plain.match(/[^.!?。！？\n]+[.!?。！？]*(?=\s|$)\s*|\S+\s*/g) ?? []
  const trimmed = sentences.map((sentence) => sentence.trim()).filter(Boolean)
  return ended || /[.!?。！？\n]\s*$/.test(plain) ? trimmed : trimmed.slice(0, -1)
}
