import { describe, expect, it } from 'vitest'
import { detectLanguage } from './languages.ts'
import { searchQuery } from './search-query.ts'
import { termReader } from './terms.ts'
import { readWords } from './words.ts'

describe('words', () => {
  it('reads an identifier as a whole and in its parts', () => {
    expect(readWords('set max_age, now').map((word) => word.text)).toEqual(['set', 'max', 'age', 'max_age', 'now'])
  })

  it("leaves out the s of Luther's", () => {
    expect(readWords("Luther's Bible").map((word) => word.text)).toEqual(['Luther', 'Bible'])
  })

  it('finds the words of scripts without spaces, with exact offsets', () => {
    for (const text of ['北京是中国的首都', 'กรุงเทพเป็นเมืองหลวง', '東京は日本の首都です']) {
      const words = readWords(text)
      expect(words.length).toBeGreaterThan(2)
      for (const word of words) expect(text.slice(word.start, word.end)).toBe(word.text)
    }
  })
})

describe('terms', () => {
  it.each([
    ['en', 'Indexes', 'indexing'],
    ['de', 'Häuser', 'Hauses'],
    ['es', 'crawleadas', 'crawleado'],
    ['ru', 'страницы', 'страницами'],
    ['tr', 'İSTANBUL', 'istanbul'],
    ['ar', 'والكتاب', 'كتاب'],
    ['fr', 'Été', 'ete'],
    ['', 'ＦＵＬＬ', 'full'],
  ])('in "%s", %s and %s meet', (language, one, other) => {
    const termOf = termReader(language)
    expect(termOf(one)).toBe(termOf(other))
  })
})

describe('the language of a text', () => {
  it.each([
    ['The page was stored when the crawl had ended and it is not lost.', '', 'en'],
    ['Die Seite wurde gespeichert, als der Vorgang beendet war, und ist nicht verloren.', '', 'de'],
    ['La página se guardó cuando terminó el proceso y no se ha perdido.', '', 'es'],
    ['Die Seite wurde gespeichert, als der Vorgang beendet war, und ist nicht verloren.', 'en-US', 'de'],
    ['Страница была сохранена, когда процесс завершился.', '', 'ru'],
    ['ページは保存されました。失われません。', 'en', 'ja'],
    ['页面已保存，没有丢失。', '', 'zh'],
    ['42', 'pt-BR', 'pt'],
    ['', '', ''],
  ])('%s', (text, tag, language) => {
    expect(detectLanguage(text, tag)).toBe(language)
  })
})

describe('what to search for', () => {
  const history = [
    { role: 'user' as const, content: 'How do I install the database server on Linux?' },
    { role: 'assistant' as const, content: 'Use the package manager. [1]' },
  ]
  it('takes the earlier question along when a question carries it on', () => {
    expect(searchQuery('And on Windows?', history)).toBe('And on Windows? How do I install the database server on Linux?')
    expect(searchQuery('Why?', history)).toContain('install the database server')
    expect(searchQuery('Is it free?', history)).toContain('database server')
    expect(searchQuery('und unter Windows?', [{ role: 'user', content: 'Wie installiere ich den Server?' }])).toContain('Server')
  })

  it('leaves a question alone that says what it is about', () => {
    expect(searchQuery('Which ports does the mail gateway open?', history)).toBe('Which ports does the mail gateway open?')
    expect(searchQuery('What is a partial index?', history)).toBe('What is a partial index?')
  })
})
