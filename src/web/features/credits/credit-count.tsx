import { Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '#web/languages/t.ts'
import { creditsQuery } from '#web/queries/credits.ts'
import classes from './credit-count.module.css'

/** The balance, kept current by live events, with the way to more. */
export function CreditCount({ onUpgrade }: { onUpgrade: () => void }) {
  const { data, isError } = useQuery(creditsQuery)
  return (
    <div className={classes.credits}>
      {isError ? (
        <Text size="sm" c="var(--rb-danger)">
          {t('Error loading credits')}
        </Text>
      ) : data ? (
        <Text size="sm" className={classes.number}>
          {t('{n, plural, one {# credit} other {# credits}}', { n: data.credits_count })}
        </Text>
      ) : (
        <span className={classes.number} role="status" aria-label={t('Loading credits')}>
          <Skeleton height={14} />
        </span>
      )}
      <Button variant="light" size="compact-sm" className={classes.upgrade} onClick={onUpgrade}>
        {t('Upgrade')}
      </Button>
    </div>
  )
}
