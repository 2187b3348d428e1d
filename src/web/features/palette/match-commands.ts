import type { Command, CommandGroup } from './command.ts'

/** Groups with their matching commands, best match first. With an empty query, all non-empty groups in their order. */
export function matchGroups(groups: readonly CommandGroup[], query: string): CommandGroup[] {
  if (wordsOf(query).length === 0) return groups.filter(({ commands }) => commands.length > 0)
  return groups
    .map(({ title, commands }) => ({ title, ...ranked(commands, query) }))
    .filter(({ commands }) => commands.length > 0)
    .toSorted((a, b) => a.best - b.best)
    .map(({ title, commands }) => ({ title, commands }))
}

/** The matching commands, best rank first; the sort is stable. */
export function matchCommands(commands: readonly Command[], query: string): Command[] {
  return ranked(commands, query).commands
}

function ranked(commands: readonly Command[], query: string) {
  const matches = commands
    .map((command) => ({ command, rank: rankOf(command, query) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .toSorted((a, b) => a.rank - b.rank)
  return { commands: matches.map(({ command }) => command), best: matches[0]?.rank ?? NO_MATCH }
}

const NO_MATCH = 4

/**
 * Rank of a command for a query, ignoring case and accents: 0 the name starts with it, 1 every word of it starts a word
 * of the name, 2 the name contains every word, 3 name and keywords together do, 4 no match.
 */
export function rankOf({ name, keywords = '' }: Pick<Command, 'name' | 'keywords'>, query: string): number {
  const words = wordsOf(query)
  const normalizedName = normalize(name)
  const nameWords = wordsOf(name)
  if (normalizedName.startsWith(words.join(' '))) return 0
  if (words.every((word) => nameWords.some((each) => each.startsWith(word)))) return 1
  if (words.every((word) => normalizedName.includes(word))) return 2
  const everything = `${normalizedName} ${normalize(keywords)}`
  return words.every((word) => everything.includes(word)) ? 3 : NO_MATCH
}

const wordsOf = (text: string) =>
  normalize(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** Lower case without accents: "schlussel" finds "Schlüssel". */
const normalize = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
