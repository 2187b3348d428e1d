import type { Citation } from '#shared/chats.ts'
import classes from './citation-marker.module.css'

type CitationMarkerProps = { citation: Citation; onCite: (citation: Citation) => void }

/** The number in an answer that opens the page it stands on. */
export function CitationMarker({ citation, onCite }: CitationMarkerProps) {
  const { marker, title, verified } = citation
  return (
    <button
      type="button"
      className={classes.marker}
      data-unverified={!verified || undefined}
      aria-label={`Citation ${marker}: ${title}${verified ? '' : ', unverified'}`}
      onClick={() => onCite(citation)}
    >
      {marker}
      {!verified && <span aria-hidden>?</span>}
    </button>
  )
}
