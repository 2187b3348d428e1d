import { Button } from '@mantine/core'
import type { Billing, Usage } from '#shared/billing.ts'
import { t } from '#web/messages/t.ts'
import { refillRule } from '#web/features/credits/refill-rule.ts'
import panel from '#web/ui/panel.module.css'
import { Notice } from '#web/ui/notice.tsx'
import { planNameKeys, refillText, subscriptionText } from './usage-text.ts'
import classes from './usage-summary.module.css'

type UsageSummaryProps = {
  usage: Usage
  billing: Billing | undefined
  /** The payment page is opening. */
  busy: boolean
  error: string
  onManage: () => void
  onUpgrade: () => void
}

/** Balance, plan and next refill. */
export function UsageSummary({ usage, billing, busy, error, onManage, onUpgrade }: UsageSummaryProps) {
  const subscription = billing ? subscriptionText(billing) : null
  return (
    <section className={`${panel.panel} ${classes.summary}`} aria-label={t('credits.balanceAndPlan')}>
      <dl className={classes.facts}>
        <div>
          <dt>{t('credits.balance')}</dt>
          <dd>{t('common.creditCount', { n: usage.credits_count })}</dd>
          {!usage.payment_owed && <dd className={classes.more}>{refillRule(usage.tier)}</dd>}
        </div>
        <div>
          <dt>{t('credits.plan')}</dt>
          <dd>{t(planNameKeys[usage.tier])}</dd>
          {subscription && <dd className={classes.more}>{subscription}</dd>}
        </div>
        <div>
          <dt>{t('credits.nextRefill')}</dt>
          <dd className={classes.text}>{refillText(usage)}</dd>
        </div>
      </dl>
      <div className={classes.actions}>
        {billing?.payment && billing.subscription && (
          <Button variant="default" loading={busy} onClick={onManage}>
            {t('credits.manageSubscription')}
          </Button>
        )}
        {usage.tier !== 'enterprise' && (
          <Button variant="light" onClick={onUpgrade}>
            {t('common.upgrade')}
          </Button>
        )}
      </div>
      {error && <Notice tone="danger">{error}</Notice>}
    </section>
  )
}
