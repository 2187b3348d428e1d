import { beforeAll, describe, expect, it } from 'vitest'
import { openLanguage } from './language.ts'
import { day, digits } from './numbers-and-dates.ts'
import { errorWords, saidWords, sentenceWords } from './said-words.ts'
import { t } from './t.ts'

beforeAll(() => openLanguage('de'))

describe('in German, what the server says', () => {
  it.each([
    ['chat.not-found', 'Failed to load chat', 'Der Chat konnte nicht geladen werden'],
    [
      'crawl.private-host',
      '10.0.0.1 is a private address and is not crawled. If it is yours, add 10.0.0.1 to the setting ALLOW_PRIVATE_HOSTS and start again.',
      '10.0.0.1 ist eine private Adresse und wird nicht eingelesen. Wenn sie Ihnen gehört, fügen Sie 10.0.0.1 der Einstellung ALLOW_PRIVATE_HOSTS hinzu und starten Sie erneut.',
    ],
    [
      'crawl.scrape-failed',
      'Failed to scrape https://a.example/x: The site took too long to answer',
      'https://a.example/x konnte nicht gelesen werden: Die Website brauchte zu lange für eine Antwort',
    ],
    ['request.invalid', 'A title has at most 200 characters.', 'Ein Titel hat höchstens 200 Zeichen.'],
  ])('by the code %s: "%s"', (code, message, words) => {
    expect(saidWords(code, message)).toBe(words)
  })

  it.each([
    ['Waiting its turn on a.example', 'Wartet, bis er bei a.example an der Reihe ist'],
    ['a.example refused the connection', 'a.example wies die Verbindung ab'],
    ['Summarising the last 3 pages', 'Die letzten 3 Seiten werden zusammengefasst'],
  ])('of a crawl: "%s"', (sentence, words) => {
    expect(sentenceWords(sentence)).toBe(words)
  })

  it.each([
    ['some.newer-code', 'Something this version does not know.'],
    ['crawl.not-found', 'Words that are not those of the code.'],
  ])('and has no German stays English: %s', (code, message) => {
    expect(saidWords(code, message)).toBe(message)
  })
})

describe('in German, the screen', () => {
  it('counts', () => {
    expect(t('{n, plural, one {# page} other {# pages}}', { n: 1 })).toBe('1 Seite')
    expect(t('{n, plural, one {# page} other {# pages}}', { n: 1204 })).toBe('1.204 Seiten')
  })

  it('says its own failures by their codes', () => {
    expect(errorWords('credits.insufficient', { n: 20 })).toMatch(/^Zu wenig Credits\. Um bis zu 20 Seiten/)
  })

  it('writes numbers and dates as Germans do', () => {
    expect(digits(1204.5)).toBe('1.204,5')
    expect(day('2026-03-01T12:00:00Z', { dateStyle: 'long', timeZone: 'UTC' })).toBe('1. März 2026')
  })
})
