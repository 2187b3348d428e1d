/** Topics of a page that a person would pick as tags. */
import { isStopWord } from '#server/text/stop-words.ts'
import { fold, termReader } from '#server/text/terms.ts'
import { readWords } from '#server/text/words.ts'

const MAX_TOPICS = 5

/** Three to five, most telling first; fewer only when the page has no more. */
export function chooseTopics({ title, content, language }: { title: string; content: string; language: string }): string[] {
  const termOf = termReader(language)
  const counts = new Map<string, { shown: Map<string, number>; count: number; words: number }>()
  const add = (phrase: string[], weight: number) => {
    const key = phrase.map(termOf).join(' ')
    const entry = counts.get(key) ?? { shown: new Map<string, number>(), count: 0, words: phrase.length }
    const shown = phrase.join(' ')
    entry.shown.set(shown, (entry.shown.get(shown) ?? 0) + 1)
    entry.count += weight
    counts.set(key, entry)
  }
  for (const [text, weight] of [[title, 3], [content, 1]] as const) {
    let run: string[] = []
    let lastEnd = -1
    for (const { text: word, kind, start, end } of readWords(text)) {
      if (kind !== 'word') continue
      const adjacent = start - lastEnd === 1 && text[lastEnd] === ' '
      const small = isStopWord(fold(word, language), language) || word.length < 2 || /^\p{N}+$/u.test(word)
      if (!adjacent || small) run = []
      if (!small) {
        run.push(word)
        for (let length = 1; length <= Math.min(3, run.length); length++) add(run.slice(-length), weight)
      }
      lastEnd = end
    }
  }
  const scored = [...counts].map(([key, { shown, count, words }]) => ({
    key,
    score: (count - 0.5) * Math.pow(words, 1.2),
    text: [...shown].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '',
  }))
  const chosen: typeof scored = []
  for (const topic of scored.sort((a, b) => b.score - a.score)) {
    if (chosen.length === MAX_TOPICS) break
    if (chosen.some((each) => ` ${each.key} `.includes(` ${topic.key} `) || ` ${topic.key} `.includes(` ${each.key} `))) continue
    chosen.push(topic)
  }
  return chosen.map(({ text }) => text.charAt(0).toUpperCase() + text.slice(1))
}
