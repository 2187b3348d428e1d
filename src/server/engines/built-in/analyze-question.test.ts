import { describe, expect, it } from 'vitest'
import { analyzeQuestion } from './analyze-question.ts'

describe('analyzeQuestion', () => {
  it.each([
    ['fr', 'Combien coûte la carte ?', ['cart']],
    ['fr', 'Puis-je prolonger un DVD ?', ['prolong', 'dvd']],
    ['fr', "Peut-on s'inscrire sans passer à l'accueil ?", ['inscrir', 'pass', 'accueil']],
    ['fr', "J'ai perdu ma carte d'abonné", ['perdu', 'cart', 'abon']],
    ['es', '¿Puedo devolver la bicicleta?', ['devolv', 'biciclet']],
    ['it', 'Posso rinnovare il prestito?', ['rinnov', 'prest']],
    ['it', 'si puo disdire, e quanto costa?', ['disd']],
    ['it', "Quanto costa l'assicurazione dell'auto?", ['assicur', 'aut']],
    ['es', 'mas que nada, ¿por que?', []],
    ['pt', 'Quanto custa a bicicleta?', ['biciclet']],
    ['nl', 'Kunt u de fiets ruilen?', ['fiet', 'ruil']],
  ])('counts the words that say what is asked, not those that only ask, in %s: %s', (language, question, terms) => {
    const passage = {
      id: 'a',
      pageId: 'a',
      pageUrl: '',
      pageTitle: '',
      headingPath: [],
      text: '',
      startOffset: 0,
      score: 1,
    }
    const found = {
      language,
      title: '',
      terms: { idf: {}, absent: { terms: new Set<string>(), weight: 1 }, siteTerms: new Map<string, number>() },
      corrections: [],
      usesVectors: false,
    }
    expect(analyzeQuestion(question, [], [{ ...passage, found }]).terms.map(({ term }) => term)).toEqual(terms)
  })

  it('needs a year that a question names on the page, but no amount [choose-answer-4]', () => {
    const namesIn = (question: string) => analyzeQuestion(question, [], []).namedTerms
    expect(namesIn('how can I make my script wait 5 seconds')).toEqual([])
    expect(namesIn('who wrote the script of 1926')).toEqual(['1926'])
  })
})
