/** Which lines of the palette the typed words mean, the likeliest first. */
import type { Command, CommandGroup } from './command.ts'

/** The groups with what matches, the group of the best match first; all of them as they are while nothing is typed. */
export function matchGroups(groups: readonly CommandGroup[], typed: string): CommandGroup[] {
  if (wordsOf(typed).length === 0) return groups.filter(({ commands }) => commands.length > 0)
  return groups
    .map(({ title, commands }) => ({ title, ...ranked(commands, typed) }))
    .filter(({ commands }) => commands.length > 0)
    .toSorted((one, other) => one.best - other.best)
    .map(({ title, commands }) => ({ title, commands }))
}

/** The commands that match, in the order of their ranks, and as they came where the ranks are equal. */
export function matchCommands(commands: readonly Command[], typed: string): Command[] {
  return ranked(commands, typed).commands
}

function ranked(commands: readonly Command[], typed: string) {
  const found = commands
    .map((command) => ({ command, rank: rankOf(command, typed) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .toSorted((one, other) => one.rank - other.rank)
  return { commands: found.map(({ command }) => command), best: found[0]?.rank ?? NO_MATCH }
}

const NO_MATCH = 4

/**
 * How well what was typed fits: 0 the name begins with it, 1 words of the name begin with each of its words, 2 they stand
 * somewhere in the name, 3 somewhere in its further words, 4 not at all. Case and accents count for nothing.
 */
export function rankOf({ name, also = '' }: Pick<Command, 'name' | 'also'>, typed: string): number {
  const wanted = wordsOf(typed)
  const plainName = plain(name)
  const nameWords = wordsOf(name)
  if (plainName.startsWith(wanted.join(' '))) return 0
  if (wanted.every((word) => nameWords.some((each) => each.startsWith(word)))) return 1
  if (wanted.every((word) => plainName.includes(word))) return 2
  const everything = `${plainName} ${plain(also)}`
  return wanted.every((word) => everything.includes(word)) ? 3 : NO_MATCH
}

const wordsOf = (text: string) => plain(text).split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')

/** In small letters without accents: "Schlüssel" is found by "schlussel". */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
