import type { Citation } from '#shared/chat/chats.ts'
import { stateName, stateTip } from '#web/features/claims/state-name.ts'
import { t } from '#web/messages/t.ts'
import classes from './citation-marker.module.css'

type CitationMarkerProps = { citation: Citation; onCite: (citation: Citation) => void }

/** The number in an answer that opens the cited page, with a sign for its state. Claims without a source show a label. */
export function CitationMarker({ citation, onCite }: CitationMarkerProps) {
  const { marker, title, state } = citation
  if (state === 'not-found') {
    return (
      <span className={classes.notFound} title={stateTip(state)}>
        {stateName(state)}
      </span>
    )
  }
  return (
    <button
      type="button"
      className={classes.marker}
      data-state={state}
      aria-label={t('assistant.citation', { marker, title, state: stateName(state) })}
      title={stateTip(state)}
      onClick={() => onCite(citation)}
    >
      {marker}
    </button>
  )
}
