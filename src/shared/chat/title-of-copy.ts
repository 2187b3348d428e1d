import { TITLE_MAX_LENGTH } from './chat-limits.ts'

/**
 * "Copy of X"; of a copy "Copy of X (2)". Cut at the longest title, before a character that would be cut in half, such
 * as an emoji. `copyOf` writes the title of a first copy in a language.
 */
export function titleOfCopy(title: string, copyOf: (title: string) => string): string {
  const [, base = title, number = '1'] = /^(.*?)(?: \((\d{1,4})\))?$/s.exec(title) ?? []
  const [before = '', after = ''] = copyOf('\0').split('\0')
  const isCopy = base.length > before.length + after.length && base.startsWith(before) && base.endsWith(after)
  return isCopy ? cut(base, ` (${Number(number) + 1})`) : cut(copyOf(title), '')
}

const cut = (title: string, ending: string) =>
  title.slice(0, TITLE_MAX_LENGTH - ending.length).replace(/[\ud800-\udbff]$/, '') + ending
