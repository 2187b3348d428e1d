import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { Citation } from '#shared/chats.ts'
import { count } from '#web/ui/count.ts'
import classes from './citation-list.module.css'
import { CitationMarker } from './citation-marker.tsx'

type CitationListProps = { citations: Citation[]; onCite: (citation: Citation) => void }

/** The sentences an answer stands on, and how many of them were found word for word in their page. */
export function CitationList({ citations, onCite }: CitationListProps) {
  const verified = citations.filter((citation) => citation.verified)
  const complete = verified.length === citations.length
  return (
    <div className={classes.citations}>
      <p className={classes.verdict} data-complete={complete || undefined}>
        {complete ? <IconCircleCheck size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}
        {verified.length} of {count(citations.length, 'citation')} verified
      </p>
      <ol className={classes.list}>
        {verified.map((citation) => (
          <li key={citation.marker} className={classes.citation}>
            <CitationMarker citation={citation} onCite={onCite} />
            <div className={classes.words} onClick={() => onCite(citation)}>
              <span className={classes.page}>{citation.title}</span>
              <q className={classes.sentence}>{citation.sentence}</q>
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}
