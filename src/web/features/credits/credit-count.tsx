import { Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { creditsQuery } from '#web/queries/credits.ts'
import { count } from '#web/ui/count.ts'
import classes from './credit-count.module.css'

/** The balance, kept current by live events, with the way to more. */
export function CreditCount({ onUpgrade }: { onUpgrade: () => void }) {
  const { data, isError } = useQuery(creditsQuery)
  return (
    <div className={classes.credits}>
      {isError ? (
        <Text size="sm" c="var(--rb-danger)">
          Error loading credits
        </Text>
      ) : data ? (
        <Text size="sm" className={classes.number} aria-live="polite">
          {count(data.credits_count, 'credit')}
        </Text>
      ) : (
        <span className={classes.number} role="status" aria-label="Loading credits">
          <Skeleton height={14} />
        </span>
      )}
      <Button variant="light" size="compact-sm" className={classes.upgrade} onClick={onUpgrade}>
        Upgrade
      </Button>
    </div>
  )
}
