import { lazy, memo, Suspense } from 'react'
import type { ChatMessage, Citation } from '#shared/chats.ts'
import { useLanguage } from '#web/languages/language.ts'
import { wholeSentence } from '#web/languages/said-words.ts'
import { t } from '#web/languages/t.ts'
import { CitationList } from './citation-list.tsx'
import { MessageActions } from './message-actions.tsx'
import classes from './message.module.css'
import { NearestPlaces } from './nearest-places.tsx'
import { OfferList, type ReadOffers } from './offer-list.tsx'
import { Question } from './question.tsx'
import { usedWords } from './used-words.ts'

const CitedText = lazy(() => import('./cited-text.tsx').then((module) => ({ default: module.CitedText })))

type MessageProps = {
  message: ChatMessage
  writing?: boolean
  onCite: (citation: Citation) => void
  /** Its place in the conversation. */
  place?: number
  /** Asks in the place of an earlier question; absent while an answer is being written. */
  onAsk?: ((question: string, replaces: number) => void) | undefined
  /** Of the last answer: the question that stands before it. */
  question?: string | undefined
  /** Reads addresses that may have the answer. */
  readOffers?: ReadOffers | undefined
}

/** One message: a person's to the right, the assistant's to the left with what it stands on. */
export const Message = memo(function Message(props: MessageProps) {
  useLanguage()
  const { message, writing = false, onCite, place = 0, onAsk, question, readOffers } = props
  const { role, content, citations = [], uncited = [], nearest = [], offers = [] } = message
  if (role === 'user') return <Question text={content} onResend={onAsk && ((text) => onAsk(text, place))} />
  // That the pages do not say something is said in the words of the engine itself, which are always the same.
  const said = citations.length + uncited.length > 0 ? content : wholeSentence(content)
  const regenerate = onAsk && question !== undefined ? () => onAsk(question, place - 1) : undefined
  return (
    <article className={classes.answer} aria-label={t('AI Assistant')} aria-busy={writing}>
      {content ? (
        <Suspense fallback={<p>{said}</p>}>
          <CitedText text={said} citations={citations} uncited={uncited} onCite={onCite} />
        </Suspense>
      ) : (
        writing && (
          <span className={classes.waiting} role="status" aria-label={t('The answer is being written')}>
            <i />
            <i />
            <i />
          </span>
        )
      )}
      {message.stopped && <p className={classes.note}>{t('You stopped this answer.')}</p>}
      {citations.length + uncited.length > 0 && (
        <CitationList citations={citations} uncited={uncited.length} onCite={onCite} />
      )}
      {nearest.length > 0 && <NearestPlaces places={nearest} onCite={onCite} />}
      {offers.length > 0 && readOffers && <OfferList offers={offers} readOffers={readOffers} />}
      {!writing && <Provenance message={message} />}
      {!writing && <MessageActions text={content} onRegenerate={regenerate} />}
    </article>
  )
})

/** Who answered, and from how much of what was selected. */
function Provenance({ message: { engine, used } }: { message: ChatMessage }) {
  const words = [engine && t('Answered by {engine}', { engine: wholeSentence(engine) }), used && usedWords(used)].filter(Boolean)
  return words.length > 0 && <p className={classes.note}>{words.join(' · ')}</p>
}
