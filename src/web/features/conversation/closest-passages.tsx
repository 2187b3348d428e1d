import type { Citation } from '#shared/chat/chats.ts'
import { Quote } from '#web/features/claims/quote.tsx'
import { t } from '#web/messages/t.ts'
import { useShortTitle } from '#web/ui/hooks/use-short-title.tsx'
import classes from './closest-passages.module.css'
import { plainSentence } from '#shared/chat/plain-text.ts'

type ClosestPassagesProps = { passages: Citation[]; onCite: (citation: Citation) => void }

/** Shown if the pages do not answer the question: the closest passages, each opens its stored page. */
export function ClosestPassages({ passages, onCite }: ClosestPassagesProps) {
  const shortTitle = useShortTitle()
  return (
    <section className={classes.passages} aria-label={t('assistant.closestPassages')}>
      <h3 className={classes.heading}>{t('assistant.closestPassages')}</h3>
      <ul className={classes.list}>
        {passages.map((passage) => (
          <li key={passage.marker}>
            <button
              type="button"
              className={classes.passage}
              disabled={passage.pageId === ''}
              onClick={() => onCite(passage)}
            >
              <span className={classes.page}>{shortTitle(passage)}</span>
              <Quote text={plainSentence(passage.sentence)} className={classes.sentence} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
