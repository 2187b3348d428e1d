import { plans } from '#shared/plans.ts'
import type { Tier } from '#shared/plans.ts'
import { t } from '#web/languages/t.ts'

type PlanCard = { tier: Tier; name: string; price: string; features: string[] }

/** The words of the upgrade modal (SPEC section 9); what is enforced stands in `plans`. */
export const planCards = (): PlanCard[] => [
  {
    tier: 'free',
    name: t('Free'),
    price: t('$0'),
    features: [
      t('{n} credits', { n: plans.free.credits }),
      t('Up to {n} pages per crawl', { n: plans.free.maxPagesPerCrawl }),
      t('Max depth {n}', { n: plans.free.maxDepth }),
    ],
  },
  {
    tier: 'pro',
    name: t('Pro'),
    price: t('$29 per month'),
    features: [
      t('300 credits per day'),
      t('Up to 100 pages per crawl'),
      t('Max depth 10'),
      t('Priority support'),
      t('API access'),
      t('Custom crawler settings'),
    ],
  },
  {
    tier: 'enterprise',
    name: t('Enterprise'),
    price: t('Custom price'),
    features: [
      t('Unlimited credits'),
      t('Unlimited pages per crawl'),
      t('Unlimited depth'),
      t('Dedicated support'),
      t('Custom integrations'),
      t('SLA'),
    ],
  },
]
