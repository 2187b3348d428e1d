/** Builds regular expressions of alternatives. Each part is the source of an expression, without case and with `u`. */

/** A part that matches any of the parts. */
export const anyOf = (...parts: string[]) => `(?:${parts.join('|')})`

/** `anyOf` between `\b`, which knows only the letters a to z. */
export const asciiWords = (...parts: string[]) => String.raw`\b${anyOf(...parts)}\b`

/** `anyOf` as whole words in any script. */
export const wholeWords = (...parts: string[]) => String.raw`(?<![\p{L}\p{N}_])${anyOf(...parts)}(?![\p{L}])`

export const patternOf = (...parts: string[]) => new RegExp(parts.join('|'), 'iu')
