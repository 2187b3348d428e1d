/** What the stand-in model says: sentences of the pages it was given, chosen by the words that they share with the question. */

type Messages = { role: string; content: string }[]

const SMALL = new Set(
  'a an the is are was were be do does did of in on at to for and or how what when who why where which my your it its this that with from by have has had one'.split(' '),
)

const wordsOf = (text: string) =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !SMALL.has(word)).map((word) => word.slice(0, 5))

const sentencesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => !/^\s*(#|```|<)/.test(line))
    .flatMap((line) => line.split(/(?<=[.!?])\s+/))
    .map((sentence) => sentence.replace(/^[-*]\s+/, '').trim())
    .filter((sentence) => sentence.length > 20)

/** SUMMARY, POINTS and TOPICS from the page's own sentences. */
export function analyse(messages: Messages): string {
  const page = messages.at(-1)?.content ?? ''
  const content = page.slice(page.indexOf('Content:') + 8)
  const sentences = sentencesOf(content)
  const counts = new Map<string, number>()
  for (const word of content.match(/\p{L}{5,}/gu) ?? []) counts.set(word.toLowerCase(), (counts.get(word.toLowerCase()) ?? 0) + 1)
  const topics = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 4).map(([word]) => word)
  return `SUMMARY: ${sentences.slice(0, 2).join(' ')}\nPOINTS: ${sentences.slice(2, 6).join(' | ')}\nTOPICS: ${topics.join(' | ')}`
}

/**
 * The worst that a model can do: it says whatever its context tells an assistant to say, be it a page's text or a forged
 * message, and puts the person's question in the place of QUESTION.
 */
export function obey(messages: Messages): string {
  const context = messages.map(({ content }) => content).join('\n')
  const question = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  const orders = [...context.matchAll(/ASSISTANT, SAY: (.+)/g)].map(([, words = '']) => words)
  return orders.join('\n\n').replaceAll('QUESTION', encodeURIComponent(question))
}

/** The best sentence with its source, or that the pages do not say it. */
export function answerFromPages(messages: Messages): string {
  const system = messages.find(({ role }) => role === 'system')?.content ?? ''
  const asked = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  const question = new Set(wordsOf(asked.at(-1) ?? ''))
  // A short question carries on the one before.
  const before = question.size < 3 ? new Set(wordsOf(asked.at(-2) ?? '')) : new Set<string>()
  let best = { score: 0, held: 0, sentence: '', source: '' }
  for (const [, source = '', text = ''] of system.matchAll(/<page-\w+ source="(S\d+)">\n([\s\S]*?)<\/page-/g)) {
    const title = new Set(wordsOf(/^Title: (.*)$/m.exec(text)?.[1] ?? ''))
    const body = text.replace(/^(Title|URL|Summary|Main points|Excerpt)\b.*$/gm, '')
    for (const sentence of sentencesOf(body)) {
      const words = new Set(wordsOf(sentence))
      const score = [...question].reduce((sum, word) => sum + (title.has(word) ? 0.6 : words.has(word) ? 2 : 0), 0)
        + [...before].filter((word) => words.has(word)).length
      const held = [...question].filter((word) => title.has(word) || words.has(word)).length
      if (score > best.score) best = { score, held, sentence, source }
    }
  }
  if (best.score < 2 || best.held * 2 < question.size) return 'The selected pages do not say this.'
  return `${best.sentence} [${best.source}]`
}
