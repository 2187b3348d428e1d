import { Button } from '@mantine/core'
import type { Billing, Usage } from '#shared/billing.ts'
import { count } from '#web/ui/count.ts'
import panel from '#web/ui/panel.module.css'
import { Notice } from '#web/ui/notice.tsx'
import { planNames, returnWords, subscriptionWords } from './usage-words.ts'
import classes from './usage-summary.module.css'

type UsageSummaryProps = {
  usage: Usage
  billing: Billing | undefined
  /** On the way to the payment service. */
  leaving: boolean
  refused: string
  onManage: () => void
  onUpgrade: () => void
}

/** What there is, on which plan, and what comes next. */
export function UsageSummary({ usage, billing, leaving, refused, onManage, onUpgrade }: UsageSummaryProps) {
  const paid = billing ? subscriptionWords(billing) : null
  return (
    <section className={`${panel.panel} ${classes.summary}`} aria-label="Balance and plan">
      <dl className={classes.facts}>
        <div>
          <dt>Balance</dt>
          <dd>{count(usage.credits_count, 'credit')}</dd>
        </div>
        <div>
          <dt>Plan</dt>
          <dd>{planNames[usage.tier]}</dd>
          {paid && <dd className={classes.more}>{paid}</dd>}
        </div>
        <div>
          <dt>Next return</dt>
          <dd className={classes.words}>{returnWords(usage)}</dd>
        </div>
      </dl>
      <div className={classes.actions}>
        {billing?.payment && billing.subscription && (
          <Button variant="default" loading={leaving} onClick={onManage}>
            Manage subscription
          </Button>
        )}
        {usage.tier !== 'enterprise' && (
          <Button variant="light" onClick={onUpgrade}>
            Upgrade
          </Button>
        )}
      </div>
      {refused && <Notice tone="danger">{refused}</Notice>}
    </section>
  )
}
