/**
 * Removes what PostgreSQL's text and jsonb refuse or change: NUL characters, and halves of surrogate pairs that stand
 * alone (they have no UTF-8). Everything else stays as it is.
 */
export function cleanText(text: string): string {
  const withoutNul = text.includes('\0') ? text.replaceAll('\0', '') : text
  return withoutNul.isWellFormed() ? withoutNul : withoutNul.replace(loneSurrogates, '')
}

const loneSurrogates = /\p{Surrogate}/gu
