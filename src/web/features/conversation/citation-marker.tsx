import type { Citation } from '#shared/chat/chats.ts'
import { t } from '#web/messages/t.ts'
import classes from './citation-marker.module.css'

type CitationMarkerProps = { citation: Citation; onCite: (citation: Citation) => void }

/** The number in an answer that opens the cited page. Unverified claims show a label instead. */
export function CitationMarker({ citation, onCite }: CitationMarkerProps) {
  const { marker, title, verified } = citation
  if (!verified) {
    return (
      <span className={classes.unverified} title={t('assistant.unsupportedTip')}>
        {t('assistant.unverified')}
      </span>
    )
  }
  return (
    <button
      type="button"
      className={classes.marker}
      aria-label={t('assistant.citation', { marker, title })}
      onClick={() => onCite(citation)}
    >
      {marker}
    </button>
  )
}
