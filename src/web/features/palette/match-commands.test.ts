import { describe, expect, it } from 'vitest'
import type { Command } from './command.ts'
import { matchCommands, matchGroups, rankOf } from './match-commands.ts'

const command = (name: string, keywords?: string): Command => ({
  id: name,
  name,
  keywords,
  icon: null,
  action: { run: () => {} },
})
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
  ])('of %j for the query %j is %i', (name, query, rank) => {
    expect(rankOf({ name, keywords: 'credits spent' }, query)).toBe(rank)
  })
})

describe('matchCommands', () => {
  it('sorts commands that start with the query first and keeps the order otherwise', () => {
    const all = [command('New chat'), command('My Chats'), command('Chat settings'), command('Usage')]
    expect(named(matchCommands(all, 'chat'))).toEqual(['Chat settings', 'New chat', 'My Chats'])
  })
})

describe('matchGroups', () => {
  const groups = [
    { title: 'Here', commands: [command('Select all pages')] },
    { title: 'Go to', commands: [command('Usage'), command('Connections', 'api keys')] },
    { title: 'Nothing', commands: [] },
  ]
  const shown = (query: string) => matchGroups(groups, query).map(({ title, commands }) => [title, ...named(commands)])

  it('shows every non-empty group for an empty query', () => {
    expect(shown('  ')).toEqual([
      ['Here', 'Select all pages'],
      ['Go to', 'Usage', 'Connections'],
    ])
  })
  it('sorts the group of the best match first', () => {
    expect(shown('p')).toEqual([
      ['Here', 'Select all pages'],
      ['Go to', 'Connections'],
    ])
    expect(shown('us')).toEqual([['Go to', 'Usage']])
    expect(shown('con')).toEqual([['Go to', 'Connections']])
  })
  it('returns no groups without a match', () => {
    expect(shown('zebra')).toEqual([])
  })
})
