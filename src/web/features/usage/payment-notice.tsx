import type { Billing } from '#shared/billing.ts'
import { t } from '#web/messages/t.ts'
import { Notice } from '#web/ui/notice.tsx'

/**
 * Shown after returning from the payment page. The query alone proves nothing: the plan shows whether the payment
 * arrived.
 */
export function PaymentNotice({
  origin,
  billing,
}: {
  origin: 'confirming' | 'cancelled' | undefined
  billing: Billing | undefined
}) {
  if (!origin || !billing) return null
  if (origin === 'cancelled') return <Notice>{t('credits.paymentCancelled')}</Notice>
  if (billing.subscription?.live) return <Notice>{t('credits.paymentConfirmed')}</Notice>
  return <Notice>{t('credits.paymentPending')}</Notice>
}
