import { Anchor, Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '#web/messages/t.ts'
import { creditsQuery } from '#web/queries/credits.ts'
import { refillRule } from './refill-rule.ts'
import classes from './credit-count.module.css'

/** The balance, updated by live events, with when it is refilled and an upgrade button. */
export function CreditCount({ onUpgrade }: { onUpgrade: () => void }) {
  const { data, isError } = useQuery(creditsQuery)
  return (
    <div className={classes.credits}>
      {isError ? (
        <Text size="sm" c="var(--rb-danger)">
          {t('credits.loadError')}
        </Text>
      ) : data ? (
        <Anchor
          size="sm"
          c="inherit"
          className={classes.number}
          title={refillRule(data.tier)}
          renderRoot={(props) => <Link to="/usage" {...props} />}
        >
          {t('common.creditCount', { n: data.credits_count })}
        </Anchor>
      ) : (
        <span className={classes.number} role="status" aria-label={t('credits.loading')}>
          <Skeleton height={14} />
        </span>
      )}
      {data?.tier !== 'enterprise' && (
        <Button variant="light" size="compact-sm" className={classes.upgrade} onClick={onUpgrade}>
          {t('common.upgrade')}
        </Button>
      )}
    </div>
  )
}
