import type { Citation } from '#shared/chats.ts'
import { t } from '#web/languages/t.ts'
import classes from './citation-marker.module.css'

type CitationMarkerProps = { citation: Citation; onCite: (citation: Citation) => void }

/** The number in an answer that opens the page it stands on; a claim that no page supports has none. */
export function CitationMarker({ citation, onCite }: CitationMarkerProps) {
  const { marker, title, verified } = citation
  if (!verified) {
    return (
      <span className={classes.unverified} title={t('No sentence of the selected pages was found that supports this.')}>
        {t('unverified')}
      </span>
    )
  }
  return (
    <button
      type="button"
      className={classes.marker}
      aria-label={t('Citation {marker}: {title}', { marker, title })}
      onClick={() => onCite(citation)}
    >
      {marker}
    </button>
  )
}
