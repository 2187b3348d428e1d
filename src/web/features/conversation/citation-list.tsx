import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { Citation } from '#shared/chat/chats.ts'
import { day } from '#web/messages/numbers-and-dates.ts'
import { t } from '#web/messages/t.ts'
import classes from './citation-list.module.css'
import { CitationMarker } from './citation-marker.tsx'
import { plainSentence } from './plain-sentence.ts'

type CitationListProps = {
  citations: Citation[]
  /** Number of sentences without a citation. */
  uncited: number
  onCite: (citation: Citation) => void
}

/** The quoted sentences of an answer, and how many were found verbatim in their page. */
export function CitationList({ citations, uncited, onCite }: CitationListProps) {
  const verified = citations.filter((citation) => citation.verified)
  const complete = verified.length === citations.length && citations.length > 0
  return (
    <div className={classes.citations}>
      <p className={classes.verdict} data-complete={complete || undefined}>
        {complete ? <IconCircleCheck size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}
        <span>
          {citations.length > 0
            ? t('assistant.citationsVerified', {
                verified: verified.length,
                n: citations.length,
              })
            : t('assistant.noCitations')}
          {uncited > 0 && (
            <span className={classes.uncited}>
              {' · '}
              {t('assistant.uncitedCount', { n: uncited })}
            </span>
          )}
        </span>
      </p>
      <ol className={classes.list}>
        {verified.map((citation) => (
          <li key={citation.marker} className={classes.citation}>
            <CitationMarker citation={citation} onCite={onCite} />
            <div className={classes.text} onClick={() => onCite(citation)}>
              <span className={classes.page}>{citation.title}</span>
              <q className={classes.sentence}>{plainSentence(citation.sentence)}</q>
              <DeletedNote citation={citation} />
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Says that the last check no longer found the page or the sentence on the site. */
function DeletedNote({ citation: { gone, goneSince } }: { citation: Citation }) {
  if (!gone) return null
  const since = goneSince && day(goneSince, { dateStyle: 'medium' })
  return (
    <span className={classes.deleted}>
      {gone === 'page' ? t('assistant.pageGone') : t('assistant.citedSentenceGone')}
      {since && ` ${t('assistant.noticedOn', { day: since })}`}
    </span>
  )
}
