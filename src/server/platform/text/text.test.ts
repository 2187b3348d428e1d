import { describe, expect, it } from 'vitest'
import { detectLanguage, foreignLanguage } from './detect-language.ts'
import { buildSearchQuery, mayReferBack, weightInQuery } from '#server/platform/question/build-search-query.ts'
import { asksAboutChanges, isChangelogTitle, isInChangelog } from './changelogs.ts'
import { subjectNames } from '#server/platform/question/question-names.ts'
import { stemmerFor } from './stemmer.ts'
import { splitWords } from './split-words.ts'

describe('splitWords', () => {
  it('adds the parts of an identifier with three capitals, but not of a name with two [split-words-2]', () => {
    const textsOf = (text: string) => splitWords(text).map((word) => word.text)
    expect(textsOf('KeepAliveTimeout')).toEqual(['Keep', 'Alive', 'Timeout', 'KeepAliveTimeout'])
    expect(textsOf('JavaScript, interHunkContext')).toEqual(['JavaScript', 'interHunkContext'])
  })

  it('adds names with the sign of their syntax, but not amounts [split-words-1]', () => {
    const compounds = (text: string) =>
      splitWords(text)
        .filter(({ kind }) => kind === 'compound')
        .map((word) => word.text)
    expect(compounds('The format %D, "$trash" and \\\\timing')).toEqual(['%D', '$trash', '\\timing'])
    expect(compounds('50%of 5$a, 100 % and $5')).toEqual([])
  })

  it('returns an identifier as a whole and in parts', () => {
    expect(splitWords('set max_age, now').map((word) => word.text)).toEqual(['set', 'max', 'age', 'max_age', 'now'])
  })

  it('splits a number from the unit behind it, but no identifier', () => {
    const textsOf = (text: string) => splitWords(text).map((word) => word.text)
    expect(textsOf('a 24cm pan of 1.5kg')).toEqual(['a', '24', 'cm', 'pan', 'of', '1', '5', 'kg', '1.5kg'])
    expect(textsOf('utf8 3d 2nd sha256')).toEqual(['utf8', '3d', '2nd', 'sha256'])
  })

  it("drops the possessive s of Luther's", () => {
    expect(splitWords("Luther's Bible").map((word) => word.text)).toEqual(['Luther', 'Bible'])
  })

  it('segments scripts without spaces, with exact offsets', () => {
    for (const text of ['北京是中国的首都', 'กรุงเทพเป็นเมืองหลวง', '東京は日本の首都です']) {
      const words = splitWords(text)
      expect(words.length).toBeGreaterThan(2)
      for (const word of words) expect(text.slice(word.start, word.end)).toBe(word.text)
    }
  })
})

describe('stemmerFor', () => {
  it.each([
    ['en', 'Indexes', 'indexing'],
    ['en', 'GPUs', 'gpu'],
    ['de', 'Häuser', 'Hauses'],
    ['es', 'crawleadas', 'crawleado'],
    ['ru', 'страницы', 'страницами'],
    ['tr', 'İSTANBUL', 'istanbul'],
    ['ar', 'والكتاب', 'كتاب'],
    ['fr', 'Été', 'ete'],
    ['', 'ＦＵＬＬ', 'full'],
  ])('in language "%s", maps %s and %s to the same term', (language, one, other) => {
    const toTerm = stemmerFor(language)
    expect(toTerm(one)).toBe(toTerm(other))
  })
})

describe('foreignLanguage', () => {
  it('recognizes a question in another language, but not one with names or code', () => {
    expect(foreignLanguage('Wie lösche ich einen Branch?', 'en')).toBe('de')
    expect(foreignLanguage('как удалить ветку', 'en')).toBe('ru')
    for (const question of ['How do I delete a branch?', 'git rebase --onto main', 'Was the die cast in 1990?', '']) {
      expect(foreignLanguage(question, 'en')).toBe('')
    }
  })
})

it.each([
  ['de', 'Wann habt ihr am Samstag geöffnet?'],
  ['de', 'Was kostet der Eintritt?'],
  ['de', 'Gibt es Parkplätze?'],
  ['de', 'Was ist im Preis inbegriffen?'],
  ['fr', 'Quels sont vos horaires ?'],
  ['fr', 'À quelle heure ouvrez-vous ?'],
  ['es', 'A qué hora abren?'],
  ['es', '¿Se admiten perros?'],
  ['it', 'Quanto costa il biglietto?'],
])('takes a short question for %s although it shares words with English: %s', (language, question) => {
  expect(foreignLanguage(question, 'en')).toBe(language)
})

it.each([
  'Is Das Boot shown on Saturday?',
  'Does El Al fly here?',
  'Am I allowed to bring my dog?',
  'Do you sell pain au chocolat?',
  'Las Vegas flights',
  'die cast tolerances',
  'Opening hours?',
])('takes no English question with a foreign name for another language: %s', (question) => {
  expect(foreignLanguage(question, 'en')).toBe('')
})

describe('detectLanguage', () => {
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
  ])('for %j declared as "%s" returns "%s"', (text, tag, language) => {
    expect(detectLanguage(text, tag)).toBe(language)
  })
})

describe('buildSearchQuery', () => {
  const history = [
    { role: 'user' as const, content: 'How do I install the database server on Linux?' },
    { role: 'assistant' as const, content: 'Use the package manager. [1]' },
  ]
  it('adds the previous question to a follow-up on a separate line', () => {
    expect(buildSearchQuery('And how long does it take?', history)).toBe(
      'And how long does it take?\nHow do I install the database server on Linux?',
    )
    expect(buildSearchQuery('Why?', history)).toContain('install the database server')
    expect(buildSearchQuery('Is it free?', history)).toContain('database server')
    expect(
      buildSearchQuery('und unter Windows?', [{ role: 'user', content: 'Wie installiere ich den Server?' }]),
    ).toContain('Server')
  })

  it.each([
    ['Was ist eine Ebenenmaske?', 'Kann man die auch löschen?'],
    ['Wie füge ich eine Hilfslinie ein?', 'wie werde ich die wieder los'],
    ['Wie vereine ich Ebenen?', 'Gibt es dafür ein Tastenkürzel?'],
    ['Was ist eine Ebenenmaske?', 'wie füge ich eine hinzu?'],
    ['What is lazy loading?', 'what are the alternatives?'],
    ['What is work_mem?', 'What is the default?'],
    ['What is a view?', 'give me an example'],
    ['What is WAL?', 'tell me more'],
  ])('adds “%s” to “%s” [text-9]', (earlier, followUp) => {
    expect(
      buildSearchQuery(followUp, [{ role: 'user', content: earlier }])
        .split('\n')
        .slice(1),
    ).toEqual([earlier])
  })

  it('adds nothing to a question with an article before its noun', () => {
    expect(buildSearchQuery('Wie kann ich die Datenbank löschen?', history)).not.toContain('\n')
  })

  it.each([
    [
      'How do I install the database server on Linux?',
      'And on Windows?',
      'How do I install the database server on Windows?',
    ],
    ['How do I delete a branch?', 'and a tag?', 'How do I delete a tag?'],
    ['How do I list the tables in psql?', 'And the indexes?', 'How do I list the indexes in psql?'],
    ['Is there parking?', 'and a lift?', 'Is there a lift?'],
    ['Do you accept cards?', 'and cash?', 'Do you accept cash?'],
    ['Can I return the shoes?', 'And the socks?', 'Can I return the socks?'],
    ['What does HEAD mean?', 'What about ORIG_HEAD?', 'What does ORIG_HEAD mean?'],
    ['What is the size of a page?', 'And a column?', 'What is the size of a column?'],
    ['what is fsync by default', 'and deadlock_timeout?', 'what is deadlock_timeout by default?'],
    ['How much is the Pro plan?', 'And the Team plan?', 'How much is the Team plan?'],
    ['Was ist ein View?', 'Und ein Trigger?', 'Was ist ein Trigger?'],
    ['Wie lösche ich einen Branch?', 'Und einen Tag?', 'Wie lösche ich einen Tag?'],
  ])('completes “%s” “%s” to “%s” [text-6]', (earlier, followUp, completed) => {
    expect(buildSearchQuery(followUp, [{ role: 'user', content: earlier }])).toBe(completed)
  })

  it.each([
    ['What is the weight of the suitcase?', 'And the warranty?'],
    ['What colours does the suitcase come in?', 'And the warranty?'],
    ['Is there parking?', 'And on Sundays?'],
    ['What is a view?', 'And why?'],
    ['What is a view?', 'And now?'],
    ['How do I sort a list?', 'And reverse it?'],
  ])('keeps both “%s” and “%s”, of which the earlier one may say what is meant [text-7]', (earlier, followUp) => {
    const history = [{ role: 'user' as const, content: earlier }]
    expect(buildSearchQuery(followUp, history)).toBe(`${followUp}\n${earlier}`)
  })

  it.each([
    ['What does an axis mean?', 'mean', 0.1],
    ['What does an axis mean?', 'axis', 1],
    ['What does mean return?', 'mean', 1],
    ['How do I round the mean?', 'mean', 1],
  ])('gives a word of the query “%s”, “%s”, the weight %d [text-10]', (query, word, weight) => {
    expect(weightInQuery(query, query.indexOf(word))).toBe(weight)
  })

  it('completes a follow-up of a completed follow-up [text-8]', () => {
    const history = ['How do I delete a branch?', 'and a tag?'].map((content) => ({ role: 'user' as const, content }))
    expect(buildSearchQuery('and a remote?', history)).toBe('How do I delete a remote?')
  })

  it('returns a self-contained question unchanged', () => {
    expect(buildSearchQuery('Which ports does the mail gateway open?', history)).toBe(
      'Which ports does the mail gateway open?',
    )
    expect(buildSearchQuery('What is a partial index?', history)).toBe('What is a partial index?')
  })
})

describe('mayReferBack', () => {
  it.each(['And on Windows?', 'How do I change it?', 'Which is cheaper?', 'Und wie ändere ich das?', 'Why?'])(
    'is true for a question whose subject may be in the turns before it: %s',
    (question) => expect(mayReferBack(question)).toBe(true),
  )

  it.each(['How high is the tower?', 'What does this site say about guides?', 'Was kostet der größere Tarif?'])(
    'is false for a question that names its subject: %s',
    (question) => expect(mayReferBack(question)).toBe(false),
  )
})

describe('subjectNames', () => {
  it.each([
    ['What does TOAST mean in Postgres?', 'toast'],
    ['what is a decorator good for?', 'decor'],
    ['whats a tuple', 'tupl'],
    ['GIL meaning', 'gil'],
    ['definition of tablespace', 'tablespac'],
    ['what is WAL and what is it for?', 'wal'],
    ['what is research and development?', 'research and develop'],
    ['wozu ist debconf?', 'debconf'],
    ['the index?', 'index'],
    ['bare repository', 'bare repositori'],
    ['how do I create a view?', undefined],
  ])('finds what “%s” asks about', (question, name) => {
    expect(subjectNames(question, stemmerFor('en'))[0]).toBe(name)
  })

  it('also finds a member by the names of its class and its own [text-11]', () => {
    expect(subjectNames('What does String.trim() do?', stemmerFor('en'))).toContain('string trim')
    expect(subjectNames('What is version 3.2?', stemmerFor('en'))).not.toContain('version 3 2')
  })
})

describe('isChangelogTitle', () => {
  it.each([
    ['What’s New In Python 3.11', true],
    ['Release History Of Lanterns', true],
    ['Changes — Lanterns 3.2 documentation', true],
    ['Lanterns: changes from version 3.4 to 3.5', true],
    ['Changes of state', false],
    ['Lanterns version 3.2.1 frequently asked questions', false],
    ['A history of lighthouses', false],
    ['Releasing a lock', false],
  ])('distinguishes pages of changes from others: %s', (title, isChangelog) =>
    expect(isChangelogTitle(title)).toBe(isChangelog),
  )
})

describe('isInChangelog', () => {
  it.each([
    ['a section', ['Important notes', 'Change Log', 'Other changes'], '', true],
    ['a version with its date', ['Version 1.2.0a8 (2020-04-22)'], '', true],
    ['a date with its version', ['2008-07-16 - Version 3.6.0 beta'], '', true],
    ['a table', ['lamp.trim()', 'History'], '| Version | Changes |\n| --- | --- |\n| v2.0.0 | Trims evenly. |', true],
    ['no section', ['Lanterns 3.2', 'History'], 'The first lantern burned oil.', false],
  ])('recognizes by %s whether a passage lists changes', (_, headingPath, text, expected) =>
    expect(isInChangelog({ pageTitle: 'Lanterns', headingPath, text })).toBe(expected),
  )
})

describe('asksAboutChanges', () => {
  it.each([
    "what's new in Python 3.11",
    'what changed in PostgreSQL 15',
    'which version added MERGE?',
    'which new option parses JSON?',
  ])('is true for “%s”', (question) => expect(asksAboutChanges(question)).toBe(true))
  it.each([
    "how do I change a user's password",
    'get the first 10 rows only',
    'How can I make a new virtual environment?',
    'which Python version do I need?',
  ])('is false for “%s”', (question) => expect(asksAboutChanges(question)).toBe(false))
})
