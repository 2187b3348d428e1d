import { describe, expect, it } from 'vitest'
import { definedNames } from '#server/platform/text/names.ts'
import { stemmerFor } from '#server/platform/text/stemmer.ts'
import { answer } from '#test/choose-answer.ts'
import { isDefinition } from './subject-match.ts'

const first = async (pages: string | string[], question: string) => (await answer(pages, question))[0]

describe('a question for a definition', () => {
  it('follows a glossary cross-reference to another entry', async () => {
    const glossary = `# Glossary

GIL
See global interpreter lock.

global interpreter lock
The mechanism that lets one thread at a time run the program. It makes the whole simpler.

Releasing the GIL
Extensions manipulate the GIL with two macros. Most do so around long work.
`
    expect(await first(glossary, 'What is the GIL?')).toBe(
      'The mechanism that lets one thread at a time run the program.',
    )
  })

  const iterators = `# Glossary

iterable
An object whose members can be visited. Lists are iterables.

iterator
An object that visits the members of another one. Each iterator ends.

iteration
One pass over the members.
`

  it('is answered by a sentence that ends with the name [definition-7]', async () => {
    const register = `# Transactions

A transaction with three or more accounts is called a split transaction. It is entered line by line.

## Split transactions

For a split transaction, the register shows no account. A split transaction has one line for each account.
`
    expect(await first(register, 'What is a split transaction?')).toBe(
      'A transaction with three or more accounts is called a split transaction.',
    )
    const named = (text: string) => definedNames(text, stemmerFor('en'))
    expect(named('These parts are also known as "slots" in Git.')).toContain('slot')
    expect(named('Das nennt man Replay.')).toContain('replay')
  })

  it('is answered by the section that introduces what it is named after [definition-8]', async () => {
    const reference = `# The Valve Component

## Introduction

A Valve element represents a part of the pipeline that each request passes through.

## Access Valve

The access valve writes a valve log. What a valve is allowed to write is a setting of the valve.

## Error Valve

What the error valve is: a valve for the errors of a valve.
`
    expect(await first(reference, 'What is a valve?')).toContain('represents a part of the pipeline')
  })

  it.each([
    ['iterable', 'An object whose members can be visited.'],
    ['iterator', 'An object that visits the members of another one.'],
    ['iterators', 'An object that visits the members of another one.'],
    ['an iteration', 'One pass over the members.'],
  ])('distinguishes words of one stem: %s [definition-1]', async (subject, definition) => {
    expect(await first(iterators, `What is ${subject}?`)).toBe(definition)
    expect(await first(iterators, subject), 'the name alone').toBe(definition)
  })

  it('finds a file by its name alone, but no part of a name with a slash [definition-6]', async () => {
    const files = `# Files

source/conf.py
The settings of the project. Some of them are in conf.py of other projects too.

input/output
What goes in and what comes out. The output of a program is text.

output
The text of a program that conf.py sets.
`
    expect(await first(files, 'What is conf.py?')).toBe('The settings of the project.')
    expect(await first(files, 'What is output?')).toBe('The text of a program that conf.py sets.')
  })

  it('prefers the capitals that the question has [definition-2]', async () => {
    const glossary = `# Glossary

head
The commit at the tip of a branch. Heads are stored in files.

HEAD
The branch that is checked out now. Most commands start there.
`
    expect(await first(glossary, 'What is HEAD?')).toBe('The branch that is checked out now.')
  })

  const pages = [
    `# Networks

## Certificates

The vpn certificate is signed first. A vpn needs one for each side.

## Virtual Private Network

A Virtual Private Network (VPN for short) is a tunnel between two local networks. Its traffic is usually encrypted.

## The vpn user

The last step registers the vpn user in a file.
`,
    `# Disks

## Levels

RAID-1 keeps two copies of each block. RAID-5 keeps one block of parity.

## Redundant storage

RAID means redundant array of independent disks. It protects against the failure of one.

## Write-ahead log (WAL)

Changes are written to a file first. Pages of the table follow later.

## Backups of the WAL

The WAL is copied every hour.
`,
    `# Start

## Explore

- [Crawl a website](/crawling): start and stop a crawl.
- [Why a crawl skips an address](/skipped): every reason of a crawl.

## Terms

- A **crawl** is one run over a website.
- A **frontier** holds what the run has found.
`,
  ]

  it.each([
    ['VPN', 'A Virtual Private Network (VPN for short) is a tunnel between two local networks.'],
    ['RAID', 'RAID means redundant array of independent disks.'],
    ['WAL', 'Changes are written to a file first.'],
    ['a crawl', 'A **crawl** is one run over a website.'],
    ['a frontier', 'A **frontier** holds what the run has found.'],
  ])('finds what a sentence, an item or brackets in a heading name: %s [definition-3]', async (subject, definition) => {
    expect(await first(pages, `What is ${subject}?`)).toBe(definition)
  })

  it.each([
    ['A cursor is a position in the rows of a query.', true],
    ['A cursor is used to read a few rows at a time.', true],
    ['The cursor variable is opened and given the query.', false],
    ['Cursors are used internally by some components.', false],
    ['The last row of a cursor is null.', false],
  ])('says whether a sentence defines the subject: %s [definition-4]', (text, defines) => {
    expect(isDefinition(text, ['cursor'], stemmerFor('en'))).toBe(defines)
  })

  it('takes no pronoun for a term that a line defines [definition-5]', () => {
    const text = 'This is a port.\n\nIt is the oldest one.\n\nA quay is a wall for ships.'
    expect(definedNames(text, stemmerFor('en'))).toEqual(['quay'])
  })
})
