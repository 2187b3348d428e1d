import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { splitWords } from '#server/platform/text/split-words.ts'
import { expandWords, isExpanded } from './expand-words.ts'

const expand = (question: string, language = 'en') => expandWords(splitWords(question), language, question)
/** What the list has for words and phrases, without what words only suggest together. */
const relatedTo = (question: string, language = 'en') =>
  expand(question, language).flatMap(({ related, weight }) => (weight === 1 ? related : []))

describe('expandWords', () => {
  it('finds a phrase, also with words before its particle [expand-words-1]', () => {
    expect(relatedTo('which editor is used out of the box')).toContain('default')
    expect(relatedTo('how do I turn a long string into a number')).toContain('convert')
    expect(relatedTo('which turn takes me from here straight into the city')).not.toContain('convert')
  })

  it('expands a word of a phrase only as part of the phrase [expand-words-2]', () => {
    const positions = expand('get rid of a folder').flatMap((each) => each.positions)
    expect(positions).toEqual([...new Set(positions)])
    expect(relatedTo('get rid of a folder')).toEqual(expect.arrayContaining(['remov', 'directori']))
  })

  it('leaves out a word whose term is that of a stop word: "sich" for "sichern" [expand-words-7]', () => {
    expect(relatedTo('daten speichern', 'de')).not.toContain('sich')
    // A listed word that is one itself was meant.
    expect(relatedTo('which match the other table')).toContain('use')
  })

  it('takes the line of the word itself, not of another one with its term [expand-words-8]', () => {
    expect(relatedTo('un cours de cuisine', 'fr')).toContain('ateli')
    expect(relatedTo('un cours de cuisine', 'fr')).not.toContain('jogging')
    // A stop word whose term is that of "entrée".
    expect(relatedTo('entre nous', 'fr')).toEqual([])
  })

  it('expands inflected forms, but no word that the listed one is derived from [expand-words-3]', () => {
    expect(relatedTo('where are my folders')).toContain('directori')
    expect(relatedTo('print a number')).not.toContain('sequenc')
  })

  it('leaves keywords and languages without a list as they are [expand-words-4]', () => {
    expect(relatedTo('what does FOLDER mean')).toEqual([])
    expect(expand('preço', 'pt')).toEqual([])
    expect(relatedTo('¿hay descuento?', 'es')).toContain('reduc')
    expect(relatedTo('ou se garer', 'fr')).toContain('parking')
    expect(relatedTo('si puo disdire?', 'it')).toContain('annull')
    expect(relatedTo('Wie lösche ich einen Ordner?', 'de')).toContain('verzeichnis')
  })

  it('finds the words of a phrase in any order with others between them, within a sentence [expand-words-5]', () => {
    expect(relatedTo('how can I kill that never ending query')).toContain('backend')
    expect(relatedTo('this old query, can I kill it')).toContain('backend')
    expect(relatedTo('Who wrote the query? How do I kill it?')).not.toContain('backend')
    expect(relatedTo('how do I pick the best one out of a long list at random')).not.toContain('sampl')
  })

  it('recognises a long phrase before a short one that begins earlier in the question', () => {
    expect(relatedTo('how do I see who changed a line')).toContain('blame')
    expect(relatedTo('how do I see who changed a line')).not.toContain('diff')
  })

  it('adds what several words suggest together, with less weight than a phrase [expand-words-6]', () => {
    const expansions = expand('my update is stuck and other people are waiting')
    const associated = expansions.filter(({ weight }) => weight < 1)
    expect(associated.flatMap(({ related }) => related)).toContain('pg_locks')
    expect(associated.every(({ positions }) => positions.length > 1)).toBe(true)
    expect(expand('stuck').every(({ weight }) => weight === 1)).toBe(true)
  })

  it('knows the words that it expands', () => {
    expect([isExpanded('folder', 'en'), isExpanded('zzyzx', 'en')]).toEqual([true, false])
  })
})

describe.each(['en', 'de', 'es', 'fr', 'it'])('the list of related words in %s', (language) => {
  it('has a word or phrase and one to ten words in every line, each phrase once', () => {
    const lines = readFileSync(new URL(`${language}.txt`, import.meta.url), 'utf8')
      .trimEnd()
      .split('\n')
    const malformed = lines.filter((line) => !/^\S+(?: \S+){1,10}$/.test(line))
    expect(malformed).toEqual([])
    const typed = lines.map((line) => line.split(' ')[0])
    expect(typed.filter((each, n) => typed.indexOf(each) !== n)).toEqual([])
  })
})
