/** Removes what PostgreSQL's text and jsonb cannot store: NUL characters and lone surrogates, which have no UTF-8. */
export function cleanText(text: string): string {
  const withoutNul = text.includes('\0') ? text.replaceAll('\0', '') : text
  return withoutNul.isWellFormed() ? withoutNul : withoutNul.replace(loneSurrogates, '')
}

const loneSurrogates = /\p{Surrogate}/gu
