import { lazy, memo, Suspense } from 'react'
import type { ChatMessage, Citation } from '#shared/chat/chats.ts'
import { isByBuiltInEngine } from '#shared/chat/chat-limits.ts'
import { languageInWords, useLanguage } from '#web/messages/language.ts'
import { dollars } from '#web/messages/numbers-and-dates.ts'
import { t } from '#web/messages/t.ts'
import { CitationList } from './citation-list.tsx'
import { DisagreeingPages } from './disagreeing-pages.tsx'
import { KeepCheck } from './keep-check.tsx'
import { MessageActions } from './message-actions.tsx'
import classes from './message.module.css'
import { ClosestPassages } from './closest-passages.tsx'
import { coverageText } from './coverage-text.ts'
import { SuggestedAddresses, type CrawlSuggestions } from './suggested-addresses.tsx'
import { Question } from './question.tsx'
import { Thinking } from './thinking.tsx'
import { translateOpening } from './translate-opening.ts'

const CitedText = lazy(() => import('./markdown/cited-text.tsx').then((module) => ({ default: module.CitedText })))

type MessageProps = {
  message: ChatMessage
  writing?: boolean
  /** The model's reasoning so far, while the answer is written. */
  reasoning?: string
  onCite: (citation: Citation) => void
  /** Index in the conversation. */
  index?: number
  /** Replaces the question at index `replaces`; undefined while an answer is being written. */
  onAsk?: ((question: string, replaces: number) => void) | undefined
  /** Only for the last answer: its question, for regenerating. */
  question?: string | undefined
  crawlSuggestions?: CrawlSuggestions | undefined
  /** The question of an answer that can be kept as a check of the notebook. */
  asked?: string | undefined
  notebookId?: string | undefined
}

/** One message; answers come with citations and actions. Memoised: long chats render hundreds. */
export const Message = memo(function Message(props: MessageProps) {
  // Renders again when the language changes.
  useLanguage()
  const { message, writing = false, reasoning = '', onCite, index = 0, onAsk, question, crawlSuggestions } = props
  const { asked, notebookId } = props
  const { role, content, citations = [], uncited = [], nearest = [], offers = [] } = message
  if (role === 'user') return <Question text={content} onResend={onAsk && ((text) => onAsk(text, index))} />
  const { text, shiftSpans } = translateOpening(message)
  // For a model, Provenance shows the search query on demand.
  const searchedFor = isByBuiltInEngine(message) && message.used?.searchedFor
  const regenerate = onAsk && question !== undefined ? () => onAsk(question, index - 1) : undefined
  return (
    <article className={classes.answer} aria-label={t('assistant.title')} aria-busy={writing}>
      {searchedFor && <p className={classes.note}>{t('assistant.searchedFor', { question: searchedFor })}</p>}
      {message.used?.languages && (
        <p className={classes.note}>
          {t('assistant.otherLanguage', {
            question: languageInWords(message.used.languages.question),
            pages: languageInWords(message.used.languages.pages),
          })}
        </p>
      )}
      {writing && <Thinking reasoning={reasoning} hasAnswer={content !== ''} />}
      {content && (
        <Suspense fallback={<p>{text}</p>}>
          <CitedText text={text} citations={citations} uncited={shiftSpans(uncited)} onCite={onCite} />
        </Suspense>
      )}
      {message.stopped && <p className={classes.note}>{t('assistant.stoppedByYou')}</p>}
      {message.truncated && <p className={classes.note}>{t('assistant.truncated')}</p>}
      {citations.length + uncited.length > 0 && (
        <CitationList answer={content} citations={citations} uncited={uncited.length} onCite={onCite} />
      )}
      {notebookId && citations.length > 0 && (
        <DisagreeingPages notebookId={notebookId} citations={citations} onCite={onCite} />
      )}
      {nearest.length > 0 && <ClosestPassages passages={nearest} onCite={onCite} />}
      {offers.length > 0 && crawlSuggestions && <SuggestedAddresses addresses={offers} {...crawlSuggestions} />}
      {!writing && <Provenance message={message} />}
      {!writing && (
        <MessageActions text={content} onRegenerate={regenerate}>
          {notebookId && asked && <KeepCheck notebookId={notebookId} asked={asked} answer={message} />}
        </MessageActions>
      )}
    </article>
  )
})

/** The engine, how much of the selection the answer is based on and, on demand, what a model searched for. */
function Provenance({ message }: { message: ChatMessage }) {
  const { engine, used } = message
  const isBuiltIn = isByBuiltInEngine(message)
  const facts = [
    engine && t('assistant.answeredBy', { engine: isBuiltIn ? t('assistant.builtInEngine') : engine }),
    used && coverageText(used),
    used?.tokens && t('assistant.tokensUsed', { n: used.tokens.input + used.tokens.output }),
    used?.cost !== undefined && dollars(used.cost),
  ].filter(Boolean)
  if (facts.length === 0) return null
  const line = facts.join(' · ')
  if (isBuiltIn || !used?.searchedFor) return <p className={classes.note}>{line}</p>
  return (
    <details className={classes.note}>
      <summary>{line}</summary>
      {t('assistant.searchedFor', { question: used.searchedFor })}
    </details>
  )
}
