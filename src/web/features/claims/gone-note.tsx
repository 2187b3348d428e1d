import type { Citation } from '#shared/chat/chats.ts'
import classes from './claims.module.css'
import { goneText } from './state-name.ts'

/** Says that what is cited is no longer on the site. */
export function GoneNote({ citation }: { citation: Pick<Citation, 'gone' | 'goneSince'> }) {
  return <span className={classes.gone}>{goneText(citation)}</span>
}
