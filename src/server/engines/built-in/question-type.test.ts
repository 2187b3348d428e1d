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
  ['what is cheaper, a day pass or a week', 'number'],
  ['Was ist günstiger, Zehnerkarte oder Saisonkarte?', 'number'],
  ['Um wie viel Uhr beginnt das Konzert?', 'time'],
  ['A quelle heure ouvrez-vous ?', 'time'],
  ['a que hora abre el museo', 'time'],
  ['A che ora chiudete?', 'time'],
  ['que dia es gratis', 'time'],
  ['cuando abre el museo', 'time'],
  ['quien es la directora', 'person'],
  ['donde puedo aparcar', 'location'],
  ['which exit codes does it use', 'list'],
  ['Which is used?', 'any'],
  ['welche Schriftformate werden unterstützt?', 'list'],
  ['Welche Dateiformate kennt GIMP?', 'list'],
  ['Welche Farbe hat die Katze?', 'any'],
  ['ou se trouve le phare', 'location'],
])('the question %j asks for: %s', (question, type) => {
  expect(expectedAnswerType(question)).toBe(type)
})

test.each([
  ['procedure', 'To enable debug mode, use the --debug option.', 'How do I enable debug mode?', 1],
  ['procedure', 'Do not use the debug mode on a public server.', 'How do I enable debug mode?', 0],
  ['procedure', 'By enabling debug mode, the server will reload.', 'How do I enable debug mode?', 0],
  ['procedure', 'You can’t use the tool on a layer.', 'How do I resize a layer?', 0],
  ['default', 'Default: 1209600', 'What is the default session lifetime?', 1],
  ['default', 'Default: False', 'What is the default session lifetime?', 0.5],
  ['default', 'Default: False', 'Is it on by default?', 1],
  ['default', 'The number of levels is five by default.', 'maximum number of levels default?', 1],
  ['default', 'If the default limit is reached, two warnings are shown.', 'what is the default limit', 0.35],
  ['default', 'Default: KeepAlive On', 'How long does it keep a connection by default?', 0.5],
  ['default', 'Default: KeepAliveTimeout 5', 'How long does it keep a connection by default?', 1],
] as const)('for the type %s, %j answers %j at %d [answer-type-3]', (type, sentence, question, score) => {
  expect(answerTypeScore(type, sentence, question, 'en')).toBe(score)
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
  expect(score('Delivery is free from 15:00.')).toBe(0)
  expect(score('City bike | 15')).toBeGreaterThan(0)
})

test('a price is no answer to how long something lasts [value-words-3]', () => {
  const score = (sentence: string, question: string) => answerTypeScore('number', sentence, question, 'en')
  expect(score('| Whitening | £180 |', 'how long does it last')).toBe(0)
  expect(score('It costs £180 and lasts 3 years.', 'how long does it last')).toBe(1)
  expect(score('Deposit: £180.50', 'how high is the deposit')).toBe(1)
})

test('asking how much something is asks for its price [value-words-1]', () => {
  const score = (question: string) => answerTypeScore('number', 'A visit takes 20 minutes.', question, 'en')
  expect(score('how much is a visit')).toBeLessThan(1)
  expect(score('how much time is left')).toBe(1)
})

test.each([
  ['Please write to the office.', 'How do I complain?'],
  ['Fill in the form at the desk.', 'How do I register?'],
  ['Rezepte bestellen Sie über das Formular.', 'Wie bekomme ich ein Rezept?'],
  ['Veuillez écrire au musée.', 'Comment réserver ?'],
  ['Es necesario reservar por teléfono.', 'cómo puedo reservar'],
])('%j says what to do [answer-type-2]', (sentence, question) => {
  expect(answerTypeScore(expectedAnswerType(question), sentence, question, '')).toBe(1)
  expect(answerTypeScore('procedure', 'Den Schlüssel haben Sie. The office keeps it.', question, '')).toBe(0)
})

test('a word that begins a cell of a table is no name [answer-type-1]', () => {
  const score = (sentence: string) => answerTypeScore('person', sentence, 'who created it', 'en')
  expect(score('| init | Creates a file |')).toBe(0)
  expect(score('| Mayor | Ada Lund |')).toBe(1)
})

test('a question for a time of day is answered by one, not by a year [value-words-2]', () => {
  const score = (sentence: string) => answerTypeScore('time', sentence, 'a que hora es el concierto', 'es')
  expect(score('A las 22:00, concierto de arpa.')).toBe(1)
  expect(score('El museo abrió en 2001.')).toBeLessThan(1)
  expect(score('| Domingo | cerrado |')).toBe(1)
  expect(score('El museo está cerrado.')).toBeLessThan(1)
})
