import { describe, expect, it } from 'vitest'
import { buildPassageIndex, type IndexablePassage } from './build-passage-index.ts'

const passage = (id: string, text: string, more: Partial<IndexablePassage> = {}): IndexablePassage => ({
  id,
  pageId: id,
  pageUrl: `https://example.org/${id}`,
  pageTitle: '',
  headingPath: [],
  text,
  startOffset: 0,
  language: '',
  ...more,
})

const garden = [
  passage('tomato', 'Tomatoes want sun and a lot of water. Plant them after the last frost.'),
  passage('carrot', 'Carrots grow in loose soil. They are sown early in the year and harvested in autumn.'),
  passage('compost', 'A heap of leaves becomes compost within a year when it is turned now and then.'),
]
const first = async (passages: IndexablePassage[], question: string) =>
  (await buildPassageIndex(passages)).search(question, 3)[0]?.id

describe('buildPassageIndex', () => {
  it('finds inflected forms of a word', async () => {
    expect(await first(garden, 'planting a tomato')).toBe('tomato')
    expect(await first(garden, 'When is a carrot harvestable?')).toBe('carrot')
  })

  it('finds a page with a related word, after one with the word itself [related-words-1]', async () => {
    const related = passage('related', 'Call rmtree to delete a whole directory with all its files.')
    const pages = [...garden, related].map((each) => ({ ...each, language: 'en' }))
    expect(await first(pages, 'how do I remove a folder?')).toBe('related')
    const same = passage('same', 'Call cleanup to remove a whole folder with all its files.', { language: 'en' })
    expect(await first([...pages, same], 'how do I remove a folder?')).toBe('same')
    expect(await first(pages, 'what does FOLDER mean')).not.toBe('related')
  })

  it('takes what pages say instead of a word that none of them has as the word itself [related-words-4]', async () => {
    const lawn = passage('lawn', 'A lawn is wet.', { language: 'en' })
    const sun = passage('sun', 'A sun is dry.', { language: 'en' })
    expect(await first([lawn, sun], 'mow sun')).toBe('lawn')
    const mown = passage('mown', 'They mow.', { language: 'en' })
    expect(await first([lawn, sun, mown], 'mow sun')).not.toBe('lawn')
  })

  it('counts several words for one thing as more of one word [related-words-2]', async () => {
    const several = passage('several', 'Delete files. Erase disks. Drop tables. Uninstall programs. All with a backup.')
    const right = passage('right', 'Remove entries. Keep users. Keep tables. All of it with a backup.')
    const pages = [...garden, several, right].map((each) => ({ ...each, language: 'en' }))
    expect(await first(pages, 'remove with a backup')).toBe('right')
  })

  it('weighs each word that pages may say instead of a phrase by how rare it is [related-words-3]', async () => {
    const common = Array.from({ length: 6 }, (_, n) => passage(`delay-${n}`, `Trains have a delay of ${n} minutes.`))
    const rare = passage('rare', 'Threads sleep for the given number of minutes.')
    const pages = [...common, rare].map((each) => ({ ...each, language: 'en' }))
    expect(await first(pages, 'wait a few seconds')).toBe('rare')
  })

  it('finds the page of a command by its name without the program that it belongs to', async () => {
    const titles = ['git-pick-cherry(1)', 'git-cherry-pick(1)', 'git-cherry(1)']
    const pages = titles.map((title) => passage(title, 'See how to cherry-pick a commit.', { pageTitle: title }))
    expect(await first(pages, 'cherry-pick')).toBe('git-cherry-pick(1)')
  })

  it('prefers the manual page of a command that the question names [command-pages-1]', async () => {
    const texts = Array.from({ length: 8 }, (_, n) => [`bed${n}`, `Tomatoes of bed ${n} want sun and water.`])
    texts.push(['shell(1)', 'An exit status is kept, which is that of grep or sed.'])
    texts.push(['grep(1)', 'The exit status is 1 if no lines are selected.'])
    const pages = texts.map(([title = '', text = '']) => passage(title, text, { pageTitle: title, language: 'en' }))
    expect(await first(pages, 'exit status of grep')).toBe('grep(1)')
    expect(await first(pages, 'exit status of sed')).toBe('shell(1)')
  })

  it('finds an entry of the index of a book after the page about it [book-index-1]', async () => {
    const entries = '| | Index Entry | Section |\n| --- | --- | --- |\n| | pickup measure: | pickup |'
    const more = { pageTitle: 'Concept Index (Lamps 3.2)', headingPath: ['Concept Index'], language: 'en' }
    const about = passage(
      'rhythms',
      'A measure that is not complete is entered with partial, as in the songs below. Musicians call it a pickup.',
    )
    const pages = [passage('entries', entries, more), { ...about, language: 'en' }, ...garden]
    expect(await first(pages, 'pickup measure')).toBe('rhythms')
    const asText = passage('text', `An index finds a pickup measure.`, { ...more, headingPath: ['CREATE INDEX'] })
    expect(await first([...pages, asText], 'pickup measure')).toBe('text')
  })

  it('finds a section after what it says, not in the contents of the book [book-index-2]', async () => {
    const titles = ['Booting', 'Configuring the bootloader', 'Selecting packages', 'Partitions', 'Finishing']
    const contents = titles.map((title, n) => `- 4.2.${n}. ${title}`).join('\n')
    const steps = passage('steps', 'The bootloader has a file of its own. Configuring it means writing there.')
    const pages = [passage('contents', contents), steps, ...garden].map((each) => ({ ...each, language: 'en' }))
    expect(await first(pages, 'configuring the bootloader')).toBe('steps')
  })

  it('defines a word by the glossary, before a parameter of that name [glossary-1]', async () => {
    const parameter = passage('parameter', '### TABLESPACE\n\nSpecifies the tablespace for the tablespace option.', {
      pageTitle: 'REINDEX',
      headingPath: ['Parameters', 'TABLESPACE'],
    })
    const entry = passage('entry', '### Tablespace\n\nA named location on the file system of the server.', {
      pageTitle: 'Glossary',
      headingPath: ['Tablespace'],
    })
    const pages = [parameter, ...garden, entry].map((each) => ({ ...each, language: 'en' }))
    expect(await first(pages, 'what is a tablespace?')).toBe('entry')
    expect(await first(pages, 'how do I specify the tablespace?')).toBe('parameter')
  })

  it('trusts a phrase of four words more than one of two', async () => {
    const others = Array.from({ length: 30 }, (_, n) => passage(`other-${n}`, `Branch ${n} has a single commit.`))
    const pages = [
      passage('words', 'One branch may contain a single commit, which another repository lacks.'),
      passage('phrase', 'To cherry-pick is easy.'),
      ...others,
    ].map((each) => ({ ...each, language: 'en' }))
    expect(await first(pages, 'get a single commit from another branch')).toBe('phrase')
  })

  it('prefers a passage with an example among equals [code-1]', async () => {
    const text = 'Roses need water every day.'
    const example = `${text}\n\n\`\`\`\nfor bed in beds: fill(bed)\n\`\`\``
    expect(await first([...garden, passage('plain', text), passage('example', example)], 'how do I water roses')).toBe(
      'example',
    )
  })

  it('raises a passage that is named by what the best passages mention [named-passages-1]', async () => {
    const mention = (n: number) => passage(`mention-${n}`, `Clients at the same time, number ${n}: see harvest_limit.`)
    const entry = (id: string) => passage(id, 'Allows clients up to this number.', { headingPath: [id] })
    const pages = [entry('idle_limit'), ...Array.from({ length: 6 }, (_, n) => mention(n)), entry('harvest_limit')]
    const ranked = (await buildPassageIndex(pages)).search('How many clients at the same time?', 8).map(({ id }) => id)
    expect(ranked.indexOf('harvest_limit')).toBeLessThan(ranked.indexOf('idle_limit'))
  })

  it('finds two words that the pages write as one', async () => {
    const pages = [
      ...garden,
      passage('setting', 'Raise max_harvest in spring.'),
      passage('file', 'A gardenignore file.'),
    ]
    expect(await first(pages, 'what is max harvest')).toBe('setting')
    expect(await first(pages, 'garden ignore')).toBe('file')
  })

  it('prefers the page that says more about the question', async () => {
    const mention = 'The cache keeps passwords for a while.'
    const passages = [
      passage('other', mention, { pageId: 'other' }),
      passage('page-1', mention, { pageId: 'page' }),
      passage('page-2', 'How long the cache keeps passwords depends on its timeout.', { pageId: 'page' }),
      passage('page-3', 'The cache forgets all passwords when it ends.', { pageId: 'page' }),
    ]
    const ranked = (await buildPassageIndex(passages)).search('passwords in a cache', 4).map(({ id }) => id)
    expect(ranked.indexOf('page-1')).toBeLessThan(ranked.indexOf('other'))
  })

  it.each([
    [
      'de',
      ['Der Hund bellt laut in der Nacht.', 'Die Bäume im Wald werden gefällt und verkauft.'],
      'Welcher Baum wird gefällt?',
    ],
    ['zh', ['狗在夜里大声叫。', '森林里的树木被砍伐和出售。'], '哪些树木被砍伐？'],
    ['th', ['สุนัขเห่าเสียงดังในเวลากลางคืน', 'ต้นไม้ในป่าถูกตัดและขายออกไป'], 'ต้นไม้ถูกตัดที่ไหน'],
    [
      'el',
      ['Ο σκύλος γαβγίζει δυνατά τη νύχτα.', 'Τα δέντρα του δάσους κόβονται και πωλούνται.'],
      'Ποιο δέντρο κόβεται;',
    ],
    ['ar', ['الكلب ينبح بصوت عال في الليل.', 'يتم قطع الأشجار في الغابة وبيعها.'], 'أين تقطع أشجار الغابات؟'],
  ])('searches text in undeclared language %s', async (_language, texts, question) => {
    expect(
      await first(
        texts.map((text, n) => passage(String(n), text)),
        question,
      ),
    ).toBe('1')
  })

  it('searches a selection with pages in several languages', async () => {
    const mixed = [
      ...garden,
      passage('wald', 'Die Bäume im Wald werden im Winter gefällt und dann verkauft, wenn sie alt sind.'),
    ]
    expect(await first(mixed, 'Wann werden Bäume gefällt?')).toBe('wald')
    expect(await first(mixed, 'When are carrots sown?')).toBe('carrot')
  })

  it('matches the title and the headings', async () => {
    const same = 'It takes about an hour and needs no tools.'
    const parts = [
      passage('a', same, { pageTitle: 'Doors' }),
      passage('b', same, { headingPath: ['Repairs', 'Windows'] }),
    ]
    expect(await first(parts, 'How long do windows take?')).toBe('b')
  })

  it('prefers question terms that are adjacent and in one sentence', async () => {
    const parts = [
      passage(
        'apart',
        'The freeze came late this winter. Tables were set out. A maximum of ten guests of any age came.',
      ),
      passage(
        'together',
        'The winter was mild. The maximum table freeze age decides it. Guests of all kinds came to the house.',
      ),
    ]
    expect(await first(parts, 'maximum table freeze age')).toBe('together')
  })

  it('returns nothing without a shared word, without passages and without a question', async () => {
    expect((await buildPassageIndex(garden)).search('zzz qqq', 3)).toEqual([])
    expect((await buildPassageIndex([])).search('tomato', 3)).toEqual([])
    expect((await buildPassageIndex(garden)).search('', 3)).toEqual([])
  })

  it('returns the IDF of each term of the question, and which terms no passage contains', async () => {
    const { idf, absent } = (await buildPassageIndex(garden)).termWeights('compost, a year of unicorns')
    expect(idf['unicorn']).toBeGreaterThan(idf['compost'] ?? Infinity)
    expect(idf['compost']).toBeGreaterThan(idf['year'] ?? Infinity)
    expect([...absent.terms]).toEqual(['unicorn'])
    expect(absent.weight).toBeLessThan(0.5)
  })

  it('yields to the event loop while it builds', async () => {
    const text = garden
      .map((each) => each.text)
      .join(' ')
      .repeat(5)
    const many = Array.from({ length: 1500 }, (_, n) => passage(`p${n}`, `${text} number ${n}`))
    let iterations = 0
    let isBuilding = true
    const count = () => {
      iterations++
      if (isBuilding) setImmediate(count)
    }
    count()
    await buildPassageIndex(many)
    isBuilding = false
    expect(iterations).toBeGreaterThan(10)
  })
})
