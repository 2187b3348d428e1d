import { lazy, memo, Suspense, useEffect, useState } from 'react'
import { CLOSEST, REFUSAL } from '#shared/chat/answer-stream.ts'
import { isByBuiltInEngine, type ChatMessage, type Citation, type Uncited } from '#shared/chat/chats.ts'
import { languageInWords, useLanguage } from '#web/messages/language.ts'
import { t } from '#web/messages/t.ts'
import { CitationList } from './citation-list.tsx'
import { MessageActions } from './message-actions.tsx'
import classes from './message.module.css'
import { ClosestPassages } from './closest-passages.tsx'
import { SuggestedAddresses, type CrawlSuggestions } from './suggested-addresses.tsx'
import { Question } from './question.tsx'
import { coverageText } from './coverage-text.ts'

const CitedText = lazy(() => import('./cited-text.tsx').then((module) => ({ default: module.CitedText })))

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
}

/** One message; answers come with citations and actions. Memoised: long chats render hundreds. */
export const Message = memo(function Message(props: MessageProps) {
  useLanguage()
  const { message, writing = false, reasoning = '', onCite, index = 0, onAsk, question, crawlSuggestions } = props
  const { role, content, citations = [], uncited = [], nearest = [], offers = [] } = message
  if (role === 'user') return <Question text={content} onResend={onAsk && ((text) => onAsk(text, index))} />
  const { text, shift } = translateOpening(message)
  // A model is given the question itself, so what was searched for matters less: see Provenance.
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
          <CitedText text={text} citations={citations} uncited={shift(uncited)} onCite={onCite} />
        </Suspense>
      )}
      {message.stopped && <p className={classes.note}>{t('assistant.stoppedByYou')}</p>}
      {message.truncated && <p className={classes.note}>{t('assistant.truncated')}</p>}
      {citations.length + uncited.length > 0 && (
        <CitationList answer={content} citations={citations} uncited={uncited.length} onCite={onCite} />
      )}
      {nearest.length > 0 && <ClosestPassages passages={nearest} onCite={onCite} />}
      {offers.length > 0 && crawlSuggestions && <SuggestedAddresses addresses={offers} {...crawlSuggestions} />}
      {!writing && <Provenance message={message} />}
      {!writing && <MessageActions text={content} onRegenerate={regenerate} />}
    </article>
  )
})

/** Until the first word: how long the engine has been working. Above the answer: a model's reasoning, folded. */
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

const OPENINGS = [
  { kind: 'refused', words: REFUSAL, text: 'assistant.notAnswered' },
  { kind: 'closest', words: CLOSEST, text: 'assistant.closest' },
] as const

/**
 * Every engine opens in the same English words when the pages may not answer. The kind of an answer that is being
 * written, or that an earlier version stored, is not known. `shift` moves spans accordingly.
 */
function translateOpening({ content, used }: ChatMessage) {
  const opening = OPENINGS.find(({ kind, words }) => (used?.kind ?? kind) === kind && startsWith(content, words))
  if (!opening) return { text: content, shift: (spans: Uncited[]) => spans }
  const translated = t(opening.text)
  const offset = translated.length - opening.words.length
  const shift = (spans: Uncited[]) => spans.map(({ start, end }) => ({ start: start + offset, end: end + offset }))
  return { text: translated + content.slice(opening.words.length), shift }
}

/** Models write the straight apostrophe as often as the typographic one. */
const startsWith = (content: string, words: string) => content.replaceAll("'", '’').startsWith(words)

/** The engine, how much of the selection the answer is based on and, on demand, what a model searched for. */
function Provenance({ message }: { message: ChatMessage }) {
  const { engine, used } = message
  const isBuiltIn = isByBuiltInEngine(message)
  const facts = [
    engine && t('assistant.answeredBy', { engine: isBuiltIn ? t('assistant.builtInEngine') : engine }),
    used && coverageText(used),
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
