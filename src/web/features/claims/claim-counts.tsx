import { Fragment } from 'react'
import type { Citation } from '#shared/chat/chats.ts'
import { countStates, type StateCount } from '#shared/chat/count-states.ts'
import { t } from '#web/messages/t.ts'
import classes from './claims.module.css'

type ClaimCountsProps = {
  citations: Citation[]
  /** Number of statements without a citation. */
  uncited: number
}

/**
 * How many claims of an answer are in each state: "2 quoted · 1 differs from its source"; of how many the source is
 * gone.
 */
export function ClaimCounts({ citations, uncited }: ClaimCountsProps) {
  const gone = citations.filter((citation) => citation.gone).length
  return (
    <p className={classes.counts}>
      {countStates(citations, uncited).map((count, index) => (
        <Fragment key={count.state}>
          {index > 0 && ' · '}
          <span className={classes.state} data-state={count.state}>
            {countText(count)}
          </span>
        </Fragment>
      ))}
      {gone > 0 && (
        <>
          {' · '}
          <span className={classes.state} data-state="gone">
            {t('claims.countGone', { n: gone })}
          </span>
        </>
      )}
    </p>
  )
}

function countText({ state, n }: StateCount): string {
  if (state === 'quoted') return t('claims.countQuoted', { n })
  if (state === 'paraphrased') return t('claims.countParaphrased', { n })
  if (state === 'differs') return t('claims.countDiffers', { n })
  return state === 'not-found' ? t('claims.countNotFound', { n }) : t('claims.countUncited', { n })
}
