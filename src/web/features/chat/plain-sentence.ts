/**
 * A verbatim piece of a stored page as it reads there: without Markdown's marks, a table's row as its cells. No word is
 * changed or left out.
 */
export function plainSentence(sentence: string): string {
  const row = /^\s*\|(.*?)\|?\s*$/s.exec(sentence)?.[1]
  const words = row === undefined ? sentence : row.split(/(?<!\\)\|/).map((cell) => cell.trim()).filter(Boolean).join(' — ')
  return words
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1/gs, '$2')
    .replace(/`([^`]+)`/g, '$1')
    .replace(/\\([\\`*_{}[\]()#+\-.!|<>~])/g, '$1')
    .trim()
}
