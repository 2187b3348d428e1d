import { Anchor, Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Tier } from '#shared/tier.ts'
import { rich, t } from '#web/messages/t.ts'
import { billingQuery } from '#web/queries/billing.ts'
import { instanceQuery, useSession } from '#web/queries/session/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { planCards } from './plan-cards.ts'
import { PlanAction } from './plan-action.tsx'
import type { UpgradeReason } from './upgrade.tsx'
import classes from './upgrade-modal.module.css'

/** In the manual: how the operator changes a plan. */
const RUNNING_PAGE = '/help/running#administer-accounts-from-the-command-line'

type UpgradeModalProps = {
  opened: boolean
  tier: Tier
  /** Null for a visitor. */
  email: string | null
  reason?: UpgradeReason | undefined
  onSignIn: () => void
  onClose: () => void
}

/** The plans with their features and actions. */
export function UpgradeModal({ opened, tier, email, reason, onSignIn, onClose }: UpgradeModalProps) {
  // Buttons and the last line depend on it; later they would move what is below the pointer.
  const { isLoading } = useQuery({ ...billingQuery, enabled: opened && email !== null })
  return (
    <Dialog opened={opened && !isLoading} onClose={onClose} title={t('credits.upgradeTitle')} size="56rem">
      {reason && <Reason reason={reason} onClose={onClose} />}
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
      {email === null ? <NoPayment /> : <ContactOperator email={email} tier={tier} onLeave={onClose} />}
    </Dialog>
  )
}

/** Why the modal opened. */
function Reason({ reason: { message, offer }, onClose }: { reason: UpgradeReason; onClose: () => void }) {
  const choose = () => {
    onClose()
    offer?.onChoose()
  }
  const action = offer && (
    <Button size="compact-sm" onClick={choose}>
      {offer.label}
    </Button>
  )
  return (
    <Notice tone="warning" className={classes.reason} action={action}>
      {message}
    </Notice>
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
    <p className={classes.operator}>
      {operator
        ? rich('credits.askOperatorNamed', {
            operator: (
              <Anchor
                inherit
                underline="always"
                href={`mailto:${operator}?subject=${encodeURIComponent('Readback plan')}`}
              >
                {operator}
              </Anchor>
            ),
          })
        : askOperator()}
    </p>
  )
}

/** For visitors, before they sign up for a plan that this server doesn't sell. */
function NoPayment() {
  const { data: instance } = useQuery(instanceQuery)
  return instance && !instance.payment && <p className={classes.operator}>{askOperator()}</p>
}

const askOperator = () =>
  rich('credits.askOperator', {
    manual: (text) => (
      <Anchor inherit underline="always" href={RUNNING_PAGE}>
        {text}
      </Anchor>
    ),
  })
