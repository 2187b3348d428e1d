import { Anchor } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Tier } from '#shared/plans.ts'
import { rich, t } from '#web/messages/t.ts'
import { billingQuery } from '#web/queries/billing.ts'
import { useSession } from '#web/queries/session/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { planCards } from './plan-cards.ts'
import { PlanAction } from './plan-action.tsx'
import classes from './upgrade-modal.module.css'

type UpgradeModalProps = {
  opened: boolean
  tier: Tier
  /** Null for a visitor. */
  email: string | null
  onSignIn: () => void
  onClose: () => void
}

/** The plans with their features and actions. */
export function UpgradeModal({ opened, tier, email, onSignIn, onClose }: UpgradeModalProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={t('credits.upgradeTitle')} size="56rem">
      <div className={classes.plans}>
        {planCards().map((plan) => (
          <section key={plan.tier} className={classes.plan} data-current={plan.tier === tier || undefined}>
            <h3 className={classes.name}>
              {plan.name}
              {plan.tier === tier && email !== null && <span className={classes.current}>{t('credits.yourPlan')}</span>}
            </h3>
            <p className={classes.price}>{plan.price}</p>
            <ul className={classes.features}>
              {plan.features.map((feature) => (
                <li key={feature}>
                  <IconCheck size={16} aria-hidden className={classes.check} />
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
      {email !== null && <ContactOperator email={email} tier={tier} onLeave={onClose} />}
    </Dialog>
  )
}

/** On servers without payments: whom to contact for a plan; administrators get a link to change it themselves. */
function ContactOperator({ email, tier, onLeave }: { email: string; tier: Tier; onLeave: () => void }) {
  const { data: billing } = useQuery(billingQuery)
  const { user } = useSession()
  if (!billing || billing.payment || tier === 'enterprise') return null
  const { operator } = billing
  if (user?.isAdmin) {
    return (
      <p className={classes.operator}>
        {rich('credits.changeOwnPlan', {
          people: (text) => (
            <Anchor
              inherit
              renderRoot={(props) => <Link to="/admin/people" search={{ q: email }} onClick={onLeave} {...props} />}
            >
              {text}
            </Anchor>
          ),
        })}
      </p>
    )
  }
  return (
    <div className={classes.operator}>
      <p>
        {operator
          ? rich('credits.askOperatorNamed', {
              operator: (
                <Anchor href={`mailto:${operator}?subject=${encodeURIComponent('Readback plan')}`}>{operator}</Anchor>
              ),
            })
          : t('credits.askOperator')}
      </p>
      <p>{t('credits.operatorCommand')}</p>
      <code>
        npm run admin -- tier {email} {tier === 'free' ? 'pro' : 'enterprise'}
      </code>
    </div>
  )
}
