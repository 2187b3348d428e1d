/**
 * Estimates the number of tokens of a text. No tokenizer covers every model, and an estimate that is too low would
 * exceed the context window, so it is deliberately high: for English a third above OpenAI's tokenizers.
 */
export function estimateTokens(text: string): number {
  let tokens = 0
  for (let n = 0; n < text.length; n++) {
    const unit = text.charCodeAt(n)
    // About two characters per token in accented Latin, Greek, Cyrillic and Arabic; one or less in other scripts.
    tokens += unit < 0x80 ? 0.33 : unit < 0x800 ? 0.6 : 1.1
  }
  return Math.ceil(tokens)
}

/** Upper bound of UTF-8 bytes per estimated token. Greek and Cyrillic have the most: 2 bytes per 0.6 tokens. */
export const MAX_BYTES_PER_TOKEN = 3.4

/** The longest start of `text` within `maxTokens`, cut at a space if one is in its second half. */
export function truncateToTokens(text: string, maxTokens: number): string {
  if (estimateTokens(text) <= maxTokens) return text
  let [fits, exceeds] = [0, text.length]
  while (exceeds - fits > 1) {
    const middle = (fits + exceeds) >> 1
    if (estimateTokens(text.slice(0, middle)) <= maxTokens) fits = middle
    else exceeds = middle
  }
  const cut = text.slice(0, fits)
  const space = cut.lastIndexOf(' ')
  return space > cut.length / 2 ? cut.slice(0, space) : cut
}
