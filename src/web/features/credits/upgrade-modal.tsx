import { IconCheck } from '@tabler/icons-react'
import type { Tier } from '#shared/plans.ts'
import { t } from '#web/languages/t.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { planCards } from './plan-cards.ts'
import { PlanAction } from './plan-action.tsx'
import classes from './upgrade-modal.module.css'
import { WayToOperator } from './way-to-operator.tsx'

type UpgradeModalProps = {
  opened: boolean
  tier: Tier
  /** Null for a visitor. */
  email: string | null
  onSignIn: () => void
  onClose: () => void
}

/** What each plan grants, and the way to it: the payment service's, or the operator's. */
export function UpgradeModal({ opened, tier, email, onSignIn, onClose }: UpgradeModalProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={t('Upgrade your plan')} size="56rem">
      <div className={classes.plans}>
        {planCards().map((plan) => (
          <section key={plan.tier} className={classes.plan} data-current={plan.tier === tier || undefined}>
            <h3 className={classes.name}>
              {plan.name}
              {plan.tier === tier && email !== null && <span className={classes.current}>{t('Your plan')}</span>}
            </h3>
            <p className={classes.price}>{plan.price}</p>
            <ul className={classes.features}>
              {plan.features.map((feature) => (
                <li key={feature}>
                  <IconCheck size={16} aria-hidden className={classes.tick} />
                  {feature}
                </li>
              ))}
            </ul>
            <div className={classes.action}>
              <PlanAction card={plan.tier} visitor={email === null} onSignIn={onSignIn} />
            </div>
          </section>
        ))}
      </div>
      {email !== null && <WayToOperator email={email} tier={tier} />}
    </Dialog>
  )
}
