import { describe, expect, it } from 'vitest'
import { splitSentences } from './split-sentences.ts'
import { isCompleteSentence } from './is-complete-sentence.ts'

const textsOf = (text: string) => splitSentences(text).map(({ start, end }) => text.slice(start, end))
const kinds = (text: string) => splitSentences(text).map(({ kind }) => kind)

describe('isCompleteSentence', () => {
  it('knows an entry of a table of contents from a sentence that ends with a version [complete-sentence-1]', () => {
    expect(isCompleteSentence('Cleaning and Installing 18.1.5.')).toBe(false)
    expect(isCompleteSentence('It is planned for 2.6.')).toBe(true)
  })
})

describe('splitSentences', () => {
  it.each([
    ['Dr. Smith met Mrs. Jones at 5 p.m. in St. Louis. They talked.', 2],
    ['J. R. Tolkien wrote it. Others read it.', 2],
    ['See Fig. 3 for details, e.g. the left part. It helps.', 2],
    ['Am 3. Oktober ist Feiertag, z.B. in Berlin. Danach nicht.', 2],
    ['The limit is 3.5 seconds. Use example.com instead.', 2],
    ['It is open until 5 p.m. Admission is free.', 2],
    ['Call us at 5 p.m. Monday or at 10 a.m. CET. We answer.', 2],
    ['Bring pens, paper, etc. The room has a board.', 2],
    ['It costs approx. ten euros! Really? Yes.', 3],
    ['Acme Pty. Ltd. (2013) wrote ARG1 ... ARG9, the parameters. They wait... Then they go.', 3],
    ['It needs that str != NULL and size > 0. Else it fails.', 2],
    ['They return errors of the ? operator to the caller. It is short.', 2],
    ['"Who is there?" asked Ada. See the section “Stop with panic!” in chapter 9.', 2],
    ['Comment faire ? Il faut attendre.', 2],
    ['The subject has a prefix of "squash! ". It is short.', 2],
    ['Install the .NET runtime with its .YYYY.backup file. Then start it.', 2],
    ['It takes a List<? extends Number> of prices. Then it adds them.', 2],
    ['Wir liefern z. B. Brot und u. a. Käse, d. h. Milch. Das gilt im Ort.', 2],
    ['Das war im 19. Jahrhundert so, siehe die 2. Auflage. Es kostet 20. Das ist viel.', 3],
    ['Dr. med. Anna Weber, Dipl.-Ing. Karl Maier, mind. 20 Euro, einschl. Freitag. Fertig.', 2],
    ['Rust has the panic! macro, and calling save! writes it. Stop! now.', 3],
    ['Ci sono frutti, ad es. Mele. Hay fruta, p. ej. Manzanas. Det finns t.ex. Kaffe.', 3],
    ['Los EE. UU. son grandes. La p. 5 no.', 2],
    ['今日は晴れです。明日は雨です。', 2],
    ['यह पहला वाक्य है। यह दूसरा है।', 2],
    ['It returns now(). clock_timestamp() differs from it.', 2],
  ])('finds the sentences in %j', (text, count) => {
    expect(textsOf(text)).toHaveLength(count)
  })

  it('cuts a paragraph before each line that is a label with its value [split-sentences-9]', () => {
    const lines = ['We are in 4 Harbour Lane,\nWhitby.', 'Tel: 01947 555 010', 'Press office: press@acme.example']
    expect(textsOf(lines.join('\n'))).toEqual(lines)
    expect(textsOf('A long line ends in the middle of\nthe sentence: that is no label.')).toHaveLength(1)
  })

  it('ends the sentences of a quotation at its blank lines, and leaves out its marks [split-sentences-10]', () => {
    const quotation = '> lifetime\n> How long it stays. Then it\n> is sent back\n>\n> Specify 0 to try once'
    const sentences = splitSentences(quotation).map(({ start, end, kind }) => [kind, quotation.slice(start, end)])
    expect(sentences).toEqual([
      ['term', 'lifetime'],
      ['sentence', 'How long it stays.'],
      ['sentence', 'Then it\n> is sent back'],
      ['sentence', 'Specify 0 to try once'],
    ])
    expect(textsOf('> ```\n> one\n>\n> two\n> ```\n>\n> Three.')).toHaveLength(2)
  })

  it('ends no sentence where no space follows, except before Chinese or Thai [split-sentences-12]', () => {
    expect(textsOf(`It is a '?PERL' statement, found in ./, ./foo and "who?Now". It ends.`)).toHaveLength(2)
    expect(textsOf('真的吗?是的!好。OK')).toHaveLength(4)
  })

  it('takes each item of a list in a quotation for a unit without its marker [split-sentences-13]', () => {
    const quotation = '> There are two:\n>\n> - A kettle\n> - A stove, which\n>   is hot\n> 1. A lamp.\n>\n> The end.'
    const sentences = splitSentences(quotation).map(({ start, end, kind }) => [kind, quotation.slice(start, end)])
    expect(sentences).toEqual([
      ['sentence', 'There are two:'],
      ['list-item', 'A kettle'],
      ['list-item', 'A stove, which\n>   is hot'],
      ['list-item', 'A lamp.'],
      ['sentence', 'The end.'],
    ])
    expect(kinds('> ```\n> - one\n> - two\n> ```')).toEqual(['sentence'])
  })

  it('takes a label on a line of its own for no part of the sentence below it [split-sentences-11]', () => {
    expect(textsOf('Solution:\nUse Require directly.')).toEqual(['Solution:', 'Use Require directly.'])
    expect(textsOf('The lamps of the house are in these rooms:\nhall and kitchen.')).toHaveLength(1)
  })

  it('keeps references to notes with their sentence', () => {
    const sentences = ['Opened in 1890.[3][4]', 'It is high.[5]', 'See list[1] and [2].']
    expect(textsOf(sentences.join(' '))).toEqual(sentences)
  })

  it('treats a line break inside a paragraph as a space', () => {
    expect(textsOf('One sentence over\ntwo lines. Another one.')).toEqual([
      'One sentence over\ntwo lines.',
      'Another one.',
    ])
  })

  it('returns headings, list items, table rows and code as separate units without their markers', () => {
    const text =
      '# Head\n\nText here.\n\n- first\n- second\n  continues\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n```\ncode. More\n```\n'
    expect(kinds(text)).toEqual(['heading', 'sentence', 'list-item', 'list-item', 'table-row', 'table-row', 'code'])
    expect(textsOf(text).slice(0, 4)).toEqual(['Head', 'Text here.', 'first', 'second\n  continues'])
    expect(textsOf(text).at(-1)).toBe('```\ncode. More\n```')
  })

  it('splits Thai, which has no full stops, at spaces', () => {
    const text = `${'ภาษาไทยเขียนติดกันโดยไม่มีช่องว่างระหว่างคำ '.repeat(20)}`
    expect(textsOf(text).length).toBeGreaterThan(2)
    expect(Math.max(...textsOf(text).map((each) => each.length))).toBeLessThan(260)
  })
})

describe('isCompleteSentence', () => {
  it.each([
    ['The tower is 34 metres high.', true],
    ['1,600 columns are allowed.', true],
    ['clock_timestamp() differs from it.', true],
    ['NFL का यह खेल 2016 में हुआ।', true],
    ['สุนัขเห่าเสียงดัง ในเมือง Norvik', true],
    ['could handle these queries as well.', false],
    ['Contents of this page', false],
    ['To create an index:', false],
    ['Cleaning and Installing 18.1.5.', false],
    ['(See the examples.)', false],
  ])('returns for %j: %s', (text, expected) => {
    expect(isCompleteSentence(text)).toBe(expected)
  })
})
