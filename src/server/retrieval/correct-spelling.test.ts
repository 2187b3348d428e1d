import { describe, expect, it } from 'vitest'
import { applyCorrections } from '#server/platform/text/corrections.ts'
import { buildPassageIndex } from './build-passage-index.ts'

const page = `The foreign key of a table refers to another table. The default constraint is checked at the end of a
transaction. Replication copies every transaction to a second server. Use the paste command.

- -f: Force it.
- -n, -a, -m, -e: Number, all, merge, every name.
- -d: Also delete folders.`

async function corrected(question: string) {
  const passage = {
    id: '1',
    pageId: '1',
    pageUrl: '',
    pageTitle: '',
    headingPath: [],
    text: page,
    startOffset: 0,
    language: 'en',
  }
  const index = await buildPassageIndex([passage])
  return applyCorrections(question, index.corrections(question))
}

describe('spelling correction', () => {
  it('corrects swapped letters, one edit in a long word and two in a longer one [correct-spelling-1]', async () => {
    expect(await corrected('waht is a foriegn key?')).toBe('what is a foreign key?')
    expect(await corrected('Defualt constrait of a transation')).toBe('default constraint of a transaction')
    expect(await corrected('CONSTRIANT or FOREIGN KEY')).toBe('CONSTRAINT or FOREIGN KEY')
    expect(await corrected('how does replicaton work')).toBe('how does replication work')
  })

  it('corrects swapped letters of words that the pages have in another form or by another name', async () => {
    expect(await corrected('refered tabels, dfeaults')).toBe('refered tables, defaults')
    expect(await corrected('how do I glue tehm in a backpu, or dleete one?')).toBe(
      'how do I glue them in a backup, or delete one?',
    )
  })

  it('keeps words of the pages, inflected forms, short words, names, identifiers and numbers', async () => {
    for (const question of [
      'a table of tables',
      'cook pasta',
      // Words, so not "force" and "server".
      'a forge',
      'sever',
      'KEY ist',
      'tabel_name',
      'NASA servers 2042',
    ]) {
      expect(await corrected(question)).toBe(question)
    }
  })

  it('takes options apart that are combined in one word, unless the pages have it as a word [correct-spelling-2]', async () => {
    expect(await corrected('what does clean -fd do?')).toBe('what does clean -f -d do?')
    for (const question of ['clean -fx', 'find -name x', 'clean -f', 'well-fd']) {
      expect(await corrected(question)).toBe(question)
    }
  })
})
