/** A verbatim sentence of a stored page without its Markdown syntax; the cells of a table row joined by dashes. */
export function plainSentence(sentence: string): string {
  const row = /^\s*\|(.*?)\|?\s*$/s.exec(sentence)?.[1]
  const text =
    row === undefined
      ? sentence
      : row
          .split(/(?<!\\)\|/)
          .map((cell) => cell.trim())
          .filter(Boolean)
          .join(' — ')
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1/gs, '$2')
    .replace(/`([^`]+)`/g, '$1')
    .replace(/\\([\\`*_{}[\]()#+\-.!|<>~])/g, '$1')
    .trim()
}
