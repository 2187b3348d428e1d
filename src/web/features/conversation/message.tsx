import { lazy, memo, Suspense } from 'react'
import { CLOSEST, REFUSAL } from '#shared/chat/answer-stream.ts'
import type { ChatMessage, Citation, Uncited } from '#shared/chat/chats.ts'
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
  const { message, writing = false, onCite, index = 0, onAsk, question, crawlSuggestions } = props
  const { role, content, citations = [], uncited = [], nearest = [], offers = [] } = message
  if (role === 'user') return <Question text={content} onResend={onAsk && ((text) => onAsk(text, index))} />
  const { text, shift } = translateOpening(content)
  const regenerate = onAsk && question !== undefined ? () => onAsk(question, index - 1) : undefined
  return (
    <article className={classes.answer} aria-label={t('assistant.title')} aria-busy={writing}>
      {message.used?.searchedFor && (
        <p className={classes.note}>{t('assistant.searchedFor', { question: message.used.searchedFor })}</p>
      )}
      {message.used?.languages && (
        <p className={classes.note}>
          {t('assistant.otherLanguage', {
            question: languageInWords(message.used.languages.question),
            pages: languageInWords(message.used.languages.pages),
          })}
        </p>
      )}
      {content ? (
        <Suspense fallback={<p>{text}</p>}>
          <CitedText text={text} citations={citations} uncited={shift(uncited)} onCite={onCite} />
        </Suspense>
      ) : (
        writing && (
          <span className={classes.waiting} role="status" aria-label={t('assistant.writing')}>
            <i />
            <i />
            <i />
          </span>
        )
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

/** Every engine opens in the same English words when the pages may not answer. `shift` moves spans accordingly. */
function translateOpening(content: string) {
  const opening = [REFUSAL, CLOSEST].find((words) => content.startsWith(words)) ?? ''
  const translated = opening === REFUSAL ? t('assistant.notAnswered') : opening && t('assistant.closest')
  const offset = translated.length - opening.length
  const shift = (spans: Uncited[]) => spans.map(({ start, end }) => ({ start: start + offset, end: end + offset }))
  return { text: translated + content.slice(opening.length), shift: offset === 0 ? (spans: Uncited[]) => spans : shift }
}

/** The engine, and how much of the selection the answer is based on. */
function Provenance({ message: { engine, used } }: { message: ChatMessage }) {
  const facts = [
    engine && t('assistant.answeredBy', { engine: engineName(engine) }),
    used && coverageText(used),
  ].filter(Boolean)
  return facts.length > 0 && <p className={classes.note}>{facts.join(' · ')}</p>
}

/** The built-in engine's name is stored in English. */
const engineName = (name: string) => (name === 'Built-in engine' ? t('assistant.builtInEngine') : name)
