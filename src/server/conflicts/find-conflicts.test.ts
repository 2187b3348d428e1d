import { describe, expect, it } from 'vitest'
import { createConflictFinder } from './find-conflicts.ts'

type Page = { path?: string; title?: string; text: string; language?: string }

/** The values that are in conflict, a pair for each finding. */
function valuesIn(...pages: Page[]): string[][] {
  const finder = createConflictFinder()
  for (const [index, { path = `/page-${index}`, title = 'Relay', text, language = 'en' }] of pages.entries()) {
    finder.add({ id: String(index), url: `https://docs.example${path}`, title, content: text, language })
  }
  return finder.conflicts().map(({ statements }) => statements.map(({ value }) => value))
}
const between = (one: string, other: string, language = 'en') =>
  valuesIn({ text: one, language }, { text: other, language })

describe('statements about one fact with different values are a conflict', () => {
  it.each([
    ['defaults', 'The default of relay.window is 20.', 'relay.window defaults to 25.', ['20', '25']],
    ['switches', 'relay.compress is on by default.', 'The default value of relay.compress is off.', ['on', 'off']],
    [
      'maxima',
      'Uploads to the relay are limited to 1 GB.',
      'The maximum size of uploads to the relay is 512 MB.',
      ['1 GB', '512 MB'],
    ],
    [
      'minima',
      'Relay passwords need at least 8 characters.',
      'Relay passwords need a minimum of 12 characters.',
      ['8', '12'],
    ],
    [
      'versions',
      'relay.mirror() was added in version 3.8.',
      'relay.mirror() is available since version 3.10.',
      ['3.8', '3.10'],
    ],
    [
      'prices',
      'The relay team plan costs $12 per month.',
      'The price of the relay team plan is $15 per month.',
      ['$12', '$15'],
    ],
    [
      'amounts of which one sentence says more',
      'The deposit is 100 euros for every bicycle.',
      'The deposit is 50 euros for every bicycle and is paid back when you return it.',
      ['100', '50'],
    ],
    [
      'dates',
      'Support for relay mirrors ends on 31 March 2027.',
      'Support for relay mirrors ends on 2027-06-30.',
      ['31 March 2027', '2027-06-30'],
    ],
    [
      'yes and no',
      'Relay mirroring is supported on Windows.',
      'Relay mirroring is not supported on Windows.',
      ['supported', 'supported'],
    ],
    [
      'keys with values',
      '- **Relay session lifetime:** 30 seconds',
      '- Relay session lifetime: 2 min',
      ['30 seconds', '2 min'],
    ],
  ])('%s', (_, one, other, values) => {
    expect(between(one, other)).toEqual([values])
  })

  it.each([
    ['Der Standardwert von relay.puffer ist 64 MB.', 'Standardmäßig beträgt relay.puffer 128 MB.'],
    ['Ein Relay-Archiv darf höchstens 1.000 Ordner enthalten.', 'Ein Relay-Archiv enthält bis zu 5.000 Ordner.'],
    ['Der Relay-Dienst ist seit Version 12 verfügbar.', 'Der Relay-Dienst ist ab Version 14 verfügbar.'],
  ])('in German: %s', (one, other) => {
    expect(between(one, other, 'de')).toHaveLength(1)
  })

  it('also when one of them is a table cell', () => {
    const table = '| Setting | Default |\n| --- | --- |\n| relay.depth | 5 |\n| relay.window | 20 |'
    expect(between(table, 'relay.window defaults to 25.')).toEqual([['20', '25']])
  })

  it('also when the heading or the defined term names what a sentence is about', () => {
    const term = 'work_mem (integer)\nSets the memory of a query. The default value is four megabytes (4MB).'
    expect(between(term, 'By default, work_mem is 16MB.')).toEqual([['four megabytes', '16MB']])
  })

  it('also when one word names the subject and titles and headings say no more', () => {
    const pages = (...titles: string[]) =>
      titles.map((title, n) => ({ title, text: `# ${title}\n\nUploads are limited to ${n + 1}0 MB.` }))
    expect(valuesIn(...pages('Uploads', 'Limits'))).toEqual([['10 MB', '20 MB']])
    expect(valuesIn(...pages('FAQ', 'Pricing'))).toEqual([['10 MB', '20 MB']])
    expect(valuesIn(...pages('Avatars', 'Limits'))).toEqual([])
    const wait = (title: string, time: string) => ({ title, text: `Wait at least ${time}.` })
    expect(valuesIn(wait('FAQ', '5 seconds'), wait('Limits', '1 minute'))).toEqual([])
  })

  it.each([
    ['a name', 'Acme was founded in 1998 in Kiel.', 'Acme was founded in 1989.', ['Team', 'Press'], 1],
    ['the owner', 'The company was founded in 1998.', 'Our company was founded in 1989.', ['About us', 'Jobs'], 1],
    ['the owner, in German', 'Die Firma wurde 1998 gegründet.', 'Die Firma wurde 1989 gegründet.', ['Über uns'], 1],
    ['customers', 'The company was founded in 1998.', 'The company was founded in 1989.', ['Fog Ltd', 'About us'], 0],
    ['any school', 'A school was founded in 1898.', 'A school was founded in 1889.', ['About us'], 0],
  ])('also about the year in which %s was founded, unless it may be another one', (_, one, other, titles, count) => {
    const [title = '', otherTitle = title] = titles
    const language = one.includes('wurde') ? 'de' : 'en'
    const found = valuesIn({ title, text: one, language }, { title: otherTitle, text: other, language })
    expect(found).toEqual(new Array(count).fill(['1998', '1989']))
  })

  it('but the defined term names nothing after the end of its list', () => {
    const term = 'work_mem (integer)\nSets the memory of a query.'
    expect(between(`${term}\n\nThe default is 4MB.`, 'By default, work_mem is 16MB.')).toHaveLength(1)
    expect(between(`${term}\n\n\nThe default is 4MB.`, 'By default, work_mem is 16MB.')).toEqual([])
  })

  it('quotes both sentences as the pages have them', () => {
    const finder = createConflictFinder()
    const texts = ['Hello there. The  relay.window setting defaults to 20.', 'The default of relay.window is 25. Bye.']
    for (const [index, content] of texts.entries()) {
      finder.add({ id: String(index), url: `https://docs.example/${index}`, title: 'Relay', content, language: 'en' })
    }
    const [conflict] = finder.conflicts()
    expect(conflict?.statements.every(({ sentence }, index) => texts[index]?.includes(sentence))).toBe(true)
  })
})

describe('statements that may both be true are not a conflict', () => {
  it.each([
    [
      'equal values in different units',
      'The default relay lifetime is 60 seconds.',
      'By default, the relay lifetime is 1 minute.',
    ],
    [
      'a condition',
      'A relay crate holds up to 10 parcels.',
      'Without compression, a relay crate holds up to 5 parcels.',
    ],
    [
      'another subject',
      'The default timeout of the relay client is 5 s.',
      'The default timeout of the relay server is 9 s.',
    ],
    ['another property', 'The minimum relay weight is 2 kg.', 'The maximum relay weight is 9 kg.'],
    ['another period', 'The relay team plan costs $12 per month.', 'The relay team plan costs $120 per year.'],
    ['another version', 'relay.window defaults to 20.', 'In version 9, relay.window defaults to 25.'],
    ['the past', 'relay.window defaults to 20.', 'In earlier releases, relay.window was 25 by default.'],
    ['an example', 'relay.window defaults to 20.', 'For example, relay.window defaults to 25.'],
    ['an approximate value', 'The relay client rests for 20 minutes.', 'The relay client rests for about 25 minutes.'],
    ['a finer version', 'relay.open() was added in version 3.8.', 'relay.open() is available since version 3.8.2.'],
    [
      'a hedge',
      'Relay labels are supported everywhere.',
      'Relay labels are not supported everywhere if a lock is set.',
    ],
    ['section numbers', 'The Fast-Path Interface\n34.9.', 'The Fast-Path Interface\n34.10.'],
  ])('%s', (_, one, other) => {
    expect(between(one, other)).toEqual([])
  })

  it('on pages of different product versions', () => {
    const [one, other] = ['relay.window defaults to 20.', 'relay.window defaults to 25.']
    expect(valuesIn({ path: '/v1/relay', text: one }, { path: '/v2/relay', text: other })).toEqual([])
    expect(valuesIn({ path: '/v1/relay', text: one }, { path: '/v1/window', text: other })).toHaveLength(1)
  })

  it('in changelogs', () => {
    const [one, other] = ['relay.window defaults to 20.', 'relay.window defaults to 25.']
    expect(valuesIn({ text: one }, { title: 'Release notes', text: other })).toEqual([])
    expect(valuesIn({ text: one }, { path: '/changelog/3', text: other })).toEqual([])
    expect(valuesIn({ text: one }, { text: `## Version 2.1\n\n${other}` })).toEqual([])
  })

  it('when one page states both values', () => {
    const both = 'relay.window defaults to 25.\n\nrelay.window defaults to 20.'
    expect(valuesIn({ text: 'relay.window defaults to 20.' }, { text: both })).toEqual([])
  })
})
