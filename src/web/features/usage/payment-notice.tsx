import type { Billing } from '#shared/billing.ts'
import { t } from '#web/languages/t.ts'
import { Notice } from '#web/ui/notice.tsx'

/**
 * What is said to someone who comes back from the payment service. The address says only that they come from there;
 * whether anything was paid is known when the plan is.
 */
export function PaymentNotice({ from, billing }: { from: 'confirming' | 'cancelled' | undefined; billing: Billing | undefined }) {
  if (!from || !billing) return null
  if (from === 'cancelled') return <Notice>{t('Nothing was paid. Your plan is as it was.')}</Notice>
  if (billing.subscription?.live) return <Notice>{t('Thank you. Your payment is confirmed, and Pro is yours.')}</Notice>
  return <Notice>{t('Your payment is being confirmed. This usually takes a few seconds, and your plan then changes here by itself.')}</Notice>
}
