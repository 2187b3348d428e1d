import { describe, expect, it } from 'vitest'
import { mergeTopics } from './merge-topics.ts'

const merge = (language: string, ...topics: string[][]) =>
  mergeTopics(topics.map((each) => ({ topics: each, summary: '', language }))).map((page) => page.topics)

describe('mergeTopics', () => {
  it('gives singular and plural of an English topic the spelling that most pages use', () => {
    expect(merge('en', ['Index'], ['Indexes'], ['Indexes', 'Query'])).toEqual([
      ['Indexes'],
      ['Indexes'],
      ['Indexes', 'Query'],
    ])
    expect(merge('en-GB', ['Foreign keys'], ['foreign key'], ['Foreign key'], ['Foreign key'])).toEqual(
      Array.from({ length: 4 }, () => ['Foreign key']),
    )
    expect(merge('en', ['Policy'], ['Policies'], ['Policies'])).toEqual([['Policies'], ['Policies'], ['Policies']])
    expect(merge('en', ['Engine'], ['Engines'], ['Engine'])).toEqual([['Engine'], ['Engine'], ['Engine']])
    expect(merge('en', ['Connections'], ['Connection'], ['Connection'])).toEqual([
      ['Connection'],
      ['Connection'],
      ['Connection'],
    ])
  })

  it('gives singular and plural of a German topic one spelling', () => {
    expect(merge('de', ['Datenbank'], ['Datenbanken'], ['Datenbank'])).toEqual(
      Array.from({ length: 3 }, () => ['Datenbank']),
    )
    expect(merge('de', ['Häuser'], ['Haus'], ['Häuser'])).toEqual(Array.from({ length: 3 }, () => ['Häuser']))
    expect(merge('de', ['Verbindung'], ['Verbindungen'], ['Verbindungen'])).toEqual(
      Array.from({ length: 3 }, () => ['Verbindungen']),
    )
  })

  it('keeps topics apart that only share a stem or differ in punctuation', () => {
    for (const [one = '', other = ''] of [
      ['Market', 'Marketing'],
      ['Engine', 'Engineering'],
      ['University', 'Universe'],
      ['C', 'C++'],
      ['C#', 'C++'],
    ])
      expect(merge('en', [one], [other])).toEqual([[one], [other]])
  })

  it('takes the language from the summaries of all pages when a page declares none', () => {
    const pages = [
      { topics: ['Datenbank'], summary: 'Das ist eine Seite über die Sicherung einer Datenbank.', language: '' },
      { topics: ['Datenbanken'], summary: 'Sicherung und Wiederherstellung.', language: '' },
    ]
    expect(mergeTopics(pages).map((page) => page.topics)).toEqual([['Datenbank'], ['Datenbank']])
  })

  it('lists a topic once when a page has both of its numbers', () => {
    expect(merge('en', ['Lamp', 'Lamps'], ['Lamp'])).toEqual([['Lamp'], ['Lamp']])
  })
})
