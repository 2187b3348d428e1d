import type { PageSummary } from '#shared/crawl/pages.ts'
import { t } from '#web/messages/t.ts'

const MAX_SUGGESTIONS = 3

/** Suggested questions about the most frequent topics of the selected pages. */
export function suggestQuestions(pages: readonly Pick<PageSummary, 'topics'>[]): string[] {
  const counts = new Map<string, number>()
  for (const topic of pages.flatMap((page) => page.topics)) counts.set(topic, (counts.get(topic) ?? 0) + 1)
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_SUGGESTIONS)
    .map(([topic]) => t('assistant.suggestedQuestion', { topic }))
}
