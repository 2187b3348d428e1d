import { Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { Tier } from '#shared/plans.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { planCards } from './plan-cards.ts'
import classes from './upgrade-modal.module.css'

type UpgradeModalProps = { opened: boolean; tier: Tier; onClose: () => void }

/** What each plan grants. Without a payment service the operator of this server changes plans. */
export function UpgradeModal({ opened, tier, onClose }: UpgradeModalProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Upgrade your plan" size="52rem">
      <div className={classes.plans}>
        {planCards.map((plan) => (
          <section key={plan.tier} className={classes.plan} data-current={plan.tier === tier || undefined}>
            <h3 className={classes.name}>
              {plan.name}
              {plan.tier === tier && <span className={classes.current}>Your plan</span>}
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
          </section>
        ))}
      </div>
      <Text size="sm" c="dimmed" mt="md">
        This server takes no payments itself. To change your plan, ask the person who runs it.
      </Text>
    </Dialog>
  )
}
