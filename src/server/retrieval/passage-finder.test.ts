import { describe, expect, it } from 'vitest'
import { createPassageFinder } from './passage-finder.ts'
import type { Rerank } from './fusion/fuse-with-reranker.ts'
import type { Similarity, SimilarityOptions } from './fusion/fuse-with-similarity.ts'
import type { IndexablePassage } from './build-passage-index.ts'

function selection(name: string, count = 20) {
  let loads = 0
  const passages: IndexablePassage[] = Array.from({ length: count }, (_, n) => ({
    id: `${name}-${n}`,
    pageId: `${name}-page-${n}`,
    pageUrl: `https://example.org/${name}/${n}`,
    pageTitle: `Page ${n}`,
    headingPath: ['Part'],
    text: `The ${name} of house number ${n} has a door and a window that were painted last year.`,
    startOffset: 7,
    language: 'en',
  }))
  return { key: name, load: async () => (loads++, passages), loads: () => loads }
}

describe('createPassageFinder', () => {
  it('returns passages with their page, score and search data', async () => {
    const { key, load } = selection('garden')
    const finder = createPassageFinder({ maxBytes: 1e9 })
    const found = await finder.find({ key, load, question: 'Which garden has number 7?', limit: 3 })
    expect(found).toHaveLength(3)
    expect(found[0]).toMatchObject({ id: 'garden-7', pageTitle: 'Page 7', startOffset: 7, found: { language: 'en' } })
    expect(found[0]).not.toHaveProperty('language')
    expect(found[0]?.score).toBeGreaterThan(found[1]?.score ?? Infinity)
  })

  it('builds the index of a selection once for two concurrent questions [passage-finder-1]', async () => {
    const { key, load, loads } = selection('garden')
    const finder = createPassageFinder({ maxBytes: 1e9 })
    const ask = (question: string) => finder.find({ key, load, question, limit: 2 })
    await Promise.all([ask('door'), ask('window')])
    await ask('number 3')
    expect(loads()).toBe(1)
  })

  it('says how many passages a selection has, and in which language most of them are', async () => {
    const passages = await selection('garden', 3).load()
    const inGerman = 'Der Garten hat eine Mauer, und das Tor ist aus Holz.'
    const load = async () => passages.map((each, n) => (n > 0 ? { ...each, text: inGerman, language: 'de' } : each))
    const summary = await createPassageFinder({ maxBytes: 1e9 }).warm({ key: 'mixed', load })
    expect(summary).toEqual({ passages: 3, language: 'de' })
  })

  it('gives the titles of pages without the name of the site [passage-finder-6]', async () => {
    const passages = await selection('garden', 5).load()
    const load = async () => passages.map((each) => ({ ...each, pageTitle: `${each.pageTitle} | Acme Gardens` }))
    const finder = createPassageFinder({ maxBytes: 1e9 })
    const [first] = await finder.find({ key: 'named', load, question: 'garden of house number 3', limit: 1 })
    expect(first).toMatchObject({ pageTitle: 'Page 3 | Acme Gardens', found: { title: 'Page 3' } })
  })

  it('finds a section once that is also on the page of the whole manual, where its heading is one level lower [passage-finder-5]', async () => {
    const [section, ...others] = await selection('garden', 3).load()
    if (!section) throw new Error('no passage')
    const text = '## Watering\n\nWater the beds in the evening.'
    const passages = [{ ...section, text }, { ...section, id: 'whole', pageId: 'manual', text: `#${text}` }, ...others]
    const request = { key: 'manual', load: async () => passages, question: 'When to water the beds?', limit: 3 }
    const found = await createPassageFinder({ maxBytes: 1e9 }).find(request)
    expect(found.filter((each) => each.text.includes('in the evening'))).toHaveLength(1)
  })

  it('does not compare what an earlier question compared, or correct words of another language [passage-finder-9]', async () => {
    const about = { door: 'A door opens to the garden.', window: 'A window is a door for the light of a garden.' }
    const load = async () => {
      const passages = await selection('garden', 2).load()
      return Object.entries(about).flatMap(([id, text], n) => {
        const passage = passages[n]
        return passage ? [{ ...passage, id, text, headingPath: [id] }] : []
      })
    }
    const finder = createPassageFinder({ maxBytes: 1e9 })
    const find = (question: string) => finder.find({ key: 'house', load, question, limit: 4 })
    const comparison = 'What is the difference between a door and a window?'
    const isComparison = async (question: string) =>
      (await find(question)).some(({ found }) => found.comparison !== undefined)
    expect(await isComparison(comparison)).toBe(true)
    expect(await isComparison(`And how do I open it?\n${comparison}`)).toBe(false)
    const [misspelled] = await find('How does the gadren door open?')
    expect(misspelled?.found.corrections).toEqual([{ from: 'gadren', to: 'garden' }])
    const [german] = await find('Wie kann ich die Tür zum Gardem mit der Hand öffnen?')
    expect(german?.found.corrections ?? []).toEqual([])
  })

  it('evicts the least recently used selection when the cache is full [passage-finder-2]', async () => {
    const [one, two, three] = [selection('one'), selection('two'), selection('three')]
    const probe = createPassageFinder({ maxBytes: 1e9 })
    await probe.warm(selection('any'))
    const finder = createPassageFinder({ maxBytes: probe.bytes() * 2.5 })
    await finder.warm(one)
    await finder.warm(two)
    await finder.warm(one)
    await finder.warm(three)
    expect(finder.bytes()).toBeLessThanOrEqual(probe.bytes() * 2.5)
    await finder.warm(one)
    await finder.warm(two)
    expect([one.loads(), two.loads(), three.loads()]).toEqual([1, 2, 1])
  })

  describe('with a reranker', () => {
    const { key, load } = selection('garden')
    const search = { key, load, limit: 20 }
    const idsOf = async (question: string, rerank?: Rerank) =>
      (await createPassageFinder({ maxBytes: 1e9 }).find({ ...search, question, rerank })).map(({ id }) => id)
    const firstThird: Rerank = async (_question, texts) => texts.map((_, n) => (n === 0 ? -2.5 : -n))
    const reversed: Rerank = async (_question, texts) => texts.map((_, n) => n)

    it('follows an order that agrees with the search, but keeps a first passage with a clear lead [passage-finder-3]', async () => {
      const [first, second] = await idsOf('door')
      expect((await idsOf('door', firstThird)).slice(0, 2)).toEqual([second, first])
      const clear = await idsOf('Which garden has number 7?')
      expect(await idsOf('Which garden has number 7?', firstThird)).toEqual(clear)
    })

    it('ignores an order that has too little in common with the search [passage-finder-4]', async () => {
      expect(await idsOf('door', reversed)).toEqual(await idsOf('door'))
    })
  })

  describe('with a sentence-embedding model', () => {
    /** Only house number 5 is close to any question. */
    const similarity: Similarity = async (_question, texts) => texts.map((text) => (/ 5\b/.test(text) ? 0.8 : 0.1))
    const compareMeaning = { isUrgent: true }
    const passages = selection('garden').load()
    const inGerman = async () =>
      (await passages).map((passage, n) => ({
        ...passage,
        text: `Der Garten von Haus ${n} hat eine Mauer, und das Tor, die door, ist aus Holz.`,
        language: 'de',
      }))
    const findFirst = async (request: {
      load?: () => Promise<IndexablePassage[]>
      question?: string
      compareMeaning?: SimilarityOptions
      rerank?: Rerank
    }) => {
      // Fewer are wanted than compared.
      const search = { key: 'garden', load: () => passages, question: 'door', limit: 2 }
      const [first] = await createPassageFinder({ maxBytes: 1e9, similarity }).find({ ...search, ...request })
      return { id: first?.id, cosine: first?.found.cosine }
    }

    it('raises the passage whose meaning is closest, if the request compares meaning [passage-finder-7]', async () => {
      expect(await findFirst({ compareMeaning })).toEqual({ id: 'garden-5', cosine: 0.8 })
      expect(await findFirst({})).toEqual({ id: 'garden-0', cosine: undefined })
    })

    it('compares only words if the pages or the question are not in English, or if a reranker orders the passages [passage-finder-8]', async () => {
      const rerank: Rerank = async (_question, texts) => texts.map((_, n) => -n)
      const question = 'Welche door ist das und wo ist sie?'
      for (const request of [{ load: inGerman }, { question }, { rerank }]) {
        expect(await findFirst({ ...request, compareMeaning })).toEqual({ id: 'garden-0', cosine: undefined })
      }
    })
  })

  it('searches a selection that is too large for the cache without caching it', async () => {
    const { key, load } = selection('garden')
    const finder = createPassageFinder({ maxBytes: 10 })
    expect(await finder.find({ key, load, question: 'door', limit: 2 })).toHaveLength(2)
    expect(finder.bytes()).toBe(0)
  })

  it('retries a failed load', async () => {
    const { key, load } = selection('garden')
    const finder = createPassageFinder({ maxBytes: 1e9 })
    const failing = () => Promise.reject(new Error('the database is restarting'))
    await expect(finder.find({ key, load: failing, question: 'door', limit: 2 })).rejects.toThrow('restarting')
    expect(await finder.find({ key, load, question: 'door', limit: 2 })).toHaveLength(2)
  })
})
