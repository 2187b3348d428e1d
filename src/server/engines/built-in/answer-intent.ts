/** Answers messages that ask no question of the pages' text: greetings, and requests about the selection as a whole. */
import { literalMarkdown } from '#shared/chat/literal-markdown.ts'
import { escapeMarkdown } from '#shared/escape-markdown.ts'
import { siteSuffixes, titleShortener } from '#shared/crawl/short-titles.ts'
import type { AnswerPart, SourcePage } from '#server/engines/engine.ts'
import { detectLanguage } from '#server/platform/text/detect-language.ts'
import type { Intent } from '#server/platform/question/message-intent.ts'
import { splitSentences, withoutNoteReferences } from '#server/platform/text/split-sentences.ts'
import { escapeMarkers } from './render-place.ts'

type SmallTalk = 'greeting' | 'thanks' | 'capabilities'

const TEXTS: Record<'en' | 'de', Record<SmallTalk, string> & { count: (shown: number, all: number) => string }> = {
  en: {
    greeting: 'Hello! Ask a question about the selected pages, or ask for a summary of them.',
    thanks: 'You’re welcome. Ask the next question whenever you like.',
    capabilities:
      'Ask a question about the selected pages. The answer shows the passages that answer it, each with its source. You can also ask what the pages are about, for a summary, or for a list of them. Nothing else is used: what the pages don’t say, this engine doesn’t know.',
    count: (shown, all) => {
      if (all === 1) return '1 page'
      return shown === all ? `${all} pages` : `${shown} of ${all} pages, with the shortest addresses`
    },
  },
  de: {
    greeting: 'Hallo! Stellen Sie eine Frage zu den ausgewählten Seiten oder bitten Sie um eine Zusammenfassung.',
    thanks: 'Gern geschehen. Stellen Sie jederzeit die nächste Frage.',
    capabilities:
      'Stellen Sie eine Frage zu den ausgewählten Seiten. Die Antwort zeigt die passenden Stellen, jede mit ihrer Quelle. Sie können auch fragen, worum es auf den Seiten geht, oder um eine Zusammenfassung oder eine Liste der Seiten bitten. Was nicht auf den Seiten steht, weiß diese Engine nicht.',
    count: (shown, all) => {
      if (all === 1) return '1 Seite'
      return shown === all ? `${all} Seiten` : `${shown} von ${all} Seiten, mit den kürzesten Adressen`
    },
  },
}

/** Pages shown, and sentences of each page's summary. */
const LIMITS = {
  about: { pages: 5, sentences: 1 },
  summary: { pages: 8, sentences: 3 },
  'page-list': { pages: 20, sentences: 1 },
} as const

type DescribedPages = {
  shown: readonly SourcePage[]
  pages: readonly SourcePage[]
  readText: (pageId: string) => Promise<string>
}

export function isSmallTalk(intent: Intent): intent is SmallTalk {
  return intent === 'greeting' || intent === 'thanks' || intent === 'capabilities'
}

/** In the language of the message, if there is a text in it. */
export function smallTalk(intent: SmallTalk, message: string): string {
  return textsFor(message)[intent]
}

type PagesIntent = keyof typeof LIMITS

/** Those with the shortest addresses, which introduce a site. */
export function pagesToDescribe(intent: PagesIntent, pages: readonly SourcePage[]): SourcePage[] {
  return pages.toSorted((a, b) => a.url.length - b.url.length).slice(0, LIMITS[intent].pages)
}

/**
 * The titles of `shown`, some of `pages`, and the start of their summaries, each with its source. Only what `readText` has
 * of a page is quoted: a summary may describe a list in its own words.
 */
export async function* describePages(
  intent: PagesIntent,
  message: string,
  { shown, pages, readText }: DescribedPages,
): AsyncGenerator<AnswerPart> {
  const shortTitle = titleShortener(siteSuffixes(pages))
  yield { type: 'text', text: `### ${textsFor(message).count(shown.length, pages.length)}\n\n` }
  let marker = 0
  for (const page of shown) {
    const title = escapeMarkdown(shortTitle(page) || page.url)
    yield { type: 'text', text: `${page === shown[0] ? '' : '\n'}- **${title}**` }
    const claims = quotedFrom(page, await readText(page.id)).slice(0, LIMITS[intent].sentences)
    for (const [n, claim] of claims.entries()) {
      marker += 1
      yield { type: 'text', text: `${n === 0 ? ': ' : ' '}${escapeMarkers(literalMarkdown(claim))} [${marker}]` }
      yield { type: 'source', marker, pageId: page.id, claim }
    }
  }
}

/** The sentences of the summary that the text has, or else the main points: of a list, these are entries. */
function quotedFrom({ summary, mainPoints }: SourcePage, text: string): string[] {
  const words = onOneLine(text)
  const sentences = splitSentences(summary).map(({ start, end }) => onOneLine(summary.slice(start, end)))
  const quoted = [sentences, mainPoints].map((claims) => {
    // A summary ends its sentences with a full stop.
    return claims.filter((claim) => words.includes(onOneLine(claim).replace(/\.$/, '')))
  })
  return quoted.find(({ length }) => length > 0) ?? []
}

/** As summaries are written. */
const onOneLine = (text: string) =>
  withoutNoteReferences(text.replace(/^[ \t]*(?:>[ \t]?)+/gm, '').replace(/\s+/g, ' ')).trim()

/** Messages that are too short for their language to be detected. */
const GERMAN =
  /^(?:hallo|guten|servus|moin|grüezi|danke|vielen dank|besten dank|hilfe|überblick|zusammenfassung|wer bist|was kannst|prima|toll|verstanden)(?!\p{L})/iu

function textsFor(message: string) {
  return GERMAN.test(message.trim()) || detectLanguage(message) === 'de' ? TEXTS.de : TEXTS.en
}
