import { Button } from '@mantine/core'
import type { Billing, Usage } from '#shared/billing.ts'
import { t } from '#web/languages/t.ts'
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
    <section className={`${panel.panel} ${classes.summary}`} aria-label={t('Balance and plan')}>
      <dl className={classes.facts}>
        <div>
          <dt>{t('Balance')}</dt>
          <dd>{t('{n, plural, one {# credit} other {# credits}}', { n: usage.credits_count })}</dd>
        </div>
        <div>
          <dt>{t('Plan')}</dt>
          <dd>{t(planNames[usage.tier])}</dd>
          {paid && <dd className={classes.more}>{paid}</dd>}
        </div>
        <div>
          <dt>{t('Next return')}</dt>
          <dd className={classes.words}>{returnWords(usage)}</dd>
        </div>
      </dl>
      <div className={classes.actions}>
        {billing?.payment && billing.subscription && (
          <Button variant="default" loading={leaving} onClick={onManage}>
            {t('Manage subscription')}
          </Button>
        )}
        {usage.tier !== 'enterprise' && (
          <Button variant="light" onClick={onUpgrade}>
            {t('Upgrade')}
          </Button>
        )}
      </div>
      {refused && <Notice tone="danger">{refused}</Notice>}
    </section>
  )
}
