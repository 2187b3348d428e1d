/** What the pages are searched for: the question as the built-in rules read it, or as a language model rewrites it. */
import { buildSearchQueryInContext, mayReferBack } from '#server/platform/question/build-search-query.ts'
import { detectLanguage, foreignLanguage } from '#server/platform/text/detect-language.ts'
import { readMessage } from '#server/platform/question/read-message.ts'
import { splitWords } from '#server/platform/text/split-words.ts'
import type { Engine, EngineMessage, SourcePage } from '#server/engines/engine.ts'
import { contentTerms } from './content-terms.ts'
import type { StoredSourcePage } from './selection.ts'

/** A longer message has a story around its question. */
const MAX_PLAIN_WORDS = 30
/** Pages that show in which languages a selection is written. */
const SAMPLE_PAGES = 50
/** A language of fewer pages is not the one that a question is meant for. */
const MIN_LANGUAGE_SHARE = 0.2

type Conversation = {
  question: string
  /** Oldest first. */
  history: EngineMessage[]
}

type Asked = Conversation & {
  pages: StoredSourcePage[]
  readPages: () => Promise<ReadonlyMap<string, string>>
  signal?: AbortSignal | undefined
}

type SearchQuery = {
  query: string
  /** The query as a person would ask it, without the turns before it. */
  shown: string
  /** Estimated tokens of a language model. */
  tokens: number
}

/**
 * Asks the model only where the built-in rules may miss what is meant: if the question may refer to earlier ones, is in
 * another language than the pages, or has a story around it. The answer waits for this call, so a question that names
 * its subject goes without. The model's answer is used only if it can be a rewritten question.
 */
export async function chooseSearchQuery(
  engine: Engine,
  { pages, readPages, signal, ...asked }: Asked,
): Promise<SearchQuery> {
  const { question, history } = asked
  const built = buildSearchQueryInContext(question, history)
  const [shown = ''] = built.split('\n')
  const builtIn = { query: built, shown, tokens: 0 }
  if (engine.kind === 'built-in') return builtIn
  const languages = languagesOf(pages)
  const isForeign = isInAnotherLanguage(asked, languages)
  if (!isForeign && !mayNeedRewriting(asked)) return builtIn
  const language = languages.find((each) => each === detectLanguage(question)) ?? languages[0] ?? ''
  const { query, tokens } = await engine.writeSearchQuery({
    ...asked,
    language,
    pages,
    readPages,
    ...(signal && { signal }),
  })
  const isUsable = query !== '' && (isForeign || sharesTerm(query, asked, language))
  return isUsable ? { query, shown: query, tokens } : { ...builtIn, tokens }
}

/** "Und wann?" is too short to detect its language, so the questions before it count as well. */
function isInAnotherLanguage({ question, history }: Conversation, languages: readonly string[]): boolean {
  if (languages.length === 0) return false
  const earlier = history.filter(({ role }) => role === 'user').map(({ content }) => content)
  const texts = [readMessage(question).question, [...earlier, question].join('\n')]
  return texts.some((text) => languages.every((language) => foreignLanguage(text, language)))
}

function mayNeedRewriting({ question, history }: Conversation): boolean {
  if (readMessage(question).intent !== 'question') return false
  const isFollowUp = history.some(({ role, content }) => role === 'user' && readMessage(content).intent === 'question')
  if (isFollowUp && mayReferBack(question)) return true
  const words = splitWords(question).filter(({ kind }) => kind === 'word')
  return words.length > MAX_PLAIN_WORDS
}

/** The languages of the selection as primary subtags, the most frequent first. */
function languagesOf(pages: readonly StoredSourcePage[]): string[] {
  const step = Math.max(1, Math.floor(pages.length / SAMPLE_PAGES))
  const sample = pages.filter((_, n) => n % step === 0)
  const detected = sample
    .map((page) => detectLanguage(describedBy(page), page.language))
    .filter((language) => language !== '')
  const minPages = detected.length * MIN_LANGUAGE_SHARE
  return [...Map.groupBy(detected, (language) => language)]
    .filter(([, { length }]) => length >= minPages)
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([language]) => language)
}

const describedBy = ({ title, summary, mainPoints }: SourcePage) => [title, summary, ...mainPoints].join('\n')

/** A query without a word of the conversation was not made from it. */
function sharesTerm(query: string, { question, history }: Conversation, language: string): boolean {
  const said = contentTerms([question, ...history.map(({ content }) => content)].join('\n'), language)
  return [...contentTerms(query, language)].some((term) => said.has(term))
}
