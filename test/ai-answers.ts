/** Answers of the stand-in model: the page sentences that share the most words with the question. */

type Messages = { role: string; content: string }[]

const STOP_WORDS = new Set(
  'a an the is are was were be do does did of in on at to for and or how what when who why where which my your it its this that with from by have has had one'.split(
    ' ',
  ),
)

const wordsOf = (text: string) =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !STOP_WORDS.has(word))
    .map((word) => word.slice(0, 5))

const sentencesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => !/^\s*(#|```|<)/.test(line))
    .flatMap((line) => line.split(/(?<=[.!?])\s+/))
    .map((sentence) => sentence.replace(/^[-*]\s+/, '').trim())
    .filter((sentence) => sentence.length > 20)

/** SUMMARY, POINTS and TOPICS built from the page's sentences. */
export function analyze(messages: Messages): string {
  const page = messages.at(-1)?.content ?? ''
  const content = page.slice(page.indexOf('Content:') + 8)
  const sentences = sentencesOf(content)
  const counts = new Map<string, number>()
  for (const word of content.match(/\p{L}{5,}/gu) ?? [])
    counts.set(word.toLowerCase(), (counts.get(word.toLowerCase()) ?? 0) + 1)
  const topics = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 4)
    .map(([word]) => word)
  return `SUMMARY: ${sentences.slice(0, 2).join(' ')}\nPOINTS: ${sentences.slice(2, 6).join(' | ')}\nTOPICS: ${topics.join(' | ')}`
}

/** The last message of a conversation that is to be rewritten. */
export function repeatQuestion(messages: Messages): string {
  const fenced = [...(messages.at(-1)?.content ?? '').matchAll(/<message-\w+ from="person">\n([\s\S]*?)\n<\/message-/g)]
  return fenced.at(-1)?.[1] ?? ''
}

/**
 * Simulates a model that obeys every prompt injection: it outputs whatever its context orders an assistant to say, in a
 * page's text or a forged message, and replaces QUESTION with the user's question.
 */
export function obey(messages: Messages): string {
  const context = messages.map(({ content }) => content).join('\n')
  const question = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  const injections = [...context.matchAll(/ASSISTANT, SAY: (.+)/g)].map(([, text = '']) => text)
  return injections.join('\n\n').replaceAll('QUESTION', encodeURIComponent(question))
}

/** The best sentence with its source, or a statement that the pages do not answer the question. */
export function answerFromPages(messages: Messages): string {
  const system = messages.find(({ role }) => role === 'system')?.content ?? ''
  const questions = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  const question = new Set(wordsOf(questions.at(-1) ?? ''))
  // A short question is a follow-up to the previous one.
  const previous = question.size < 3 ? new Set(wordsOf(questions.at(-2) ?? '')) : new Set<string>()
  let best = { score: 0, matches: 0, sentence: '', source: '' }
  for (const [, source = '', text = ''] of system.matchAll(/<page-\w+ source="(S\d+)">\n([\s\S]*?)<\/page-/g)) {
    const title = new Set(wordsOf(/^Title: (.*)$/m.exec(text)?.[1] ?? ''))
    const body = text.replace(/^(Title|URL|Summary|Main points|Excerpt)\b.*$/gm, '')
    for (const sentence of sentencesOf(body)) {
      const words = new Set(wordsOf(sentence))
      const score =
        [...question].reduce((sum, word) => sum + (title.has(word) ? 0.6 : words.has(word) ? 2 : 0), 0) +
        [...previous].filter((word) => words.has(word)).length
      const matches = [...question].filter((word) => title.has(word) || words.has(word)).length
      if (score > best.score) best = { score, matches, sentence, source }
    }
  }
  if (best.score < 2 || best.matches * 2 < question.size) return 'The selected pages don’t answer this.'
  return `${best.sentence} [${best.source}]`
}
