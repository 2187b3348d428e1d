import { describe, expect, it } from 'vitest'
import type { AnswerPart } from '#server/engines/engine.ts'
import { createPassageFinder } from '#server/retrieval/passage-finder.ts'
import { splitPassages } from '#server/retrieval/split-passages.ts'
import { pathOf } from './answer-place.ts'
import { createExtractiveEngine } from './extractive-engine.ts'

/** The answer of the built-in engine to a question about pages, each a Markdown text. */
async function answer(question: string, ...contents: string[]): Promise<string> {
  const passages = contents.flatMap((content, page) =>
    splitPassages(content).map(({ headingPath, startOffset, endOffset }, n) => ({
      id: `${page}#${n}`,
      pageId: String(page),
      pageUrl: `https://example.org/${page}`,
      pageTitle: /^# (.+)/.exec(content)?.[1] ?? '',
      headingPath,
      text: content.slice(startOffset, endOffset),
      startOffset,
      language: 'en',
    })),
  )
  const finder = createPassageFinder({ maxBytes: 1e6 })
  const selection = { key: 'all', load: async () => passages }
  const found = await finder.find({ ...selection, question, limit: 8 })
  const readPassages = (pageId: string) => finder.passagesOf({ ...selection, pageId })
  const parts: AnswerPart[] = []
  for await (const part of createExtractiveEngine().answer({ question, history: [], passages: found, readPassages }))
    parts.push(part)
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

const NO_TERMS = { idf: {}, absent: { terms: new Set<string>(), weight: 1 }, siteTerms: new Map<string, number>() }

describe('the places of an answer', () => {
  it('show a list whole that goes on in the next passage [choose-places-1]', async () => {
    const drinks = Array.from(
      { length: 24 },
      (_, n) => `- drink number ${n + 1}, poured slowly into a warm cup of clay`,
    )
    const page = `# Menu\n\n## Drinks of the house\n\nThe house has these drinks:\n\n${drinks.join('\n')}\n`
    expect(splitPassages(page).length).toBeGreaterThan(1)
    const text = await answer('Which drinks of the house are there?', page)
    const [firstPlace = ''] = text.replaceAll('*', '').split('[2]')
    for (const drink of drinks) expect(firstPlace).toContain(drink)
    expect(text.match(/^> .*\*\*/gm), 'the cited sentence alone is bold').toHaveLength(1)
    expect(text.match(/^> - \*drink/gm)?.length, 'others that answer are in italics').toBeGreaterThan(0)
    expect(text.split('drink number 24,')).toHaveLength(2)
  })

  it('leave out a last sentence that introduces what is not shown [choose-places-29]', async () => {
    const page =
      '# Lamps\n\n## Oil\n\nA lamp burns two litres of oil a night. There are other lamps. See also:\n\n## Glass\n\nIt breaks.'
    expect(await answer('How much oil does a lamp burn?', page)).toMatch(/There are other lamps\.\*$/)
  })

  it('show the definitions that a sentence introduces, but no further section [choose-places-28]', async () => {
    const explained = 'The harbour office writes it into the register, where everyone can read it on the day after. '
    const page = `# Lamps\n\n## Lost forever\n\n${explained.repeat(6)}A few actions of a keeper cannot be undone:\n
Dousing the lamp\nThe flame is out.\n\nBreaking the glass\nThe glass is gone.\n\n
### Later\n\n${explained.repeat(3)}`
    expect(splitPassages(page).at(1)?.headingPath).toEqual(['Lamps', 'Lost forever', 'Dousing the lamp'])
    const [firstPlace = ''] = (await answer('Which actions of a keeper cannot be undone?', page)).split('[2]')
    expect(firstPlace).toMatch(/cannot be undone:\**\n>\n> Dousing the lamp {2}\n> The flame is out\./)
    expect(firstPlace).toContain('The glass is gone.')
    expect(firstPlace).not.toContain('Later')
  })

  it('show no single long definition of those that a sentence introduces [choose-places-30]', async () => {
    const explained = 'The harbour office writes it into the register, where everyone can read it on the day after. '
    const entries = ['Dousing the lamp', 'Breaking the glass'].map((term) => `${term}\n${explained.repeat(28)}`)
    const page = `# Lamps\n\n## Lost forever\n\nThese actions of a keeper cannot be undone:\n\n${entries.join('\n\n')}`
    const [firstPlace = ''] = (await answer('Which actions of a keeper cannot be undone?', page)).split('[2]')
    expect(firstPlace).toContain('cannot be undone')
    expect(firstPlace).not.toContain('Dousing')
  })

  it('show all steps of a procedure, also when a step goes on in the next passage [choose-places-17]', async () => {
    const detail = 'The screen shows the line, which has the colour of the brush that was chosen before.'
    const steps = Array.from({ length: 7 }, (_, n) => `${n + 1}. Press key ${n + 1}.\n\n   ${detail}\n\n   ${detail}`)
    const page = `# Drawing\n\n## Drawing a straight line\n\nTo draw a straight line, follow these steps:\n\n${steps.join('\n\n')}\n`
    expect(splitPassages(page).some(({ startOffset }) => page.startsWith('The screen', startOffset))).toBe(true)
    const [firstPlace = ''] = (await answer('How do I draw a straight line?', page)).split('[2]')
    for (let step = 1; step <= 7; step++) expect(firstPlace).toContain(`> ${step}. Press key ${step}.`)
  })

  it('show the question of the page above its answer [choose-places-12]', async () => {
    const office = 'The harbour office in room 5 keeps it. '
    const faq = `# Questions\n\nWho steers?\n\nThe pilot.\n\nWhere do I take lost property?\n\n${office}${'The office is open. '.repeat(50)}\n`
    expect(await answer('which room is the harbour office in', faq)).toContain('> Where do I take lost property?')
  })

  it('start with the answer below the asked question [choose-places-16]', async () => {
    const reference = '# Reference\n\n## Class\n\nThe class is printed on the ticket, and each class has a price.\n'
    for (const number of ['', '4.1: ', 'Q3. ']) {
      const faq = `# Questions\n\n## ${number}What is a class?\n\nThe part of the ship that your ticket is for.\n`
      const text = await answer('what is a class', reference, faq)
      expect(text.split('[2]')[0]).toContain('The part of the ship')
    }
  })

  it('start with the very question rather than with a heading that names its subject [choose-places-23]', async () => {
    const team =
      '# Team\n\n## Dental therapist\n\nA dental therapist is here on Mondays, when the dental therapist sees children.\n'
    const faq = '# Questions\n\n## What is a dental therapist?\n\nSomeone trained to do part of the work.\n'
    for (const asked of ['whats a dental therapist', 'What is a dental therapist?'])
      expect((await answer(asked, team, faq)).split('[2]')[0]).toContain('Someone trained')
  })

  it('start with a sentence that an example ends [choose-places-21]', async () => {
    const page = '# Ferries\n\n## Load\n\nThe ferries that are loaded at the start are\n\n```\nanna, berta\n```\n'
    const other = '# Start\n\nAt the start of the day, the office looks after ferries and whatever is loaded.\n'
    const text = await answer('which ferries are loaded at the start', page, other)
    expect(text.split('[2]')[0]).toContain('**The ferries that are loaded at the start are**')
  })

  it('start a definition with the entry of a glossary [choose-places-14]', async () => {
    const guide = '# Harbour guide\n\n## Berths\n\nA berth is used by one ship. A berth costs more in summer.\n'
    const glossary =
      '# Glossary\n\n## Berth\n\nA place at the quay where a ship is moored.\n\n## Quay\n\nA wall of stone.\n'
    const text = await answer('what is a berth', guide, glossary)
    expect(text.split('[2]')[0]).toContain('where a ship is moored')
  })

  it('start with a place that has a price if one is asked for [choose-places-13]', async () => {
    const visits = '# Harbour visit\n\nA harbour visit takes 45 minutes. Each harbour visit begins at the market.\n'
    const prices = '# Prices\n\nOne visit to our harbour is 12 euros.\n\nGroups and schools call the office.\n'
    const storms = '# Storms\n\nThe bay is closed in storms.\n'
    const text = await answer('how much is a harbour visit', visits, prices, storms)
    expect(text.split('[2]')[0]).toContain('12 euros')
  })

  it('start with a place that has a phone number if one is asked for [choose-places-22]', async () => {
    const booking = '# Hut\n\nThe hut warden takes bookings. Email the hut warden about the hut.\n'
    const people = '# People\n\n## Gordon\n\nHut warden, 07700 900269, best reached in the evening.\n'
    const text = await answer('hut warden phone number', booking, people, '# Storms\n\nThe bay is closed.\n')
    expect(text.split('[2]')[0]).toContain('07700 900269')
  })

  it('start with the row that is asked for [choose-places-9]', async () => {
    const prices = `# Prices

All prices are in euros and include taxes. Helmets and locks are free. A seat for a child is three euros more. Whoever
comes back late pays for another hour, and after seven in the evening for the next morning. Groups write to us first.

| Bicycle | One day | One week |
| --- | --- | --- |
| City | 15 | 75 |
| Mountain | 28 | 140 |
| Cargo | 55 | 300 |
`
    const news =
      '# News\n\nCargo bikes carry two children to school in the morning, and a cargo of bread to the market.\n'
    const trips = '# Trips\n\nA trip to the castle takes a day, and one to the lake takes half a day.\n'
    const text = await answer('cargo bike for a day', news, prices, trips)
    expect(text.split('[2]')[0]).toContain('| **Cargo** | **55** | **300** |')
  })

  it('show the code that a sentence announces, also when it is in the next passage [choose-places-8]', async () => {
    const lines = Array.from({ length: 30 }, (_, n) => `print_calendar_unit(${n})  # zero-padded`)
    const history = 'The old clocks of the tower were set by hand every morning before the gates of the town opened. '
    const program = `\`\`\`\n${lines.join('\n')}\n\`\`\``
    const page = `# Clock\n\n## Format codes\n\n${history.repeat(5)}\n\nThe following program shows all format codes.\n\n${program}\n`
    const text = await answer('which program shows all format codes', page)
    const place = text.split(/\[\d\]/).find((each) => each.includes('The following program')) ?? ''
    expect(place).toContain('print_calendar_unit(29)')
  })

  it('show rows of a table under its header, also rows of a later passage, and one row for those left out [choose-places-7]', async () => {
    const rows = Array.from({ length: 90 }, (_, n) => `| E${n + 100} | condition_${n + 100} is reported |`)
    rows[70] = '| E170 | deadlock_found in the engine |'
    const page = `# Error codes\n\n| Code | Meaning |\n| --- | --- |\n${rows.join('\n')}\n`
    const text = await answer('What does deadlock_found mean?', page)
    const lines = text.replaceAll('**', '').split('\n')
    const row = lines.indexOf('> | E170 | deadlock_found in the engine |')
    expect(row).toBeGreaterThan(0)
    const header = lines.lastIndexOf('> | Code | Meaning |', row)
    expect(lines[header + 1]).toBe('> | --- | --- |')
    const table = lines.slice(header, row + 1)
    expect(table.every((line) => line.startsWith('> |'))).toBe(true)
  })

  it('show the code that an answering sentence explains, and no short gap between two parts [choose-places-6]', async () => {
    const steps = Array.from({ length: 12 }, (_, n) => `    step ${n + 1} of the slow way`).join('\n')
    const page = `# Lists

## Remove duplicates

To remove duplicates from a list, sort the list and scan it:

\`\`\`
${steps}
\`\`\`

If the elements may be keys of a set, another way is faster.

\`\`\`
items = list(set(items))
\`\`\`

This removes duplicates from the list.
`
    const text = await answer('How do I remove duplicates from a list?', page)
    expect(text).toContain('items = list(set(items))')
    expect(text).not.toContain('…')
  })

  it('show the code whose marked lines an answering list explains', async () => {
    const notes = Array.from(
      { length: 8 },
      (_, n) => `${n + 2}. Note ${n + 2} says at some length what the clerk does then.`,
    )
    const page = `# Archive

## Correct an entry

\`\`\`
$ archive take back last   <1>
$ archive store again      <2>
\`\`\`

1. You take the last entry back to correct it. It stays in the drawer until it is stored.
${notes.join('\n')}

${'The drawer is emptied every night by the watchman. '.repeat(6)}
`
    expect(await answer('How do I take the last entry back?', page)).toContain('archive take back last')
  })

  it('show what is between two parts if all of it fits [choose-places-9]', async () => {
    const cases = Array.from({ length: 14 }, (_, n) => `    case ${n}: print_answer(${n * 100})`).join('\n')
    const page = `# Statements

## The switch statement

A switch statement compares a value with one case after the other.

\`\`\`
${cases}
\`\`\`

The last case of a switch statement may be the default case, which is never compared with the value.
`
    const text = await answer('How does a switch statement with a default case compare the value?', page)
    expect(text).toContain('print_answer(1300)')
    expect(text).not.toContain('> …')
  })

  it('show the outline of a section whose subsections are the list [choose-places-2]', async () => {
    const page = `# Backups

## Backup methods

Every installation needs a plan.

### Dump

A dump writes all rows to a file. It is slow for large databases.

### File copy

A file copy needs a stopped server. It is fast.

### Archive

An archive keeps every change. It allows a restore to any moment.

## Costs

Storage is paid by the month.
`
    const text = await answer('Which backup methods are there?', page)
    expect(text).toMatch(/^\*\*Backups › Backup methods\*\* \[1\]/)
    expect(text).toContain('> - **Dump**: A dump writes all rows to a file.\n> - **File copy**: A file copy needs')
    expect(text).toContain('- **Archive**: An archive keeps every change.')
  })

  it('show the kinds of a thing that the headings of a section name [choose-places-24]', async () => {
    const kind = (name: string) => `## ${name}\n\n${name} reads a part of the request to find out what is wanted.\n`
    const kinds = ['HeaderVersioning', 'PathVersioning', 'HostVersioning'].map(kind).join('\n')
    const reference = `# Versioning\n\nVersioning schemes decide which answer a client gets. Choose a versioning scheme early.\n\n# Reference\n\n${kinds}`
    const text = await answer('Which versioning schemes are there?', reference)
    expect(text).toMatch(/› Reference\*\* \[1\]\n\n> - \*\*HeaderVersioning\*\*: HeaderVersioning reads/)
    expect(text).toContain('> - **HostVersioning**')
    // Headings that only begin with the word are no kinds.
    const others = reference.replace(/(\p{Lu}\p{L}+)Versioning/gu, 'Versioning $1s')
    expect(await answer('Which versioning schemes are there?', others)).not.toContain('- **Versioning Header')
  })

  it('show the value of a default, even if another passage has more words of the question [choose-places-3]', async () => {
    const page = `# Server

## Choosing a connection limit

The limit of connections for the server should be chosen with care. Connections beyond the limit of the server wait.

## max_connections

The server accepts this number of connections. The default is 100 connections.

## Connections that wait

The server has a queue for connections beyond the limit.

## Limits of a connection

A connection to the server has a limit of memory.
`
    expect(await answer('What is the limit of connections to the server by default?', page)).toContain(
      'The default is 100 connections.',
    )
  })

  it('start with the entry that defines the subject [choose-places-4]', async () => {
    const glossary = `# Glossary

submodule
A repository that holds the history of a separate project inside another repository.

branch
A line of development.
`
    const command = `# git-rm

## Submodules

Only submodules with a file are removed. To remove submodules, delete their section.
`
    expect(await answer('What is a submodule?', command, glossary)).toMatch(/^\*\*Glossary › submodule\*\*/)
  })

  it('show each side of a comparison from one glossary, after what contrasts both [choose-places-5]', async () => {
    const glossary = `# Glossary

## draft

A version of a text that only its author can see. It is kept for thirty days.

## review

A version of a text that the whole team can comment on before it is published.
`
    const manual = `# Writing

## Sharing a text

A draft and a review of one text can exist side by side. The draft review draft list shows the draft first.

## Draft settings

The draft folder and the review folder have the same settings in a draft installation.
`
    const text = await answer('What is the difference between a draft and a review?', manual, glossary)
    const paths = text.split('\n').filter((line) => /\[\d\]$/.test(line))
    expect(paths[0]).toContain('Glossary › draft')
    expect(paths[1]).toContain('Glossary › review')
    expect(text).not.toContain('They may not answer this')

    const contrast = `# Versions

## Drafts and reviews

Unlike a draft, a review can be seen by the whole team, and every comment is kept.
`
    const contrasted = await answer('draft or review?', manual, glossary, contrast)
    expect(contrasted).toMatch(/^\*\*Versions › Drafts and reviews\*\* \[1\]/)
    expect(contrasted).toContain('Glossary › draft')
    expect(contrasted).toContain('Glossary › review')
  })

  it('leave out a table of contents [choose-places-10]', async () => {
    const page = `# Types

## 8.14. Document types

8.14.1. Input and output
8.14.2. Design of documents
8.14.3. Indexing

The document types hold nested values and check that each value is valid.
`
    const text = await answer('What do the document types hold?', page)
    expect(text).toContain('hold nested values')
    expect(text).not.toContain('8.14.2.')
  })

  it('leave out a section with nothing but an icon [choose-places-11]', async () => {
    const text = await answer(
      'Who made the lantern?',
      '# The lantern\n\nThe lantern was made by Anders Lund.\n\n## Who made the lantern\n\n🔎\n\n## Care\n\nWipe it.\n',
    )
    expect(text).toContain('Anders Lund')
    expect(text).not.toContain('🔎')
  })

  it('mark the statement about a choice, not the question before it [choose-places-31]', async () => {
    const page = `# Lamps\n\n## Wick or mantle?\n\nSo which is better: a wick or a mantle? A wick is a good choice in most towers.\n
## Wick\n\nThe wick is trimmed every morning by a keeper.\n\n## Mantle\n\nThe mantle is replaced when it breaks in the wind.`
    const text = await answer('Wick or mantle, which should I use?', page)
    expect(text.split('[2]')[0]).toMatch(
      /Wick or mantle\?\*\* \[1\][^]+\*\*A wick is a good choice in most towers\.\*\*/,
    )
  })

  it('begin with the section whose heading names both sides of a comparison [choose-places-18]', async () => {
    const files = `# Files\n\n## Save / Export Images\n\nOnly the native format keeps the layers. All other formats flatten the image, so they are written by another command.\n`
    const palettes = '# Palettes\n\n## Save\n\nThis button saves the palette in your folder.\n'
    const exporting =
      '# Export\n\n## Exporting\n\nClick on Export when the name is set. The dialog of the format opens.\n'
    const text = await answer('What is the difference between save and export?', palettes, exporting, files)
    expect(text).toMatch(/^\*\*Files › Save \/ Export Images\*\* \[1\]/)
  })

  it('begin with a sentence that contrasts one side with the one that the sentence before names [choose-places-19]', async () => {
    const methods = `# Methods

## select()

Returns the objects with those that they point to, in one query.

## prefetch()

Returns the objects with those that point to them.

## Speed

The method select joins the tables. The method prefetch, on the other hand, runs a query for each relation.
`
    expect(await answer('select vs prefetch', methods)).toMatch(/^\*\*Methods › Speed\*\* \[1\]/)
  })

  it.each([
    [
      'what is the default oil level of a lamp',
      'This setting controls the default oil level of each new lamp. A keeper reads it at dusk. The default is five.',
      'The default is five.',
    ],
    [
      'which lamp colors are there',
      'The lamp colors of a tower are chosen by its keeper. A keeper may order red, green, white and blue.',
      'A keeper may order red, green, white and blue.',
    ],
  ])('mark the sentence that states what is asked: %s [choose-places-32]', async (question, text, stated) => {
    expect(await answer(question, `# Lamps\n\n${text}`)).toContain(`**${stated}**`)
  })

  it('mark what sets one side of a comparison against the other [choose-places-33]', async () => {
    const tools = `# Tools\n
## Clone\n\nThe clone tool copies a part of the picture to another.
\n## Heal\n\nThe heal tool is a relative of the clone tool. Unlike this, heal repairs small spots. Heal has these parts:\n\n- a brush`
    const text = await answer('What is the difference between clone and heal?', tools)
    expect(text).toContain('**Unlike this, heal repairs small spots.**')
  })

  it('are none for a comparison that the pages only mention', async () => {
    const page = '# Menu\n\nThe house serves coffee and tea from six in the morning until ten at night.\n'
    expect(await answer('coffee vs tea', page)).toContain('These are the closest passages')
  })

  it('are in a changelog only after other places, unless the question asks what changed [choose-places-20]', async () => {
    const pages = [
      '# Platforms\n\nThe lamps run on Linux. On Windows, they have the support of a terminal.',
      '# Changelog\n\n## 1.2.0 (2020-04-22)\n\n- Lamps support Windows: support for Windows lamps on every Windows\n',
    ]
    const firstPath = async (question: string) =>
      (await answer(question, ...pages)).split('\n').find((line) => line.endsWith('[1]'))
    expect(await firstPath('Do the lamps support Windows?')).toContain('Platforms')
    expect(await firstPath('Was support for Windows lamps added?')).toContain('1.2.0')
  })

  it.each([
    ['Glossary — Manual 3.2', ['Glossary', 'decorator'], ['Glossary', 'decorator']],
    ['What is a lamp? - Manual', ['What Is a Lamp?', 'Oil'], ['What Is a Lamp?', 'Oil']],
    ['Lamps 10 (10.1) - Lighting', ['Lighting', 'Matches'], ['Lighting', 'Matches']],
    ['Lamps', ['Lamps', 'light(oil, wick=(1, 2), fl'], ['Lamps', 'light(…)']],
    ['Lamps', ['Lamps', 'light(oil, wick)'], ['Lamps', 'light(oil, wick)']],
    ['All about oil lamps', ['Lamps'], ['All about oil lamps', 'Lamps']],
    ['vcs-stash(1)', ['vcs-stash(1) Manual Page', 'OPTIONS'], ['vcs-stash(1)', 'OPTIONS']],
    ['lamp(1) - Manual page', ['lamp(1) — Manual page', 'NAME'], ['lamp(1) — Manual page', 'NAME']],
    ['Backups', ['Backup methods'], ['Backups', 'Backup methods']],
    ['mod_lamp', ['Lighting Module mod_lamp', 'Oil'], ['Lighting Module mod_lamp', 'Oil']],
    ['mod_lamp', ['Lighting', 'Options of mod_lamp'], ['mod_lamp', 'Lighting', 'Options of mod_lamp']],
  ])('are named by the title “%s” once', (pageTitle, headingPath, path) => {
    const passage = { id: '', pageId: '', pageUrl: '', text: '', startOffset: 0, score: 0 }
    expect(pathOf({ ...passage, pageTitle, headingPath })).toEqual(path)
  })

  it('show the answer that a forum marks instead of the post that asks [choose-places-26]', async () => {
    const accepted = 'Hold the key for four seconds and confirm. The bed heats up and the head moves on.'
    const asking = 'The power went out at night. The resume button is grey and the bed is cold. Can I save the print?'
    const thread = `# Power cut\n\n###### dunja, June 17, 2025\n\n${asking}\n\n###### gregor, June 17, 2025\n\nMeasure the height and cut the model there.\n\n###### jonah, June 17, 2025`
    const question = 'resume button is grey after the power went out, can I save my print?'
    const marked = await answer(question, `${thread} ✓\n\n${accepted}\n`, '# Paper\n\nPaper is in the drawer.')
    expect(marked).toContain('Power cut › jonah, June 17, 2025 ✓** [1]')
    expect(marked).toContain('Hold the key for four seconds')
    expect(marked).not.toContain('Can I save')
    const unmarked = await answer(question, `${thread}\n\n${accepted}\n`, '# Paper\n\nPaper is in the drawer.')
    expect(unmarked).toContain('Power cut › dunja, June 17, 2025** [1]')
  })

  it.each([
    ['what is your phone number?', '**01865 555 123**'],
    ["what's your email", '**hello@oakfield.example**'],
    ['email address for cakes?', '**hello@oakfield.example**'],
    ['where are you?', '**12 Mill Lane, Oxford OX4 1AB**'],
    ['Wie lautet eure Telefonnummer?', '**01865 555 123**'],
  ])(
    'have the contact detail that is asked for, which the page does not name: %s [choose-places-27]',
    async (question, detail) => {
      const contact =
        '# Contact\n\nAbout cakes or bread:\n\n01865 555 123\n\nhello@oakfield.example\n\n12 Mill Lane, Oxford OX4 1AB\n'
      const orders = '# Wholesale\n\nSend your order by email or phone before 4pm. We address every box by hand.\n'
      const text = await answer(question, contact, orders, '# Bread\n\nRye keeps for a week.\n')
      expect(text).toMatch(/^\*\*Contact\*\* \[1\]/)
      expect(text.split('[2]')[0]).toContain(detail)
      const ofAnother = await answer('phone number of the lighthouse keeper', contact, orders)
      expect(ofAnother).toMatch(/^These are the closest passages/)
    },
  )

  it('are named by the title without the name of the site [choose-places-25]', async () => {
    const found = { language: 'en', title: 'Lamps', terms: NO_TERMS }
    const passage = { id: '', pageId: '', pageUrl: '', text: '', startOffset: 0, score: 0, found }
    expect(pathOf({ ...passage, pageTitle: 'Lamps | Acme', headingPath: ['Oil'] })).toEqual(['Lamps', 'Oil'])
  })
})
