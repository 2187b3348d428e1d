import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Tier } from '#shared/tier.ts'
import { t } from '#web/messages/t.ts'
import { billingQuery, usePaymentPage } from '#web/queries/billing.ts'
import { instanceQuery } from '#web/queries/session/session.ts'
import { failureText } from '#web/api/request.ts'
import { Notice } from '#web/ui/notice.tsx'

/** The button below a plan: upgrade, manage the subscription or contact the operator. Null if no action applies. */
export function PlanAction({ card, visitor, onSignIn }: { card: Tier; visitor: boolean; onSignIn: () => void }) {
  const { data: billing } = useQuery({ ...billingQuery, enabled: !visitor })
  const { data: instance } = useQuery(instanceQuery)
  const paymentPage = usePaymentPage()
  if (visitor)
    return card === 'pro' && instance?.payment ? (
      <Button onClick={onSignIn}>{t('credits.signInToUpgrade')}</Button>
    ) : null
  if (!billing) return null
  const { tier, payment, operator, subscription } = billing
  if (card === 'enterprise' && tier !== 'enterprise' && operator) {
    return (
      <Button
        variant="default"
        component="a"
        href={`mailto:${operator}?subject=${encodeURIComponent('Readback Enterprise')}`}
      >
        {t('credits.contactUs')}
      </Button>
    )
  }
  const page = subscription?.live ? 'portal' : 'checkout'
  if (card !== 'pro' || !payment || (page === 'checkout' && tier !== 'free')) return null
  return (
    <>
      <Button
        variant={page === 'portal' ? 'default' : 'filled'}
        loading={paymentPage.isPending}
        onClick={() => paymentPage.mutate(page)}
      >
        {page === 'portal' ? t('credits.manageSubscription') : t('credits.upgradeToPro')}
      </Button>
      {paymentPage.isError && <Notice tone="danger">{failureText(paymentPage.error, 'billing.unavailable')}</Notice>}
    </>
  )
}
