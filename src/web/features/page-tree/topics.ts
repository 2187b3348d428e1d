import type { PageSummary } from '#shared/crawl/pages.ts'

export type TopicCount = { topic: string; pageIds: string[] }

type WithTopics = Pick<PageSummary, 'id' | 'topics'>

/** Groups pages by topic, ignoring case, most frequent topic first. */
export function countTopics(pages: readonly WithTopics[]): TopicCount[] {
  const found = new Map<string, { topic: string; pageIds: Set<string> }>()
  for (const { id, topics } of pages) {
    for (const topic of topics) {
      const key = topic.trim().toLocaleLowerCase()
      if (key === '') continue
      const known = found.get(key) ?? { topic: topic.trim(), pageIds: new Set<string>() }
      found.set(key, known)
      known.pageIds.add(id)
    }
  }
  return [...found.values()]
    .map(({ topic, pageIds }) => ({ topic, pageIds: [...pageIds] }))
    .toSorted((a, b) => b.pageIds.length - a.pageIds.length || a.topic.localeCompare(b.topic))
}
