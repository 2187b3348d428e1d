import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Tier } from '#shared/plans.ts'
import { rich, t } from '#web/languages/t.ts'
import { billingQuery } from '#web/queries/billing.ts'
import classes from './upgrade-modal.module.css'

/** Where nothing can be paid: whom to ask, and what that person types. */
export function WayToOperator({ email, tier }: { email: string; tier: Tier }) {
  const { data: billing } = useQuery(billingQuery)
  if (!billing || billing.payment || tier === 'enterprise') return null
  const { operator } = billing
  return (
    <div className={classes.operator}>
      <p>
        {operator
          ? rich('This server takes no payments itself. To change your plan, ask the person who runs it: {operator}.', {
              operator: (
                <Anchor href={`mailto:${operator}?subject=${encodeURIComponent('Readback plan')}`}>{operator}</Anchor>
              ),
            })
          : t('This server takes no payments itself. To change your plan, ask the person who runs it.')}
      </p>
      <p>{t("If that is you, type this in Readback's folder:")}</p>
      <code>
        npm run admin -- tier {email} {tier === 'free' ? 'pro' : 'enterprise'}
      </code>
    </div>
  )
}
