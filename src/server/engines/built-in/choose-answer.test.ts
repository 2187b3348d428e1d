import { describe, expect, it } from 'vitest'
import { answer, choose } from '#test/choose-answer.ts'
import type { SourcePassage } from '#server/engines/engine.ts'
import { isUninformative } from './sentence-cues.ts'
import { answerabilityFeatures } from './answerability.ts'
import { chooseAnswer } from './choose-answer.ts'

const harbours = `# The harbours of Norvik

The old harbour of Norvik was built by the merchant Anders Lund. Fishing boats unload there every morning, and the market
opens at seven.

## The new harbour

The new harbour of Norvik was opened in 1926. It is deep enough for ferries, and its breakwater protects the whole bay from
storms.

## Storms

Storms closed both harbours for several days. The breakwater of the new harbour was damaged and repaired within the year.

## Pilots

A pilot comes aboard at the outer buoy. However, a captain who knows the bay may go without one. Ferries never take a pilot. On most days three pilots are at work.
`

describe('chooseAnswer', () => {
  it('chooses the sentence that contains the answer', async () => {
    expect((await answer(harbours, 'When was the new harbour of Norvik opened?'))[0]).toBe(
      'The new harbour of Norvik was opened in 1926.',
    )
    expect((await answer(harbours, 'Who built the old harbour of Norvik?'))[0]).toMatch(/Anders Lund/)
  })

  it('does not take German nouns for names that the answer must contain', async () => {
    const railways = `# Eisenbahnen in Victoria

Die Züge fahren in Victoria auf Gleisen mit 1.600 Millimetern Abstand. In den Nachbarstaaten sind es 1.435 Millimeter.

## Bahnhöfe

Der größte Bahnhof liegt in Melbourne.
`
    const question = 'Wofür braucht man in Victoria den Abstand von 1.600 Millimetern zwischen den Schienen?'
    expect(await choose(railways, question, 'de')).toMatchObject({ kind: 'answer' })
  })

  it('answers a German question only from a passage with one of its nouns [choose-answer-17]', async () => {
    const church = `# Sankt Nikolai

## Orgel

Im Jahr 1987 hat ein Verein begonnen, die alte Orgel zu restaurieren.

## Turm

Der Turm ist 62 Meter hoch.

## Glocken

Die größte Glocke läutet am Sonntag.
`
    const kindOf = async (question: string) => (await choose(church, question, 'de')).kind
    expect(await kindOf('Wann hat man begonnen, die alte Zugbrücke zu restaurieren?')).toBe('closest')
    expect(await kindOf('Wann hat man begonnen, die alte Orgel zu restaurieren?')).toBe('answer')
  })

  it('does not answer who has a role from a passage that names the place alone [choose-answer-18]', async () => {
    const shop = `# Harbour Bikes

Harbour Bikes rents and repairs bicycles in the old harbour of Kiel. The owner is Ines Brandt.

## Prices

A city bicycle costs 15 euros per day.

## Opening hours

The shop is open from nine to six.
`
    const kindOf = async (question: string) => (await choose(shop, question)).kind
    expect(await kindOf('Who is the mayor of Kiel?')).toBe('closest')
    expect(await kindOf('Who is the owner of Harbour Bikes?')).toBe('answer')
  })

  it('continues an explanation, including a sentence that depends on the previous one', async () => {
    expect(await answer(harbours, 'What is a pilot?')).toContain(
      'However, a captain who knows the bay may go without one.',
    )
  })

  it('does not repeat a statement, even with additional words between', async () => {
    const shown = await answer(
      `# Plans

The free plan starts with 30 credits and crawls at most 10 pages. The free plan crawls at most 10 pages. There is a pro plan.
`,
      'How many pages does the free plan crawl?',
    )
    expect(shown.filter((text) => text.includes('crawls at most 10 pages'))).toHaveLength(1)
  })

  it('cites a table row verbatim', async () => {
    const opening = `# Opening hours

| Day | Museum | Shop |
| --- | --- | --- |
| Saturday | 10 to 18 | 11 to 15 |
| Sunday | 12 to 17 | closed |
`
    const [row] = (await choose(opening, 'When is the museum open on Saturday?')).sentences
    expect(row?.text).toBe('| Saturday | 10 to 18 | 11 to 15 |')
  })

  const lantern = `# Storm Lantern 24

The Storm Lantern 24 is the most advanced storm lantern that we make. With its low design, the Storm Lantern 24 lights the whole garden.

The reading mode is bright for two hours. The sunset mode dims the light for two hours.

- Height: 39 cm
- Weight: 15.9 kg
- Glass: Clear
- Lightings: Unlimited

Clean it with a damp cloth.
`

  it('cites a short row whose label is asked for [choose-answer-6]', async () => {
    const page = `# Pricing

All plans are billed per person and month, and taxes are added to the prices.

| | Team | Business |
| --- | --- | --- |
| Boards | 10 | ∞ |
| SAML SSO | – | ✓ |
`
    expect((await answer(page, 'Do you have SAML SSO?'))[0]).toBe('| SAML SSO | – | ✓ |')
  })

  it('chooses the row that is asked for in a column, and never the header [choose-answer-7]', async () => {
    const pages = [
      `# Prices

All prices include taxes.

| Bicycle | Half a day | One day | One week |
| --- | --- | --- | --- |
| City | 10 € | 15 € | 75 € |
| Electric | 28 € | 42 € | 210 € |

A bicycle for children is rented for one day at least.
`,
      `# Questions

If it rains the whole day, an electric bicycle can be had on another day.
`,
    ]
    expect((await answer(pages, 'electric bicycle for a week'))[0]).toBe('| Electric | 28 € | 42 € | 210 € |')
    expect(await answer(pages, 'bicycle half a day or one day')).not.toContain(
      '| Bicycle | Half a day | One day | One week |',
    )
  })

  it('takes a place without a price for no answer to what something costs, unless it is free [choose-answer-8]', async () => {
    const page = (end: string) => `# Guards

The price of a night guard for grinding teeth depends on its guarantee of two years, and ${end}

Children come to us in the morning.
`
    const kindOf = async (end: string, question: string) => (await choose(page(end), question)).kind
    expect(await kindOf('is kept in writing.', 'price of a night guard for grinding')).toBe('closest')
    expect(await kindOf('the guard is £95.', 'price of a night guard for grinding')).toBe('answer')
    expect(await kindOf('has no price: it is free.', 'price of a night guard for grinding')).toBe('answer')
    expect(await kindOf('is kept in writing.', 'guarantee of a night guard for grinding')).toBe('answer')
  })

  it('chooses a line that begins with a size and says when [choose-answer-9]', async () => {
    const page = `# Skillets

Our skillets come in several sizes.

28 cm: in stock

32 cm: sold out, back in July

Engraving of a skillet takes some days.
`
    expect((await answer(page, 'when will the 32cm skillet be back'))[0]).toBe('32 cm: sold out, back in July')
  })

  it('chooses the value of a label rather than sentences that repeat the title [choose-answer-2]', async () => {
    expect((await answer(lantern, 'How heavy is the Storm Lantern 24?'))[0]).toBe('Weight: 15.9 kg')
    expect((await answer(lantern, 'Which glass does the Storm Lantern 24 have?'))[0]).toBe('Glass: Clear')
    expect((await answer(lantern, 'How many lightings does the Storm Lantern 24 have?'))[0]).toBe(
      'Lightings: Unlimited',
    )
  })

  it('chooses a labeled value that is a paragraph with more than a number', async () => {
    const shoe = `# Trail runner Fell 3\n\nA light shoe with a grip of 6 mm lugs.\n\nWeight: 268 g (size 42)\n\nThe shoe runs small.\n`
    expect((await answer(shoe, 'how heavy is the fell 3'))[0]).toBe('Weight: 268 g (size 42)')
  })

  it('does not ask a sentence to repeat the title of its page [choose-answer-5]', async () => {
    const others = ['# Roof\n\nClean the roof.', '# Pipe\n\nDry the pipe.', '# Boat\n\nDry the boat.']
    expect((await answer([lantern, ...others], 'How should I clean the Storm Lantern 24?'))[0]).toBe(
      'Clean it with a damp cloth.',
    )
  })

  it('chooses a sentence of three words that has all that is asked [choose-answer-9]', async () => {
    const payment = `# Payment\n\nWe accept coins, notes, cards and vouchers of the town. We refuse cheques.\n`
    expect((await answer(payment, 'do you refuse cheques'))[0]).toBe('We refuse cheques.')
    const roles = `# Roles\n\nAgents answer, and guests can only read and leave comments. Guests are free.\n`
    expect((await answer(roles, 'what can guests do'))[0]).toMatch(/^Agents answer/)
  })

  it.each([
    ['phone number', 'Phone: 0117 496 0182.'],
    ['big hall hours', 'The big hall is open from 8:30 to 17:00.'],
    ['price of the big hall', 'For a day the big hall is €240, cleaning included.'],
  ])('takes a value for the word that names it: %s [choose-answer-10]', async (question, text) => {
    const hall = `# The hall

The number of guests and the opening hours of the kitchen are agreed with us, and so is the price of the food.

## Rent

For a day the big hall is €240, cleaning included. The big hall is open from 8:30 to 17:00. Write to us first.

## Contact

Phone: 0117 496 0182. Ask for Ada.
`
    const { kind, sentences } = await choose(hall, question)
    expect(kind).toBe('answer')
    expect(sentences[0]?.text).toBe(text)
  })

  it('chooses the line of a contact that has the value [choose-answer-15]', async () => {
    const contact =
      '# Contact\n\nAcme Ltd\n4 Harbour Lane\nTel: 01947 555 010\nFax: 01947 555 011\n\nPlease call us today.\n'
    expect((await answer([contact, harbours], 'phone number'))[0]).toBe('Tel: 01947 555 010')
  })

  it('takes a whole number for no part of a decimal one in a row [choose-answer-12]', async () => {
    const sizes = '# Sizes\n\n| UK | EU |\n| --- | --- |\n| 8.5 | 42.5 |\n| 8 | 42 |\n| 7.5 | 41 |\n'
    expect((await answer(sizes, 'what is uk 8 in eu'))[0]).toBe('| 8 | 42 |')
  })

  it('chooses a short item of a list that has most of the question [choose-answer-13]', async () => {
    const changes = `# Changelog

## 2.3

- New: Podman support
- Deprecated: the setting proxy.ssl, use proxy.tls
`
    expect((await answer(changes, 'when was podman support added'))[0]).toBe('New: Podman support')
  })

  it('asks no label for the name of the site [choose-answer-14]', async () => {
    const pages = ['Commands', 'Proxy', 'Hosts', 'Team'].map((title) => `# ${title} | hoist\n\nPages of ${title}.\n`)
    const commands = '# Command line | hoist\n\n| Command | Use |\n| --- | --- |\n| hoist init | Creates a file |\n'
    const { ranked } = await choose([...pages, commands], 'who created hoist')
    expect(ranked.find(({ text }) => text.includes('hoist init'))?.features.label).toBe(0)
  })

  it('finds a word that the page writes with a hyphen [choose-answer-8]', async () => {
    const hotel = `# Rooms\n\nAll rooms have free Wi-Fi. Ask for the code.\n\n## Beds\n\nBeds are two metres long.\n`
    const { kind, sentences } = await choose(hotel, 'do the rooms have wifi')
    expect(kind).toBe('answer')
    expect(sentences[0]?.text).toBe('All rooms have free Wi-Fi.')
    expect((await choose(hotel, 'wifi?')).kind).toBe('answer')
  })

  it('finds a word of the page that the question writes as two [choose-answer-3]', async () => {
    expect((await answer(lantern, 'What does the sun set mode do?'))[0]).toContain('sunset mode')
  })

  it('fills the gap of a single sentence between two chosen ones', async () => {
    const canal = `# The canal

Boats are lifted in the lock. Water runs in from above. Boats in the lock are held by ropes.

Old boats may not enter the lock.
`
    expect(await answer(canal, 'Why are boats lifted in the lock?')).toContain('Water runs in from above.')
  })

  it('shows a command that loses data only if the question asks for that [choose-answer-1]', async () => {
    const gentle =
      '# Undo a commit\n\nTo undo the last commit, add a commit that takes it back:\n\n```\nvcs revert HEAD\n```\n'
    const destructive = '# Last commit\n\nTo undo the last commit, throw it away:\n\n```\nvcs reset --hard HEAD^\n```\n'
    const pages = [destructive, gentle]
    expect((await answer(pages, 'How do I undo the last commit?'))[0]).toContain('takes it back')
    expect((await answer(pages, 'How do I throw away the last commit?'))[0]).toContain('throw it away')
  })

  it('prefers current pages over changelogs unless the question asks what changed', async () => {
    const pages = [
      '# Reading\n\nJSON is parsed by the function load.',
      '# What’s new\n\nAdd an option to parse every line of JSON.',
    ]
    expect((await answer(pages, 'How do I parse JSON?'))[0]).toBe('JSON is parsed by the function load.')
    expect((await answer(pages, 'Which new option parses JSON?'))[0]).toBe('Add an option to parse every line of JSON.')
  })

  it('knows lines that say nothing without what follows them [choose-answer-16]', () => {
    for (const line of ['To access this command...', 'Returns: <Promise>', 'Returns: {http.Server}'])
      expect(isUninformative(line, 4)).toBe(true)
    expect(isUninformative('It returns a promise of the server.', 7)).toBe(false)
    expect(isUninformative('Let’s see what happens past the end of an array.', 9)).toBe(true)
  })

  it('takes a paragraph that begins with a command in lower case for a whole sentence [choose-answer-11]', async () => {
    const page = `# Proxy

Both work without configuration. Open connections are closed after a while.

## Maintenance mode

hoist maintenance on answers all requests with a page of your own.
`
    const [first] = await answer(page, 'maintenance mode')
    expect(first).toBe('hoist maintenance on answers all requests with a page of your own.')
  })

  it('refuses a question about a name that no page contains', async () => {
    expect(await answer(harbours, 'When was the breakwater of Trondheim opened?')).toEqual([])
    expect(await answer(harbours, 'When was the harbour of Norvik opened?')).not.toEqual([])
  })

  it('answers a question about a name that only the address of the page contains [choose-answer-6]', async () => {
    const tours = '# Tours\n\nA tour of the harbour costs 12 euros.\n\nEvery tour starts at the market.\n'
    const question = 'How much does a tour with Skorpen cost?'
    expect(await choose(tours, question)).not.toMatchObject({ kind: 'answer' })
    expect(await choose(tours, question, 'en', 'https://skorpen.example')).toMatchObject({ kind: 'answer' })
  })

  it('needs more of the question where a term is a syllable', async () => {
    const page = `# Bến cảng Norvik

Bến cảng cũ của Norvik được xây dựng bởi thương gia Anders Lund. Tàu cá dỡ hàng ở đó mỗi sáng.

## Bến cảng mới

Bến cảng mới được khánh thành năm 1926. Nó đủ sâu cho phà, và đê chắn sóng bảo vệ cả vịnh khỏi bão.

## Hoa tiêu

Hoa tiêu lên tàu ở phao ngoài. Thuyền trưởng biết vịnh có thể đi một mình.
`
    expect((await choose(page, 'Ai xây dựng bến cảng cũ?', 'vi')).kind).toBe('answer')
    // The page names the builder of the harbour, not of the breakwater.
    expect((await choose(page, 'Ai xây dựng đê chắn sóng?', 'vi')).kind).toBe('closest')
  })

  it('refuses a question if no sentence is near enough of its words', async () => {
    expect(await answer(harbours, 'How much does it cost to park a red caravan for two nights?')).toEqual([])
  })
})

/** Pages of one site, whose titles end with its name. */
const planka = [
  ['Integrations – Planka Flow', 'Planka Flow can be connected to Google Calendar. Open Settings, then Connections.'],
  ['Boards – Planka Flow', 'A board of Planka Flow has up to 40 lists. Drag a card to move it.'],
  ['Pricing – Planka Flow', 'Planka Flow costs 6 euros per person and month.'],
  ['Team – Planka Flow', 'Invite people by mail. A team may have two owners.'],
  ['Help – Planka Flow', 'Write to the team of Planka Flow, which replies within one working day.'],
].map(([title, text]) => `# ${title}\n\n${text}\n`)

describe('a question with the name of the site', () => {
  it('is not answered because the pages have that name [site-name-1]', async () => {
    expect((await choose(planka, 'How do I connect Planka Flow to Slack?')).kind).not.toBe('answer')
  })

  it.each(['who made planka flow', 'Who uses Planka Flow?'])(
    'is not answered by a sentence that has nothing but that name: %s',
    async (question) => {
      expect((await choose(planka, question)).kind).toBe('closest')
    },
  )

  it('is answered if it asks what the name means', async () => {
    expect((await choose(planka, 'what is planka flow')).kind).toBe('answer')
  })

  it('is answered if the pages have what else it asks [site-name-2]', async () => {
    const { kind, sentences } = await choose(planka, 'How many lists can a Planka Flow board have?')
    expect(kind).toBe('answer')
    expect(sentences[0]?.text).toBe('A board of Planka Flow has up to 40 lists.')
  })

  it('measures the lead of a passage in weights that include that name [site-name-3]', async () => {
    const { question, ranked } = await choose(planka, 'How many lists can a Planka Flow board have?')
    const [best] = ranked
    if (!question || !best) throw new Error('nothing chosen')
    const found = [5, 4].map((score) => ({ ...best.passage, score }))
    const { passageLead } = answerabilityFeatures(question, best, ranked, found)
    expect(passageLead).toBeLessThan(0.95 / question.totalWeight)
  })
})

describe('a word of an email address', () => {
  const contact = `# Contact

The office is open from nine to five. Please write to support@acme.example.

## Hours

On Fridays the office closes at three.
`

  it('is no word of a question [email-address-1]', async () => {
    expect((await choose(contact, 'Does your office have phone support?')).kind).not.toBe('answer')
    const [first] = (await choose(contact, 'acme support')).ranked
    expect(first?.features.coverage ?? 0).toBe(0)
  })
})

describe('a list of frequent questions', () => {
  const faq = `# Frequent questions

Can I try the harbour app for free?

Yes, for 21 days. All features are included.

What happens after the trial?

You choose a plan. If you choose none, the account becomes read-only.

Can customers see our comments?

No. They are visible to your colleagues only.
`

  it.each([
    ['can customers see internal comments', 'No. They are visible to your colleagues only.'],
    ['what happens after trial', 'If you choose none, the account becomes read-only.'],
    ['try for free', 'Yes, for 21 days.'],
  ])('answers %j by what follows the question, not by the question [frequent-questions-1]', async (question, text) => {
    const { kind, sentences } = await choose([faq, harbours], question)
    expect(kind).not.toBe('refused')
    expect(sentences[0]?.text).not.toMatch(/\?$/)
    expect(sentences.map((sentence) => sentence.text)).toContain(text)
  })
})

describe('passages that were compared by their meaning', () => {
  it('answer with the sentence of the passage that is closest, although it has fewer of the words [meaning-1]', async () => {
    const question = 'When can ferries enter the new harbour of Norvik?'
    const { ranked } = await choose(harbours, question)
    const passages = [...new Set(ranked.map(({ passage }) => passage))]
    const pilots = passages.find(({ text }) => text.includes('A pilot comes aboard'))
    const found = pilots?.found
    if (!found) throw new Error('not found')
    const byWords = chooseAnswer(question, [], passages).sentences[0]?.passage.text
    expect(byWords).not.toBe(pilots.text)
    const compared: SourcePassage[] = passages.map((passage) => ({
      ...passage,
      score: passage === pilots ? 10 : 1,
      found: { ...found, cosine: passage === pilots ? 0.7 : 0.2 },
    }))
    expect(
      chooseAnswer(
        question,
        [],
        compared.toSorted((a, b) => b.score - a.score),
      ).sentences[0]?.passage.text,
    ).toBe(pilots.text)
  })

  it.each([
    ['an answer', 'the best one is close', 0.65, 0.15, 'answer'],
    ['the closest passages', 'the best one is less close', 0.4, 0.4, 'closest'],
    ['the closest passages', 'only another one is close', 0.25, 0.65, 'closest'],
  ])('are %s if %s [meaning-2]', async (_name, _reason, best, others, kind) => {
    const question = 'Which harbour keeps ferries safe from storms?'
    const { ranked } = await choose(harbours, question)
    const passages = [...new Set(ranked.map(({ passage }) => passage))].toSorted((a, b) => b.score - a.score)
    const compared = passages.map((passage) => {
      if (!passage.found) throw new Error('not found')
      return { ...passage, found: { ...passage.found, cosine: passage === ranked[0]?.passage ? best : others } }
    })
    expect(chooseAnswer(question, [], compared).kind).toBe(kind)
  })
})
