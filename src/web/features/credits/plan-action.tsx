import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Tier } from '#shared/plans.ts'
import { t } from '#web/languages/t.ts'
import { billingQuery, usePaymentPage } from '#web/queries/billing.ts'
import { failureWords } from '#web/request.ts'
import { Notice } from '#web/ui/notice.tsx'

/** The button below a plan: pay for it, change what is paid, or write for it. Nothing where there is nothing to do. */
export function PlanAction({ card, visitor, onSignIn }: { card: Tier; visitor: boolean; onSignIn: () => void }) {
  const { data: billing } = useQuery({ ...billingQuery, enabled: !visitor })
  const leaving = usePaymentPage()
  if (visitor) return card === 'pro' ? <Button onClick={onSignIn}>{t('Sign in to upgrade')}</Button> : null
  if (!billing) return null
  const { tier, payment, operator, subscription } = billing
  if (card === 'enterprise' && tier !== 'enterprise' && operator) {
    return (
      <Button variant="default" component="a" href={`mailto:${operator}?subject=${encodeURIComponent('Readback Enterprise')}`}>
        {t('Contact us')}
      </Button>
    )
  }
  const page = subscription?.live ? 'portal' : 'checkout'
  if (card !== 'pro' || !payment || (page === 'checkout' && tier !== 'free')) return null
  return (
    <>
      <Button
        variant={page === 'portal' ? 'default' : 'filled'}
        loading={leaving.isPending}
        onClick={() => leaving.mutate(page)}
      >
        {page === 'portal' ? t('Manage subscription') : t('Upgrade to Pro')}
      </Button>
      {leaving.isError && <Notice tone="danger">{failureWords(leaving.error, 'billing.unavailable')}</Notice>}
    </>
  )
}
