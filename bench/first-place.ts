/**
 * The first place of an answer of the built-in engine: the text from its path, "**Title › Heading** [1]", to the next
 * one.
 */
export function firstPlace(text: string): string {
  const [, first = ''] = text.split(/^\*\*.*\*\* \[\d\]$/m)
  return first
}
