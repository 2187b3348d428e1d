import { describe, expect, it } from 'vitest'
import { phraseQuestion } from './phrase-question.ts'

const ask = (name: string, context = '', { isTerm = false, pageTitle = 'A page' } = {}) =>
  phraseQuestion({ name, isTerm, pageTitle, context }, 'en')?.question ?? null

describe('English questions', () => {
  it.each([
    ['Creating a Database', 'To create a database, run createdb.', 'How do I create a database?'],
    ['Setting up the Server', 'Set up the server first.', 'How do I set up the server?'],
    ['How to revert a commit', '', 'How do I revert a commit?'],
    ['Reset a single file in the index', '', 'How do I reset a single file in the index?'],
    ['Change your plan', '', 'How do I change my plan?'],
    ['Extending it in C', 'It is c.', 'How do I extend it in C?'],
    ['Adding and Removing Columns', 'You may add columns.', 'How do I add and remove columns?'],
    [
      'Using Python on Windows',
      'It runs on Windows with a version of Python from the store.',
      'How do I use Python on Windows?',
    ],
  ])('asks how to do what “%s” describes', (heading, context, question) => {
    expect(ask(heading, context)).toBe(question)
  })

  it.each([
    ['Foreign Keys', 'The foreign keys of a table. Foreign keys refer to rows.', 'What are foreign keys?'],
    ['Foreign Key', 'A foreign key is a column. Define a foreign key for each.', 'What is a foreign key?'],
    [
      'The Autovacuum Daemon',
      'Start the autovacuum daemon. Stop the autovacuum daemon.',
      'What is the autovacuum daemon?',
    ],
    ['Write-Ahead Logging', 'With write-ahead logging, changes are written first.', 'What is write-ahead logging?'],
    ['Acme Kettle Works', 'Acme Kettle Works has made kettles since 1931.', 'What is Acme Kettle Works?'],
    ['JSON vs. JSONB', 'JSON and JSONB are types.', 'What is the difference between JSON and JSONB?'],
  ])('asks what “%s” is with the article and the case of the page', (heading, context, question) => {
    expect(ask(heading, context)).toBe(question)
  })

  it('asks for no task that a heading such as “Opening hours” does not name [ask-in-english-1]', () => {
    expect(ask('Opening hours', 'The opening hours differ. Our opening hours in winter.')).toBeNull()
    expect(ask('Opening a file', 'To open a file, press O.')).toBe('How do I open a file?')
  })

  it('does not guess the article of a noun that the page hardly uses', () => {
    expect(ask('Module io', 'The library of module io, see module io.')).toBe('What is module io?')
    expect(ask('Old Buffer Protocol', 'These functions were part of the “old buffer protocol” API.')).toBeNull()
    expect(ask('Widget Command', 'The widget command is set by the widget command of a list.')).toBe(
      'What is the widget command?',
    )
    expect(ask('Algorithm', 'Compute it by this algorithm. This algorithm is slow.')).toBeNull()
  })

  it.each([
    ['-p, --prune', 'git-fetch(1) Manual Page', 'What does git fetch --prune do?'],
    ['itertools.chain(*iterables)', 'itertools', 'What does itertools.chain() do?'],
    ['class collections.Counter([iterable])', 'collections', 'What is collections.Counter?'],
    ['exception asyncio.TimeoutError', 'Exceptions', 'When is asyncio.TimeoutError raised?'],
    ['max_connections (integer)', 'Connections', 'What is max_connections?'],
    ['clear()', 'Sets', 'What does clear() do in Sets?'],
    ['CASCADE', 'DROP TABLE', 'What does CASCADE do in DROP TABLE?'],
    ['OVERRIDING SYSTEM VALUE', 'INSERT', null],
  ])('names the symbol of the definition “%s” without its arguments', (term, pageTitle, question) => {
    expect(ask(term, `${term} CASCADE drops more.`, { isTerm: true, pageTitle })).toBe(question)
  })

  it('asks for an option only with its command', () => {
    const option = { isTerm: true, pageTitle: 'All Options of Lamps' }
    expect(ask('--prune', '--prune drops more.', option)).toBeNull()
    expect(ask('--prune', '--prune drops more.', { ...option, pageTitle: 'lamps' })).toBe('What does lamps --prune do?')
  })

  it('keeps a heading that asks, and the capitals of a command that is the title of its page', () => {
    expect(ask('Why Am I Getting Errors?', 'You see errors.')).toBe('Why am I getting errors?')
    expect(ask('When to JIT?', 'It decides when to JIT.')).toBe('When should I JIT?')
    expect(ask('CREATE TABLE', '', { pageTitle: 'CREATE TABLE' })).toBe('What does CREATE TABLE do?')
    expect(ask('BUNDLE FORMAT', 'The bundle format is old.')).toBe('What is the bundle format?')
  })

  it('asks nothing about names that are no subject', () => {
    for (const name of [
      'Behavior',
      'Ready to start?',
      'Configuring how relationships join',
      'Loading of code',
      'Linux and Unix',
      'List of Tables',
      'Names used in queries',
      'In this section',
      'More examples',
      'Newly added',
      'scalar(1)',
      'Greet the operator',
      'Cleaning and Installing',
      'Locking and Indexes',
    ])
      expect(ask(name, 'The behavior depends. More examples. Newly added. Greet the operator.')).toBeNull()
  })
})
