/** Answers messages that ask no question of the pages' text: greetings, and requests about the selection as a whole. */
import type { AnswerPart, SourcePage } from '#server/engines/engine.ts'
import { detectLanguage } from '#server/platform/text/detect-language.ts'
import { isListSentence } from '#server/engines/summaries/link-lists.ts'
import type { Intent } from '#server/platform/question/message-intent.ts'
import { splitSentences } from '#server/platform/text/split-sentences.ts'
import { escapeMarkdown, escapeMarkers } from './render-place.ts'

type SmallTalk = 'greeting' | 'thanks' | 'capabilities'

const TEXTS: Record<'en' | 'de', Record<SmallTalk, string> & { count: (shown: number, all: number) => string }> = {
  en: {
    greeting: 'Hello! Ask a question about the selected pages, or ask for a summary of them.',
    thanks: 'You’re welcome. Ask the next question whenever you like.',
    capabilities:
      'Ask a question about the selected pages. The answer shows the passages that answer it, each with its source. You can also ask what the pages are about, for a summary, or for a list of them. Nothing else is used: what the pages don’t say, this engine doesn’t know.',
    count: (shown, all) => (shown === all ? `${all} pages` : `${shown} of ${all} pages`),
  },
  de: {
    greeting: 'Hallo! Stellen Sie eine Frage zu den ausgewählten Seiten oder bitten Sie um eine Zusammenfassung.',
    thanks: 'Gern geschehen. Stellen Sie jederzeit die nächste Frage.',
    capabilities:
      'Stellen Sie eine Frage zu den ausgewählten Seiten. Die Antwort zeigt die passenden Stellen, jede mit ihrer Quelle. Sie können auch fragen, worum es auf den Seiten geht, oder um eine Zusammenfassung oder eine Liste der Seiten bitten. Was nicht auf den Seiten steht, weiß diese Engine nicht.',
    count: (shown, all) => (shown === all ? `${all} Seiten` : `${shown} von ${all} Seiten`),
  },
}

/** Pages shown, and sentences of each page's summary. */
const LIMITS = {
  about: { pages: 5, sentences: 1 },
  summary: { pages: 8, sentences: 3 },
  'page-list': { pages: 20, sentences: 1 },
} as const

export function isSmallTalk(intent: Intent): intent is SmallTalk {
  return intent === 'greeting' || intent === 'thanks' || intent === 'capabilities'
}

/** In the language of the message, if there is a text in it. */
export function smallTalk(intent: SmallTalk, message: string): string {
  return textsFor(message)[intent]
}

/** The titles of the pages with the shortest addresses and the start of their summaries, each with its source. */
export function* describePages(
  intent: 'about' | 'summary' | 'page-list',
  message: string,
  pages: readonly SourcePage[],
): Generator<AnswerPart> {
  const limit = LIMITS[intent]
  // Pages that introduce a site have short addresses.
  const shown = pages.toSorted((a, b) => a.url.length - b.url.length).slice(0, limit.pages)
  yield { type: 'text', text: `### ${textsFor(message).count(shown.length, pages.length)}\n\n` }
  let marker = 0
  for (const page of shown) {
    yield { type: 'text', text: `${page === shown[0] ? '' : '\n'}- **${escapeMarkdown(page.title || page.url)}**` }
    for (const claim of firstSentences(page.summary, limit.sentences)) {
      marker += 1
      yield { type: 'text', text: `${claim.isFirst ? ': ' : ' '}${escapeMarkers(claim.text)} [${marker}]` }
      // A sentence about a list is not on the page; its first entry is.
      const [firstEntry = page.title] = page.mainPoints
      yield { type: 'source', marker, pageId: page.id, claim: isListSentence(claim.text) ? firstEntry : claim.text }
    }
  }
}

function textsFor(message: string) {
  return detectLanguage(message) === 'de' ? TEXTS.de : TEXTS.en
}

function firstSentences(summary: string, count: number): { text: string; isFirst: boolean }[] {
  return splitSentences(summary)
    .slice(0, count)
    .map(({ start, end }, n) => ({ text: summary.slice(start, end).replace(/\s+/g, ' '), isFirst: n === 0 }))
}
