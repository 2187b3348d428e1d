import { lazy, memo, Suspense, useEffect, useState } from 'react'
import type { ChatMessage, Citation, Uncited } from '#shared/chat/chats.ts'
import { isByBuiltInEngine } from '#shared/chat/chat-limits.ts'
import { languageInWords, useLanguage } from '#web/messages/language.ts'
import { formatDollars } from '#web/messages/numbers-and-dates.ts'
import { t } from '#web/messages/t.ts'
import { isTentative, translateOpening } from '#web/messages/translate-opening.ts'
import { CitationList } from './citation-list.tsx'
import { DisagreeingPages } from './disagreeing-pages.tsx'
import { KeepCheck } from './keep-check.tsx'
import { MessageActions } from './message-actions.tsx'
import classes from './message.module.css'
import { ClosestPassages } from './closest-passages.tsx'
import { coverageText } from './coverage-text.ts'
import { otherSentences } from './other-sentences.ts'
import { SuggestedAddresses, type CrawlSuggestions } from './suggested-addresses.tsx'
import { Question } from './question.tsx'

/** Called when a conversation opens, so that its first answer need not wait. */
export const loadCitedText = () => import('./markdown/cited-text.tsx').then((module) => ({ default: module.CitedText }))
const CitedText = lazy(loadCitedText)

type MessageProps = {
  message: ChatMessage
  writing?: boolean
  /** Its connection was lost: there is nothing to copy or to ask again below it. */
  interrupted?: boolean
  /** The model's reasoning so far, while the answer is written. */
  reasoning?: string
  /** `others` are further sentences of the cited page that the answer shows. */
  onCite: (citation: Citation, others: readonly string[]) => void
  /** Index in the conversation. */
  index?: number
  /** The messages of the conversation after this one. */
  following?: number
  /** Replaces the question at index `replaces`; undefined while an answer is being written. */
  onAsk?: ((question: string, replaces: number) => void) | undefined
  /** The question of an answer. */
  question?: string | undefined
  /** Someone else asked, in a shared chat. */
  isShared?: boolean
  /** The last answer can be regenerated. */
  isLast?: boolean
  crawlSuggestions?: CrawlSuggestions | undefined
  /** Of a saved chat: its answers can be kept as checks of the notebook. */
  notebookId?: string | undefined
}

/** One message; answers come with citations and actions. Memoized: long chats render hundreds. */
export const Message = memo(function Message(props: MessageProps) {
  // Renders again when the language changes.
  useLanguage()
  const { message, writing = false, reasoning = '', onCite, index = 0, onAsk, question, crawlSuggestions } = props
  const { isLast = false, isShared = false, notebookId, interrupted = false, following = 0 } = props
  const { role, content, citations = [], nearest = [], offers = [] } = message
  // "You’re welcome" states nothing about the pages.
  const uncited = message.used?.kind === 'small-talk' ? [] : (message.uncited ?? [])
  if (role === 'user') {
    // Its answer is replaced, the others are deleted.
    const onResend = onAsk && ((text: string) => onAsk(text, index))
    const label = t(isShared ? 'assistant.question' : 'assistant.you')
    return <Question text={content} label={label} onResend={onResend} messagesAfter={following - 1} />
  }
  const { text, shiftSpans } = withOpening(message)
  const cite = (citation: Citation) => onCite(citation, otherSentences(message, citation))
  // For a model, Provenance shows the search query on demand.
  const searchedFor = isByBuiltInEngine(message) && message.used?.searchedFor
  const tentative = isTentative(content, message.used?.kind)
  // Their words are shown above, and support no statement.
  const isListed = citations.some(({ state, gone }) => !tentative || state !== 'quoted' || gone)
  const unread = offers.length > 0 && crawlSuggestions && (
    <SuggestedAddresses addresses={offers} {...crawlSuggestions} />
  )
  const regenerate = onAsk && isLast && question !== undefined ? () => onAsk(question, index - 1) : undefined
  return (
    <article
      className={classes.answer}
      aria-label={t('assistant.title')}
      aria-busy={writing}
      data-tentative={tentative || undefined}
    >
      {searchedFor && <p className={classes.note}>{t('assistant.searchedFor', { question: searchedFor })}</p>}
      {message.used?.languages && (
        <p className={classes.note}>
          {t('assistant.otherLanguage', {
            question: languageInWords(message.used.languages.question),
            pages: languageInWords(message.used.languages.pages),
          })}
        </p>
      )}
      {/* Before passages that may not answer, which can be long. */}
      {tentative && unread}
      {writing && <Thinking reasoning={reasoning} hasAnswer={content !== ''} />}
      {content && (
        <Suspense fallback={<p className={classes.unformatted}>{text}</p>}>
          <CitedText
            text={text}
            citations={citations}
            uncited={shiftSpans(uncited)}
            isBuiltIn={isByBuiltInEngine(message)}
            onCite={cite}
          />
        </Suspense>
      )}
      {message.stopped && <p className={classes.note}>{t('assistant.stoppedByYou')}</p>}
      {message.truncated && <p className={classes.note}>{t('assistant.truncated')}</p>}
      {(isListed || uncited.length > 0) && (
        <CitationList
          answer={content}
          isBuiltIn={isByBuiltInEngine(message)}
          citations={citations}
          uncited={uncited.length}
          onCite={cite}
        />
      )}
      {notebookId && citations.length > 0 && (
        <DisagreeingPages notebookId={notebookId} citations={citations} onCite={cite} />
      )}
      {!tentative && unread}
      {nearest.length > 0 && <ClosestPassages passages={nearest} onCite={cite} />}
      {!writing && <Provenance message={message} />}
      {!writing && !interrupted && (
        <MessageActions text={content} onRegenerate={regenerate}>
          {notebookId && question && !tentative && (
            <KeepCheck notebookId={notebookId} question={question} citations={citations} />
          )}
        </MessageActions>
      )}
    </article>
  )
})

/** The engine, how much of the selection the answer is based on and, on demand, what a model searched for. */
function Provenance({ message }: { message: ChatMessage }) {
  const { engine, used } = message
  const isBuiltIn = isByBuiltInEngine(message)
  const name = isBuiltIn ? t('assistant.builtInEngine') : engine
  // "Answered by" would contradict "The selected pages don't answer this."
  const isAnswer = used?.kind !== 'refused' && used?.kind !== 'closest'
  const facts = [
    name && (isAnswer ? t('assistant.answeredBy', { engine: name }) : name),
    used && coverageText(used),
    used?.tokens && t('assistant.tokensUsed', { n: used.tokens.input + used.tokens.output }),
    used?.cost !== undefined && formatDollars(used.cost),
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

/** `shiftSpans` moves spans of the content to the text whose opening is translated. */
function withOpening({ content, used }: ChatMessage) {
  const text = translateOpening(content, used?.kind)
  const offset = text.length - content.length
  const shiftSpans = (spans: Uncited[]) => spans.map(({ start, end }) => ({ start: start + offset, end: end + offset }))
  return { text, shiftSpans: offset === 0 ? (spans: Uncited[]) => spans : shiftSpans }
}

/** Shows how long the answer takes until it starts, and the model's reasoning in a collapsed block. */
function Thinking({ reasoning, hasAnswer }: { reasoning: string; hasAnswer: boolean }) {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (hasAnswer) return
    const timer = setInterval(() => setSeconds((passed) => passed + 1), 1_000)
    return () => clearInterval(timer)
  }, [hasAnswer])
  const duration = t(hasAnswer ? 'assistant.thoughtFor' : 'assistant.thinkingFor', { seconds })
  return (
    <>
      {reasoning !== '' && (
        <details className={classes.reasoning}>
          <summary>{duration}</summary>
          {/* Focusable so that the keyboard can scroll it. */}
          <div tabIndex={0} role="region" aria-label={t('assistant.reasoning')}>
            {reasoning}
          </div>
        </details>
      )}
      {!hasAnswer && (
        <span className={classes.waiting}>
          <span role="status" aria-label={t('assistant.writing')}>
            <i />
            <i />
            <i />
          </span>
          {reasoning === '' && seconds > 0 && <span className={classes.note}>{duration}</span>}
        </span>
      )}
    </>
  )
}
