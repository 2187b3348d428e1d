import { describe, expect, it } from 'vitest'
import { splitPassages } from '#server/retrieval/split-passages.ts'
import { checkClaim, checkClaimInPassage, checkJointClaim } from './check-claim.ts'

const content = `# Harbour

The harbour was built in 1854 by Dr. Ida Holm. It is not open to visitors in winter. Two **lighthouses** guard its
entrance, and the [older one](/old) still works – says the keeper’s log. Anna beat Bert in the final in 2012.

It is not true that the moon is made of cheese. Only administrators and not users can delete files. If the key has
expired, the door stays locked. The pump moves up to 24 litres per minute (6.3 gal), unlike the old one. The museum
opens before the harbour office. Some visitors receive three vouchers.
If the disk is full, the server skips the backup and sends an email to the keeper. The museum was always clean; all its
guides speak German. In 2019, it was bought by Port Selby. It had 3 guests in 2001, 17 in 2002, 250 in 2003 and 4,100 in 2004.

- Boats up to 30 metres may enter

| Berth | Depth |
| --- | --- |
| North | 12 m |
`
const passages = splitPassages(content).map(({ headingPath, startOffset, endOffset }) => ({
  text: content.slice(startOffset, endOffset),
  startOffset,
  headingPath,
}))
const check = (claim: string, quote?: string) => checkClaim(claim, passages, { ...(quote && { quote }) })

describe('checkClaim', () => {
  it.each([
    ['a whole sentence', 'The harbour was built in 1854 by Dr. Ida Holm.'],
    [
      'other quotation marks, dashes, apostrophes and line breaks',
      "and the older one still works - says the\nkeeper's log",
    ],
    ['no Markdown', 'Two lighthouses guard its entrance'],
    ['a number as a word', 'Boats up to thirty metres may enter'],
    ['a number as digits', 'Some visitors receive 3 vouchers.'],
    ['many numbers', 'It had 3 guests in 2001, 17 in 2002, 250 in 2003 and 4,100 in 2004.'],
    ['a table row', '| North | 12 m |'],
    ['an ellipsis between two parts', 'The harbour was built … by Dr. Ida Holm.'],
    ['a clause of a sentence', 'The pump moves up to 24 litres per minute'],
    ['a clause before a semicolon', 'The museum was always clean.'],
    ['two sentences', 'The harbour was built in 1854 by Dr. Ida Holm. It is not open to visitors in winter.'],
  ])('calls a claim with %s quoted', async (_difference, claim) => {
    const { state, sentence, startOffset, endOffset } = await check(claim)
    expect(state).toBe('quoted')
    expect(content.slice(startOffset, endOffset)).toBe(sentence)
  })

  it.each([
    ['another order', 'In 1854 Ida Holm built the harbour.'],
    ['the passive voice', 'Bert was beaten by Anna in the final.'],
    ['a part that leaves out when', 'The harbour was built by Ida Holm.'],
    ['a parenthesis left out', 'The pump moves up to 24 litres per minute, unlike the old one.'],
    ['a contraction', "The harbour isn't open to visitors in winter."],
    ['an attribution to the page', 'According to the page, two lighthouses guard its entrance.'],
    ['the noun for a pronoun', 'The harbour is not open to visitors in winter.'],
    ['one of two predicates', 'If the disk is full, the server sends an email to the keeper.'],
    ['an adverb left out', 'The museum was clean.'],
    ['the noun for a pronoun in another order', 'The museum was bought by Port Selby in 2019.'],
    ['a part without a subject', 'built in 1854 by Dr. Ida Holm'],
  ])('calls a claim with %s paraphrased', async (_difference, claim) => {
    expect(await check(claim)).toMatchObject({ state: 'paraphrased', differences: [] })
  })

  it.each([
    ['The harbour was built in 1864 by Dr. Ida Holm.', '1864', '1854'],
    ['The harbour was built in 1854 by Dr. Eva Lind.', 'Eva Lind', 'Ida Holm'],
    ['The harbour is open to visitors in winter.', '', 'not'],
    ['The harbour was not built in 1854 by Dr. Ida Holm.', 'not', ''],
    ['The pump moves up to 24 litres per hour.', 'hour', 'minute'],
    ['The pump moves at least 24 litres per minute.', 'at least', 'up to'],
    ['The pump moves up to 42 litres per minute.', '42', '24'],
    ['All visitors receive three vouchers.', 'All', 'Some'],
    ['The museum opens after the harbour office.', 'after', 'before'],
    ['Visitors receive three vouchers.', '', 'Some'],
    ['The door stays locked.', '', 'If'],
    ['The moon is made of cheese.', '', 'not true'],
    ['The server skips the backup.', '', 'If'],
  ])('says in which words %j differs from the page', async (claim, claimed, written) => {
    const { state, differences, sentence, startOffset, endOffset } = await check(claim)
    expect(state).toBe('differs')
    expect(differences).toContainEqual({ claim: claimed, source: written })
    expect(content.slice(startOffset, endOffset)).toBe(sentence)
  })

  it.each([
    ['another verb', 'Dr. Ida Holm repainted the harbour in 1854.'],
    ['another noun', 'The harbour was built in 1854 by a lighthouse of Dr. Ida Holm.'],
    ['another statement after a true one', 'The harbour was built in 1854 and sells ice cream.'],
  ])('finds no support for %s, but no particular that disagrees either', async (_difference, claim) => {
    expect(await check(claim)).toMatchObject({ state: 'not-found', differences: [] })
  })

  it.each([
    ['a passive without its agent', 'The harbour was built in 1854.', 'Ida Holm built the harbour in 1854.'],
    ['a relative clause', 'Ida Holm opened the office in 1958.', 'The office, which Ida Holm opened in 1958, is red.'],
    ['an apposition', 'Ida Holm was the keeper.', 'Ida Holm, the keeper, planted trees.'],
    [
      'two statements',
      'The harbour is old and was built by Ida Holm.',
      'The harbour is old. It was built by Ida Holm.',
    ],
    ['"most of which"', 'It shows 300 models, most of which are old.', 'It shows 300 models. Most of them are old.'],
    ['a German passive', 'Der Pier wurde 2004 repariert.', 'Der Stadtrat reparierte 2004 den alten Pier.'],
    ['the name for "he"', 'Peter Holt ran the mill.', 'Peter Holt was born in Oslo in 1854. He ran the mill.'],
    ['inflected words', 'The pump carries used oils.', 'The pumps carried used oil.'],
  ])('calls a claim with %s paraphrased', async (_form, claim, text) => {
    expect((await checkClaim(claim, [{ text, startOffset: 0 }])).state).toBe('paraphrased')
  })

  it.each([
    ['Ida Holm was built in 1854.', 'Ida Holm built the harbour in 1854.'],
    ['The harbour was built in 1854.', 'Ida Holm did not build the harbour in 1854.'],
    ['The harbour was built in 1854.', 'Ida Holm wanted to build the harbour in 1854.'],
    ['The office opened Ida Holm in 1958.', 'The office, which Ida Holm opened in 1958, is red.'],
    ['The mouse ate in the kitchen.', 'The mouse, which the cat ate in the kitchen, was big.'],
    ['Ida Holm was the keeper.', 'Ida Holm, the keeper, and Anna planted trees.'],
    ['The harbour is old and was built by Ida Holm.', 'The harbour is old. The castle was built by Ida Holm.'],
    ['Anna won the gold and the silver medal.', 'Anna won the gold. Bert was the silver medal.'],
    ['The old pier was repaired.', 'The city voted against repairing the old pier.'],
    ['The new theatre was opened.', 'The mayor postponed opening the new theatre.'],
    ['The engine replaced the valve.', 'The engineer replaced the valve.'],
    ['The custom settings are shared.', 'The customer settings are shared.'],
    ['The position value is stored first.', 'The positive value is stored first.'],
    ['Ida Holm ran the mill.', 'Ida Holm succeeded Eva Lind. She ran the mill.'],
    ['Der Stadtrat wurde 2004 repariert.', 'Der Stadtrat reparierte 2004 den alten Pier.'],
    ['Theodor Vanz wurde 1911 gebracht.', 'Im Jahr 1911 brachte Theodor Vanz das Teleskop.'],
    ['Der Pier wurde 2004 repariert.', 'Der Stadtrat reparierte 2004 den alten Pier nicht.'],
  ])('does not take %j for what %j says', async (claim, text) => {
    expect((await checkClaim(claim, [{ text, startOffset: 0 }])).state).toMatch(/differs|not-found/)
  })

  it('lets an ellipsis leave out "all", unless the sentence is negated', () => {
    const judge = (claim: string, text: string) => checkClaimInPassage(claim, { text, startOffset: 0 }).state
    expect(judge('The keeper spoke … guests of the house.', 'The keeper spoke to all guests of the house.')).toBe(
      'quoted',
    )
    expect(
      judge('The keeper never spoke … guests of the house.', 'The keeper never spoke to all guests of the house.'),
    ).not.toBe('quoted')
  })

  it.each([
    ['You must not:\n\n- open the fuse box\n- touch the red cable\n', 'Touch the red cable.'],
    ['Not supported:\n\n- Windows Server 2012 and older\n', 'Windows Server 2012 and older'],
    ['**Nicht erlaubt:**\n\n- offenes Feuer im Wald\n', 'Offenes Feuer im Wald'],
    ['It is forbidden to: light fires near the hut; swim in the upper lake.', 'Swim in the upper lake.'],
  ])('does not quote an item of a list of what is not so: %j [check-claim-3]', async (text, claim) => {
    for (const quote of [null, text])
      expect((await checkClaim(claim, [{ text, startOffset: 0 }], { quote })).state).toMatch(/differs|not-found/)
  })

  it.each([
    'The server does not stop. To restart it:',
    'The command works whether or not the server is running:',
    'If the server does not start:',
    'Without a clone, two ways are prepared:',
  ])('quotes an item of another list: "%s"', async (opening) => {
    const text = `${opening}\n\n- open the fuse box\n- touch the red cable\n`
    expect((await checkClaim('Touch the red cable.', [{ text, startOffset: 0 }])).state).toBe('quoted')
  })

  it('lets two pages support a claim together, and neither of them a claim about something else', async () => {
    const page = (text: string) => ({ sources: [{ text, startOffset: 0 }] })
    const pages = [page('The tower has three domes.'), page('The museum shows old ships.')]
    const statesOf = async (claim: string) => (await checkJointClaim(claim, pages)).map(({ state }) => state)
    expect(await statesOf('The tower has three domes, and the museum shows old ships.')).toEqual([
      'paraphrased',
      'paraphrased',
    ])
    for (const claim of [
      'The tower has three domes and shows old ships.',
      'The tower has four domes, and the museum shows old ships.',
    ])
      for (const state of await statesOf(claim)) expect(state).toMatch(/differs|not-found/)
  })

  it.each([
    ['names change places', 'Bert beat Anna in the final in 2012.'],
    ['names change places in the passive voice', 'Anna was beaten by Bert in the final.'],
    ['a fragment loses its negation', 'users can delete files'],
    ['two sentences are joined', 'The harbour was built in 1854 and guards its entrance.'],
    ['quoted words are not on the page', 'The page says the harbour was “built in 1854 by Ida”.'],
    ['the page leaves it open', 'The museum opens before the harbour office and is free.'],
    ['the page says it of the winter only', 'The harbour is not open to visitors.'],
  ])('does not support a claim when %s', async (_reason, claim) => {
    expect(['differs', 'not-found']).toContain((await check(claim)).state)
  })

  it.each([
    ['the page does not mention it', 'The castle sells tickets and coffee to children.'],
    ['the claim is empty', ''],
    ['the claim is a single word', 'the harbour'],
  ])('finds nothing if %s', async (_reason, claim) => {
    expect(await check(claim)).toMatchObject({ state: 'not-found', sentence: '', differences: [], source: null })
  })

  it('judges a claim by the quote it was given with', async () => {
    const quote = 'The harbour was built in 1854 by Dr. Ida Holm.'
    expect(await check('The harbour was built by Ida Holm.', quote)).toMatchObject({
      state: 'paraphrased',
      sentence: quote,
    })
    expect(await check('The harbour was built by Eva Lind.', quote)).toMatchObject({
      state: 'differs',
      sentence: quote,
    })
    expect(await check('The castle sells tickets.', quote)).toMatchObject({ state: 'not-found', sentence: '' })
  })

  it('finds support elsewhere on the page when the quote is invented or does not support the claim', async () => {
    const claim = 'Boats up to 30 metres may enter'
    expect((await check(claim, 'Boats of any length may enter')).state).toBe('quoted')
    expect((await check(claim, 'Anna beat Bert in the final')).state).toBe('quoted')
  })

  it('does not take a question for a statement', () => {
    const source = { text: 'Is the harbour open in winter? Ask the keeper.', startOffset: 0 }
    expect(checkClaimInPassage('The harbour is open in winter.', source).state).not.toBe('paraphrased')
    expect(checkClaimInPassage('Is the harbour open in winter?', source).state).toBe('quoted')
  })

  it('finds the words among many passages that share the first letters of each [check-claim-1]', async () => {
    const sentences = Array.from(
      { length: 40 },
      (_, n) => `Deprecated since version 3.9: collections.abc.Type${n} now supports subscripting ([]).`,
    )
    const sources = sentences.map((text) => ({ text, startOffset: 0 }))
    for (const sentence of sentences)
      expect(await checkClaim(sentence, sources)).toMatchObject({ state: 'quoted', sentence })
  })

  it('takes the index of a call for a part of the statement, and a reference mark for none [check-claim-2]', async () => {
    const source = {
      text: 'It is equivalent to self.find_loader(fullname)[0]. It was found in 1987.[1]',
      startOffset: 0,
    }
    const stateOf = async (claim: string) => (await checkClaim(claim, [source])).state
    expect(await stateOf('It is equivalent to self.find_loader(fullname)[0].')).toBe('quoted')
    expect(await stateOf('It is equivalent to self.find_loader(fullname)[1].')).not.toBe('quoted')
    expect(await stateOf('It was found in 1987.')).toBe('quoted')
  })

  it('looks only at whole clauses in languages without word lists', async () => {
    const source = { text: 'El puerto fue construido en 1854 por Ida Holm. 港口不在冬天开放。', startOffset: 0 }
    const judge = async (claim: string, language: string) => (await checkClaim(claim, [source], { language })).state
    expect(await judge('El puerto fue construido en 1854 por Ida Holm.', 'es')).toBe('quoted')
    expect(await judge('El puerto fue construido en 1854 por Eva Lind.', 'es')).toBe('differs')
    expect(await judge('港口不在冬天开放', 'zh')).toBe('quoted')
    expect(await judge('港口在冬天开放', 'zh')).toBe('differs')
  })
})

it.each([
  ['The save button is on the left.', 'It is not on the right.'],
  ['The daemon listens on port 7443.', 'This is not the right port for browsers.'],
  ['Show the author email instead of the name.', 'This option defaults to false.'],
  ['The fax number is 12345.', 'It is wrong to call it by voice.'],
  ['The train takes 40 minutes.', 'It is not so fast in winter.'],
])('quotes "%s" although "%s" follows', async (said, next) => {
  const passage = { text: `${said} ${next}`, startOffset: 0, headingPath: [] }
  expect((await checkClaim(said, [passage])).state).toBe('quoted')
})

it.each(['This is false.', 'That is not true.', 'This is no longer correct.'])(
  'quotes nothing before "%s"',
  async (next) => {
    const said = 'The save button is on the left.'
    const passage = { text: `${said} ${next}`, startOffset: 0, headingPath: [] }
    expect((await checkClaim(said, [passage])).state).not.toBe('quoted')
  },
)
