import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { Citation } from '#shared/chats.ts'
import { t } from '#web/languages/t.ts'
import classes from './citation-list.module.css'
import { CitationMarker } from './citation-marker.tsx'
import { GoneLine } from './gone-line.tsx'
import { plainSentence } from './plain-sentence.ts'

type CitationListProps = {
  citations: Citation[]
  /** How many sentences carry no citation. */
  uncited: number
  onCite: (citation: Citation) => void
}

/** The sentences an answer stands on, and how many of them were found word for word in their page. */
export function CitationList({ citations, uncited, onCite }: CitationListProps) {
  const verified = citations.filter((citation) => citation.verified)
  const complete = verified.length === citations.length && citations.length > 0
  return (
    <div className={classes.citations}>
      <p className={classes.verdict} data-complete={complete || undefined}>
        {complete ? <IconCircleCheck size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}
        <span>
          {citations.length > 0
            ? t('{verified, number} of {n, plural, one {# citation} other {# citations}} verified', {
                verified: verified.length,
                n: citations.length,
              })
            : t('No citations')}
          {uncited > 0 && (
            <span className={classes.uncited}>
              {' · '}
              {t('{n, plural, one {# sentence} other {# sentences}} without a citation, not checked', { n: uncited })}
            </span>
          )}
        </span>
      </p>
      <ol className={classes.list}>
        {verified.map((citation) => (
          <li key={citation.marker} className={classes.citation}>
            <CitationMarker citation={citation} onCite={onCite} />
            <div className={classes.words} onClick={() => onCite(citation)}>
              <span className={classes.page}>{citation.title}</span>
              <q className={classes.sentence}>{plainSentence(citation.sentence)}</q>
              <GoneLine citation={citation} className={classes.gone} />
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}
