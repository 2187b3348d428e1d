import { expect, test } from 'vitest'
import { answerTypeScore, isDestructive } from './answer-type.ts'
import { expectedAnswerType } from './question-type.ts'

test.each([
  ['How many pages does a crawl have?', 'number'],
  ['Wie groß darf eine Seite sein?', 'number'],
  ['Wie heiß wird der Ofen?', 'number'],
  ['Kaç sayfa var?', 'number'],
  ['¿Por qué falla?', 'reason'],
  ['Perché non funziona?', 'reason'],
  ['Où se trouve le phare ?', 'location'],
  ['Ngọn hải đăng ở đâu?', 'location'],
  ['Ai xây dựng bến cảng cũ?', 'person'],
  ["J'ai perdu ma carte", 'any'],
  ['Ai-je droit à un remboursement ?', 'any'],
  ['Can the editor use AI?', 'any'],
  ['Which years are bighearted?', 'any'],
])('the question %j asks for: %s', (question, type) => {
  expect(expectedAnswerType(question)).toBe(type)
})

test('a person who asks to overwrite something is not warned of it', () => {
  const command = 'Run save --force.'
  expect(isDestructive('procedure', command, 'Wie kann ich die Datei überschreiben?')).toBe(false)
  expect(isDestructive('procedure', command, 'Wie kann ich die Datei speichern?')).toBe(true)
})

test.each([
  ['fr', 'Huit personnes au maximum.', 'combien de personnes ?'],
  ['it', 'Abbiamo tre rimorchi.', 'quanti rimorchi avete?'],
  ['es', 'Hay tres remolques.', '¿cuántos remolques hay?'],
])('a number word answers a question for a number in %s', (language, sentence, question) => {
  expect(answerTypeScore('number', sentence, question, language)).toBeGreaterThan(0)
})

test('a question for a price is answered by a price rather than by another number', () => {
  const score = (sentence: string) => answerTypeScore('number', sentence, 'how much does delivery cost', 'en')
  expect(score('Delivery costs 12 €.')).toBeGreaterThan(score('We deliver from 8 to 10.'))
  expect(score('Delivery costs 12 €.')).toBe(1)
})
