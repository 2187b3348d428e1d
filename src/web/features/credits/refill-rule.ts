import { isPaidTier, plans } from '#shared/plans.ts'
import type { Tier } from '#shared/tier.ts'
import { nextUtcDay } from '#shared/utc-day.ts'
import { dateAndTime } from '#web/messages/numbers-and-dates.ts'
import { t } from '#web/messages/t.ts'

/** When a plan refills the balance, and to how many credits; the time is in the user's time zone. */
export function refillRule(tier: Tier, now = new Date()): string {
  if (!isPaidTier(tier)) return t('credits.freeRefillRule', { n: plans.pro.credits })
  return t('credits.refillRule', {
    plan: t(tier === 'pro' ? 'credits.planPro' : 'credits.planEnterprise'),
    n: plans[tier].credits,
    time: dateAndTime(nextUtcDay(now).getTime(), { hour: '2-digit', minute: '2-digit' }),
  })
}
