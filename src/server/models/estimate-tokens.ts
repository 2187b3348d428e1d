/**
 * How many tokens a text is, guessed on the high side: no tokeniser is at hand for every model, and a text that is
 * guessed too short would not fit. English comes to a third more than OpenAI's own tokenisers count.
 */
export function estimateTokens(text: string): number {
  let tokens = 0
  for (let n = 0; n < text.length; n++) {
    const unit = text.charCodeAt(n)
    // Accented Latin, Greek, Cyrillic, Arabic: about two characters a token; beyond them one or less.
    tokens += unit < 0x80 ? 0.33 : unit < 0x800 ? 0.6 : 1.1
  }
  return Math.ceil(tokens)
}

/** No text of so many bytes in UTF-8 is guessed to be less than a token: Greek and Cyrillic come nearest. */
export const MOST_BYTES_PER_TOKEN = 3.4

/** The beginning of `text` that is at most so many tokens, cut after a word where there is one. */
export function cutToTokens(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text
  let [from, to] = [0, text.length]
  while (to - from > 1) {
    const middle = (from + to) >> 1
    if (estimateTokens(text.slice(0, middle)) <= tokens) from = middle
    else to = middle
  }
  const cut = text.slice(0, from)
  const space = cut.lastIndexOf(' ')
  return space > cut.length / 2 ? cut.slice(0, space) : cut
}
