import { describe, expect, it } from 'vitest'
import type { Command } from './command.ts'
import { matchCommands, matchGroups, rankOf } from './match-commands.ts'

const command = (name: string, also?: string): Command => ({ id: name, name, also, icon: null, does: { act: () => {} } })
const named = (commands: readonly Command[]) => commands.map(({ name }) => name)

describe('rankOf', () => {
  it.each([
    ['Usage', 'us', 0],
    ['Account settings', 'ACCOUNT  set', 0],
    ['Account settings', 'set', 1],
    ['Account settings', 'set acc', 1],
    ['Account settings', 'count', 2],
    ['Tastenkürzel', 'tastenkurzel', 0],
    ['Café de Flore', 'cafe flo', 1],
    ['What does C++ mean?', 'c++', 1],
    ['Usage', 'credits', 3],
    ['Usage', 'usage credits', 3],
    ['Usage', 'admin', 4],
  ])('of %j for %j is %i', (name, typed, rank) => {
    expect(rankOf({ name, also: 'credits spent' }, typed)).toBe(rank)
  })
})

describe('matchCommands', () => {
  it('puts what begins with the words first and keeps the order of equals', () => {
    const all = [command('New chat'), command('My Chats'), command('Chat settings'), command('Usage')]
    expect(named(matchCommands(all, 'chat'))).toEqual(['Chat settings', 'New chat', 'My Chats'])
  })
})

describe('matchGroups', () => {
  const groups = [
    { title: 'Here', commands: [command('Select all pages')] },
    { title: 'Go to', commands: [command('Usage'), command('Connect programs', 'api keys')] },
    { title: 'Nothing', commands: [] },
  ]
  const shown = (typed: string) => matchGroups(groups, typed).map(({ title, commands }) => [title, ...named(commands)])

  it('shows every group that has something while nothing is typed', () => {
    expect(shown('  ')).toEqual([['Here', 'Select all pages'], ['Go to', 'Usage', 'Connect programs']])
  })
  it('puts the group of the best match first', () => {
    expect(shown('p')).toEqual([['Here', 'Select all pages'], ['Go to', 'Connect programs']])
    expect(shown('us')).toEqual([['Go to', 'Usage']])
    expect(shown('con')).toEqual([['Go to', 'Connect programs']])
  })
  it('finds nothing for words that are nowhere', () => {
    expect(shown('zebra')).toEqual([])
  })
})
