import { describe, expect, it } from 'vitest'
import { buildSearchQuery, buildSearchQueryInContext, weightInQuery } from './build-search-query.ts'
import { readMessage } from './read-message.ts'

const questionOf = (message: string) => readMessage(message).question

describe('readMessage', () => {
  it.each([
    ['Hi, could you please tell me what the default port is? Thanks a lot!', 'what is the default port?'],
    ['Hey folks, quick one for you: what’s a tablespace? Thx!', 'what is a tablespace?'],
    ['How do I join rows into one string, like GROUP_CONCAT in MySQL?', 'How do I join rows into one string?'],
    ['how many clients can connect if I never touched postgresql.conf', 'how many clients can connect by default'],
    ['what is a tablespace, explain please', 'what is a tablespace'],
    ['What is a tablespace? Explain it to me in simple terms.', 'What is a tablespace?'],
    ['How do I explain a query?', 'How do I explain a query?'],
    [
      'I would be grateful if you could tell me how to rename a branch. Many thanks in advance!',
      'how do I rename a branch?',
    ],
    ['Excuse me, can you tell me how long a name may be? Kind regards, Tom', 'how long a name may be?'],
    ['Hallo, könntest du mir bitte sagen, wie ich einen Zweig lösche? Danke!', 'wie ich einen Zweig lösche?'],
    [
      'Our shop moves to a new server and my colleague Anna asked. So: what is the default port?',
      'what is the default port?',
    ],
    ['We moved to a new server, so what is the default port?', 'what is the default port?'],
    ['I was reading a runbook about mount points. what is a tablespace?', 'what is a tablespace?'],
    [
      'We tag every release by hand. Difference between annotated and lightweight tags.',
      'what is the difference between annotated and lightweight tags?',
    ],
    [
      'We come from another system, where our tables are called Orders. What happens to uppercase names?',
      'What happens to uppercase names?',
    ],
    [
      'It runs here but not there. Python complains ModuleNotFoundError, what does that mean.',
      'Python complains ModuleNotFoundError, what does that mean.',
    ],
    ['The columns must stay in the sequence I put them in. is dict ordered?', 'is dict ordered?'],
    [
      'The server says could not create semaphores: No space left on device. Is my disk full?',
      'Is my disk full? The server says could not create semaphores: No space left on device.',
    ],
    [
      'Do unused replication slots fill my disk, and how do I cap that?',
      'Do unused replication slots fill my disk, and how do I cap that?',
    ],
    [
      'push rejected as non-fast-forward, what does that mean and what should I do?',
      'push rejected as non-fast-forward, what does that mean?',
    ],
    [
      'Stash pop and stash apply, what’s the difference. You are great!',
      'what is the difference between Stash pop and stash apply?',
    ],
    ['whats a tablespace', 'what is a tablespace'],
    ['who’s in charge of the boats?', 'who is in charge of the boats?'],
    ['my pan has gone rusty help!', 'my pan has gone rusty!'],
    ['I need help', 'I need help'],
    ['We need a tool, and my boss asked me to find out. my mic is broken', 'my mic is broken'],
    [
      'which tool is better for images, e.g. photos, and for text?',
      'which tool is better for images, e.g. photos, and for text?',
    ],
  ])('finds the question in “%s”', (message, question) => {
    expect(questionOf(message)).toBe(question)
  })

  it('keeps the sentence that the question refers to [read-message-1]', () => {
    expect(questionOf('My push was rejected. How do I fix it?')).toBe('How do I fix it? My push was rejected.')
    expect(questionOf('Git refuses to merge the histories, how do I get around it?')).toBe(
      'Git refuses to merge the histories, how do I get around it?',
    )
  })

  it('keeps the sentence before a question that names nothing [read-message-4]', () => {
    for (const [before, question] of [
      ['I get "permission denied for table users".', 'What is wrong?'],
      ['The daemon stopped writing my log files, no error anywhere.', 'What are the usual causes?'],
      ['Der Brenner geht nach dem Start gleich wieder aus.', 'Was sind mögliche Ursachen?'],
    ] as const)
      expect(questionOf(`${before} ${question}`)).toBe(`${question} ${before}`)
    const uploaded = 'I uploaded the wrong spreadsheet yesterday, is there a way to undo the whole thing?'
    expect(questionOf(uploaded)).toBe(uploaded)
    expect(questionOf('Our server is new. What causes a deadlock?')).toBe('What causes a deadlock?')
  })

  it('finds the question in French, Spanish and Italian [read-message-5]', () => {
    for (const [message, question] of [
      ["Bonjour, pouvez-vous me dire si vous livrez en Suisse s'il vous plaît ?", 'vous livrez en Suisse ?'],
      ['Je voudrais savoir où se trouve votre atelier, merci d’avance', 'où se trouve votre atelier'],
      ['hola, me podéis decir cuánto cuesta la vacuna por favor', 'cuánto cuesta la vacuna'],
      ['Hemos adoptado una perra mayor, ¿me hacéis alguna rebaja?', 'me hacéis alguna rebaja?'],
      ['Tenemos una perra mayor, ¿puedo llevarla al curso?', 'Tenemos una perra mayor, ¿puedo llevarla al curso?'],
      ['Buongiorno, vorrei sapere quanto costa il biglietto, grazie mille', 'quanto costa il biglietto'],
    ] as const)
      expect(questionOf(message)).toBe(question)
  })

  it('keeps what happened before a question that asks what is possible in spite of it', () => {
    expect(questionOf('I lost my passphrase, can I still get my data?')).toBe(
      'I lost my passphrase, can I still get my data?',
    )
    expect(questionOf('I lost my passphrase. Can I still get my data?')).toBe(
      'Can I still get my data? I lost my passphrase.',
    )
    expect(questionOf('We are moving house soon. Does the old server still need a certificate?')).toBe(
      'Does the old server still need a certificate?',
    )
  })

  it('drops words that say only how deep the answer may go, that it is asked now or that help is wanted', () => {
    for (const [message, question] of [
      ['Could you tell me what git pull does behind the scenes?', 'what does git pull do?'],
      ['What exactly does git pull do?', 'what does git pull do?'],
      ['what does git fetch actually do', 'what does git fetch do?'],
      ['How does a rebase work exactly?', 'How does a rebase work?'],
      ['How do I match a word exactly?', 'How do I match a word exactly?'],
      ['Was macht VACUUM eigentlich genau?', 'was macht VACUUM?'],
      ['I was wondering what TOAST means in Postgres.', 'what does TOAST mean in Postgres.'],
      ['how can I see which queries are running right now', 'how can I see which queries are running'],
      ['how do i parse a date like 2024-05-01?', 'how do i parse a date?'],
      ['How do I store an IP address, for example 10.0.0.7?', 'How do I store an IP address?'],
      ['Is it like version 3 of the format?', 'Is it like version 3 of the format?'],
      ['git push was rejected, what do I do now?', 'git push was rejected?'],
      ['git push rejected non-fast-forward what now', 'git push rejected non-fast-forward'],
      ['delete a branch on the server, what do i type', 'delete a branch on the server'],
      ['What should I do?', 'What should I do?'],
    ] as const)
      expect(questionOf(message)).toBe(question)
  })

  it('keeps an introduction that names what the question is about [read-message-3]', () => {
    for (const question of [
      'TRUNCATE or DELETE: how do they differ when I want to empty a table?',
      'got a csv whose first line is the column names, how do i load it into an existing table',
      'json or jsonb, which should i use and what is the diff',
    ])
      expect(questionOf(question)).toBe(question)
    expect(
      questionOf('we have a large installation on our own server, which port should I open for the database'),
    ).toBe('which port should I open for the database')
  })

  it('says “by default” for other words of the same meaning, as the pages do', () => {
    for (const wording of [
      'out of the box',
      'if I dont set one',
      'if I never configured one',
      'if I configure nothing',
    ])
      expect(questionOf(`Which level is used ${wording}?`)).toBe('Which level is used by default?')
  })

  it('leaves a plain question, keywords and an opening clause as they are', () => {
    for (const message of [
      'Can I have two primary keys?',
      'postgres default port',
      'Besides coal, what heats the boiler?',
    ]) {
      expect(questionOf(message)).toBe(message)
    }
  })

  it.each([
    ['Hello there!', 'greeting'],
    ['Good morning, how are you today?', 'greeting'],
    ['ok thanks, that helps!', 'thanks'],
    ['👍', 'thanks'],
    ['🙏🏽!', 'thanks'],
    ['Vielen Dank!', 'thanks'],
    ['what can you do?', 'capabilities'],
    ['What is this about?', 'about'],
    ['Worum geht es hier?', 'about'],
    ['Summarise these pages please', 'summary'],
    ['Can you summarize these pages?', 'summary'],
    ['Summarize this site in three bullet points', 'summary'],
    ['Kannst du mir die Seiten bitte kurz zusammenfassen?', 'summary'],
    ['Résume ces pages', 'summary'],
    ['Could you give me an overview?', 'about'],
    ['What can I find on this website?', 'about'],
    ['tell me about this site', 'about'],
    ['De quoi parle ce site ?', 'about'],
    ['list the pages', 'page-list'],
    ['Can you list the pages?', 'page-list'],
    ['I need an overview of locks', 'question'],
    ['tell me about pages', 'question'],
    ['Summarize the changes in version 3', 'question'],
    ['How do I list the pages of a document?', 'question'],
    ['What is this error about memory?', 'question'],
  ])('recognizes what “%s” asks for', (message, intent) => {
    expect(readMessage(message).intent).toBe(intent)
  })
})

describe('buildSearchQuery', () => {
  it('adds the section that the last answer shows first to a question that names nothing [build-search-query-1]', () => {
    const history = [
      { role: 'user' as const, content: 'What does the keeper light at dusk?' },
      { role: 'assistant' as const, content: '**Keeper › oil\\_lamp** [1]\n\n> The lamp.\n\n**Boats** [2]' },
    ]
    expect(buildSearchQuery('What is the default?', history)).toBe(
      'What is the default?\nWhat does the keeper light at dusk?\noil_lamp',
    )
    expect(buildSearchQuery('And how much does it cost?', history)).not.toContain('oil_lamp')
  })

  const history = [
    { role: 'user' as const, content: 'Hi! What does VACUUM do with deleted rows?' },
    { role: 'assistant' as const, content: 'It frees them.' },
    { role: 'user' as const, content: 'Thanks!' },
  ]

  it('adds the earlier question to a follow-up, without small talk in between [read-message-2]', () => {
    const earlier = 'What does VACUUM do with deleted rows?'
    for (const followUp of [
      'is there a way to have that done automatically?',
      'and how do I stop it?',
      'which command does the second one?',
      'wo ist es',
      'combien coûte-t-il ?',
    ]) {
      expect(buildSearchQuery(followUp, history)).toBe(`${followUp}\n${earlier}`)
    }
  })

  it('adds what a message says before a short question to its search, at a lower weight [read-message-7]', () => {
    const clause = 'My train got in 45 minutes late this morning, do I get all my money back?'
    const query = buildSearchQueryInContext(clause, [])
    expect(query).toBe('do I get all my money back?\n\nMy train got in 45 minutes late this morning,')
    expect(weightInQuery(query, query.indexOf('money'))).toBe(1)
    expect(weightInQuery(query, query.indexOf('train'))).toBeLessThan(0.5)
    const sentence = 'Your plumber mended the tap. Is the work covered?'
    expect(buildSearchQueryInContext(sentence, [])).toBe('Is the work covered?\n\nYour plumber mended the tap.')
    // What answers it is judged without that, and a question that says more needs none.
    expect(buildSearchQuery(sentence, [])).toBe('Is the work covered?')
    const them = 'My beads have gone green. What temperature and how long to bring them back?'
    expect(buildSearchQueryInContext(them, [])).toContain('\n\nMy beads have gone green.')
    const full = 'I moved last week. How often is the grass around the flats cut in summer?'
    expect(buildSearchQueryInContext(full, [])).toBe('How often is the grass around the flats cut in summer?')
    expect(buildSearchQueryInContext('Hi, could you please tell me what it costs to swim?', [])).not.toContain('\n')
  })

  it('searches a self-contained question alone, whatever its words mean in another language [read-message-6]', () => {
    for (const question of [
      'Gibt es Parkplätze?',
      'cuánto cuesta el billete',
      'quanto costa il biglietto',
      'faut-il réserver ?',
      'Which index types are there?',
      'How do I create a table that inherits from another table?',
    ]) {
      expect(buildSearchQuery(question, history)).toBe(question)
    }
  })
})
