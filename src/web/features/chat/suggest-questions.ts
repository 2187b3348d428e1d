import type { PageSummary } from '#shared/pages.ts'
import { t } from '#web/languages/t.ts'

const SUGGESTED = 3

/** Questions to begin with, from what the selected pages are most often about. */
export function suggestQuestions(pages: readonly Pick<PageSummary, 'topics'>[]): string[] {
  const counts = new Map<string, number>()
  for (const topic of pages.flatMap((page) => page.topics)) counts.set(topic, (counts.get(topic) ?? 0) + 1)
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, SUGGESTED)
    .map(([topic]) => t('What do these pages say about {topic}?', { topic }))
}
