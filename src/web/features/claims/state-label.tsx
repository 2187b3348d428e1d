import type { ClaimState } from '#shared/chat/chats.ts'
import classes from './claims.module.css'
import { stateName, stateTip } from './state-name.ts'

/** The state of a claim: a sign, so that it does not depend on color, and its name. */
export function StateLabel({ state }: { state: ClaimState }) {
  return (
    <span className={classes.state} data-state={state} title={stateTip(state)}>
      {stateName(state)}
    </span>
  )
}
